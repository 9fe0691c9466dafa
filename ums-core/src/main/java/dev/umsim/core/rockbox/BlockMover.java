package dev.umsim.core.rockbox;

/**
 * The loops of READ and WRITE: chunks of a command that take turns in two buffers.
 *
 * <p>While a chunk is on the wire to the host, the next one is read from the medium; the next chunk
 * is asked for from the host before this one is written. What the host has announced in its CBW
 * plays no part.
 */
final class BlockMover {
  /** What a drive without a medium is taken to have. */
  private static final int SECTOR_BYTES = 512;

  private final RockboxSettings settings;
  private final DriverMemory memory;
  private final StorageTransport transport;
  private final BlockStorage storage;

  @SuppressWarnings("NullAway.Init")
  private StorageDrive drive;

  private int sectorBytes;
  private long sector;

  /** Sectors that are left, 0 to FFFFFFFF. */
  private long count;

  private int select;
  private boolean failed;

  /** Whether the pointer to the first buffer has been set since the player was switched on. */
  private boolean pointed;

  BlockMover(
      RockboxSettings settings,
      DriverMemory memory,
      StorageTransport transport,
      BlockStorage storage) {
    this.settings = settings;
    this.memory = memory;
    this.transport = transport;
    this.storage = storage;
  }

  /** The player is switched on. */
  void forget() {
    pointed = false;
  }

  /** READ and WRITE say where their buffers are, before they look at anything else. */
  void point() {
    pointed = true;
  }

  boolean pointed() {
    return pointed;
  }

  /** Sends so many bytes from the start of the transfer buffer as if they had been read. */
  void sendWhatStands(int bytes) {
    count = 0;
    failed = false;
    transport.sendBlocks(memory.transferAt(), bytes);
  }

  /** Begins a READ of sectors. */
  void read(StorageDrive drive, long sector, long count) {
    begin(drive, sector, count);
    readChunk(this::sendNext);
  }

  private void begin(StorageDrive drive, long sector, long count) {
    this.drive = drive;
    sectorBytes = drive.present() ? drive.sectorBytes() : SECTOR_BYTES;
    this.sector = sector;
    this.count = count;
    select = 0;
    failed = false;
  }

  private void readChunk(Runnable then) {
    storage.read(
        drive,
        sectorBytes,
        sector,
        chunkSectors(readBytes()),
        memory.bytes(),
        at(select, readBytes()),
        () -> {
          failed |= storage.failed() && !settings.has(Habit.MEDIUM_RESULT_IGNORED);
          then.run();
        });
  }

  private void sendNext() {
    if (failed && settings.has(Habit.FAILED_CHUNK_NOT_SENT)) {
      transport.fail(SenseRecord.Cause.READ_ERROR);
      return;
    }
    transport.sendBlocks(at(select, readBytes()), transferBytes(count, readBytes()));
    advance(readBytes());
    if (count != 0 && overlaps()) {
      readChunk(() -> {});
    }
  }

  /** A chunk has gone to the host. */
  void sent() {
    if (count != 0) {
      if (overlaps()) {
        sendNext();
      } else {
        readChunk(this::sendNext);
      }
    } else if (failed) {
      transport.fail(SenseRecord.Cause.READ_ERROR);
    } else {
      transport.pass();
    }
  }

  /** Begins a WRITE of sectors. */
  void write(StorageDrive drive, long sector, long count) {
    begin(drive, sector, count);
    receive(0, count);
  }

  private void receive(int select, long count) {
    transport.receiveBlocks(at(select, writeBytes()), transferBytes(count, writeBytes()));
  }

  /** A chunk has come from the host. One of the wrong length leaves the driver where it is. */
  void received(int bytes) {
    if (bytes != count * sectorBytes
        && bytes != writeBytes()
        && !settings.has(Habit.LENGTH_NOT_CHECKED)) {
      return;
    }
    int sectors = chunkSectors(writeBytes());
    long rest = count - sectors;
    if (rest != 0 && overlaps()) {
      receive(select ^ 1, rest);
    }
    storage.write(
        drive,
        sectorBytes,
        sector,
        sectors,
        memory.bytes(),
        at(select, writeBytes()),
        () -> written(rest));
  }

  private void written(long rest) {
    if (storage.failed() && !settings.has(Habit.MEDIUM_RESULT_IGNORED)) {
      transport.fail(SenseRecord.Cause.WRITE_ERROR);
      return;
    }
    advance(writeBytes());
    if (rest == 0) {
      transport.pass();
    } else if (!overlaps()) {
      receive(select, rest);
    }
  }

  private void advance(int bufferBytes) {
    int sectors = bufferBytes / sectorBytes;
    sector += sectors;
    if (!settings.wideSectors()) {
      sector &= 0xffff_ffffL;
    }
    count -= Math.min(count, sectors);
    select ^= 1;
  }

  private int chunkSectors(int bufferBytes) {
    return (int) Math.min(count, bufferBytes / sectorBytes);
  }

  private int transferBytes(long count, int bufferBytes) {
    return (int) Math.min(bufferBytes, count * sectorBytes);
  }

  private int at(int select, int bufferBytes) {
    return memory.transferAt() + (overlaps() ? select * bufferBytes : 0);
  }

  private boolean overlaps() {
    return settings.buffers().count() == 2 && !settings.has(Habit.SENDING_BLOCKS_THE_THREAD);
  }

  private int readBytes() {
    return settings.buffers().readBytes();
  }

  private int writeBytes() {
    return settings.buffers().writeBytes();
  }
}
