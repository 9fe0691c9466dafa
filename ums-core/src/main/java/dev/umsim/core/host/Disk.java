package dev.umsim.core.host;

import dev.umsim.core.scsi.BlockCommand;
import dev.umsim.core.scsi.BlockCommand.Form;
import dev.umsim.core.scsi.Capacity;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.InquiryData;
import dev.umsim.core.scsi.PrimaryCommand;
import dev.umsim.core.scsi.Sense;
import dev.umsim.core.usb.Direction;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Set;

/** One unit of a device as a disk: it has a size, and blocks are read and written. */
public final class Disk {
  private static final int INQUIRY_BYTES = 36;
  private static final int UNIT_ATTENTION = 6;
  private static final int ILLEGAL_REQUEST = 5;
  private static final int NO_SENSE = 0;
  private static final int NOT_READY = 2;
  private static final int MEDIUM_ERROR = 3;
  private static final int HARDWARE_ERROR = 4;
  private static final int ABORTED_COMMAND = 0xb;
  private static final int MEDIUM_NOT_PRESENT = 0x3a;
  private static final int LOGICAL_UNIT_NOT_READY = 0x04;
  private static final int PERIPHERAL_QUALIFIER = 0xe0;
  private static final int NO_UNIT = 0x60;
  private static final int ATTENTIONS_MAX = 10;
  private static final int REPETITIONS_MAX = 5;
  private static final int UNANSWERED_MAX = 2;
  private static final int LAST_BLOCKS_BYTES = 8 * 512;
  private static final int ASSUMED_BLOCK_SIZE = 512;
  private static final long READY_WAIT_NANOS = 500_000_000L;
  private static final long READY_MAX_NANOS = 100_000_000_000L;
  private static final long TEN_MAX_BLOCKS = 0xffff;
  private static final int ALL_MODE_PAGES = 0x3f;
  private static final int MODE_PARAMETER_BYTES = 192;
  private static final int DEVICE_SPECIFIC_OFFSET = 2;
  private static final int WRITE_PROTECT = 0x80;
  private static final int MODE_HEADER_BYTES = 4;
  private static final int BLOCK_DESCRIPTORS_OFFSET = 3;
  private static final int PAGE_CODE = 0x3f;
  private static final int CACHING_PAGE = 0x08;
  private static final int WRITE_CACHE_ENABLED = 0x04;

  private final BulkOnlyHost host;
  private final int lun;
  private final InquiryData identity;
  private final Capacity capacity;
  private long largestBytes = Long.MAX_VALUE;
  private boolean hasRead;

  private Disk(BulkOnlyHost host, int lun, InquiryData identity, Capacity capacity) {
    this.host = host;
    this.lun = lun;
    this.identity = identity;
    this.capacity = capacity;
  }

  /**
   * Makes a unit ready as Linux does after enumeration: INQUIRY, TEST UNIT READY until all unit
   * attentions are told and the unit is ready, and READ CAPACITY, (16) if (10) cannot tell.
   */
  public static Disk open(BulkOnlyHost host, int lun) throws HostException {
    var identity = inquire(host, lun);
    awaitReady(host, lun);
    return new Disk(host, lun, identity, readCapacity(host, lun));
  }

  private static InquiryData inquire(BulkOnlyHost host, int lun) throws HostException {
    var command = new PrimaryCommand.Inquiry(false, 0, INQUIRY_BYTES);
    var data = new byte[INQUIRY_BYTES];
    try {
      data = read(host, lun, command.encode(), INQUIRY_BYTES);
    } catch (CommandFailedException e) {
      host.notes().add(Irregularity.INQUIRY, "sense " + e.senseData().sense());
    }
    if ((data[0] & PERIPHERAL_QUALIFIER) == NO_UNIT) {
      host.notes().add(Irregularity.NO_SUCH_UNIT, String.format("byte 0 is %02x", data[0]));
    }
    return InquiryData.decode(data);
  }

  private static void awaitReady(BulkOnlyHost host, int lun) throws HostException {
    var command = new PrimaryCommand.TestUnitReady().encode();
    int attentions = 0;
    boolean started = false;
    for (long waited = 0; ; ) {
      try {
        repeating(host, Set.of(UNIT_ATTENTION, NOT_READY), () -> executed(host, lun, command));
        return;
      } catch (CommandFailedException e) {
        var sense = e.senseData().sense();
        if (sense.key() == UNIT_ATTENTION) {
          if (++attentions == ATTENTIONS_MAX) {
            throw e;
          }
        } else if (sense.key() == NOT_READY && mayBecomeReady(sense) && waited < READY_MAX_NANOS) {
          if (!started && !isBecomingReady(sense)) {
            started = true;
            host.notes().add(Irregularity.NEEDS_START, "sense " + sense);
            start(host, lun);
            continue;
          }
          host.notes().add(Irregularity.SLOW_TO_BECOME_READY, "sense " + sense);
          host.link().runUntil(() -> false, READY_WAIT_NANOS);
          waited += READY_WAIT_NANOS;
        } else if (sense.code() == MEDIUM_NOT_PRESENT) {
          throw new NoMediumException(
              "unit "
                  + lun
                  + " has no medium (sense "
                  + sense
                  + "); put one in, or choose another"
                  + " unit",
              e.senseData());
        } else if (sense.key() == NOT_READY) {
          throw e;
        } else {
          host.notes().add(Irregularity.TEST_UNIT_READY, "sense " + sense);
          return;
        }
      }
    }
  }

  private static int executed(BulkOnlyHost host, int lun, Cdb command) throws HostException {
    host.execute(lun, command);
    return 0;
  }

  /** Whether it gets ready is asked afterwards, whatever it says to this. */
  private static void start(BulkOnlyHost host, int lun) throws HostException {
    try {
      host.execute(lun, new BlockCommand.StartStopUnit(true, 0, false, false, true).encode());
    } catch (DeviceGoneException | RefusedTransferException e) {
      throw e;
    } catch (HostException e) {
      host.notes().add(Irregularity.NEEDS_START, e.getMessage());
    }
  }

  private static boolean isBecomingReady(Sense sense) {
    return sense.code() == LOGICAL_UNIT_NOT_READY && sense.qualifier() == 0x01;
  }

  /**
   * Not without a medium, and not where somebody has to see to it (SPC-4, table 41: 04/03, 0B, 0C).
   */
  private static boolean mayBecomeReady(Sense sense) {
    return sense.code() != MEDIUM_NOT_PRESENT
        && (sense.code() != LOGICAL_UNIT_NOT_READY
            || sense.qualifier() != 0x03 && sense.qualifier() != 0x0b && sense.qualifier() != 0x0c);
  }

  private static Capacity readCapacity(BulkOnlyHost host, int lun) throws HostException {
    var ten = new BlockCommand.ReadCapacity10(0, false);
    var answer = read(host, lun, ten.encode(), 8);
    var small = Capacity.decode10(answer);
    return withBlockSize(
        host, lun, small.isPresent() ? small.get() : largeCapacity(host, lun, answer));
  }

  private static Capacity largeCapacity(BulkOnlyHost host, int lun, byte[] ten)
      throws HostException {
    try {
      var sixteen = new BlockCommand.ReadCapacity16(0, false, 32);
      return Capacity.decode16(read(host, lun, sixteen.encode(), 32));
    } catch (DeviceGoneException | RefusedTransferException e) {
      throw e;
    } catch (HostException e) {
      host.notes().add(Irregularity.CAPACITY_16, e.getMessage());
      return new Capacity(1L << 32, Capacity.blockSize10(ten));
    }
  }

  private static Capacity withBlockSize(BulkOnlyHost host, int lun, Capacity capacity)
      throws InvalidStatusException {
    int size = capacity.blockSize();
    if (size == 0) {
      host.notes()
          .add(
              Irregularity.BLOCK_SIZE_ZERO,
              Long.toUnsignedString(capacity.blockCount()) + " blocks of 0 bytes");
      return new Capacity(capacity.blockCount(), ASSUMED_BLOCK_SIZE);
    }
    if (size < 512 || size > 4096 || Integer.bitCount(size) != 1) {
      throw new InvalidStatusException(
          "LUN "
              + lun
              + ": READ CAPACITY gives blocks of "
              + Integer.toUnsignedString(size)
              + " bytes, which no host uses; they have 512, 1024, 2048 or 4096");
    }
    return capacity;
  }

  /** A reply that is too short is completed by zeros. */
  private static byte[] read(BulkOnlyHost host, int lun, Cdb cdb, int length) throws HostException {
    var bytes = Unpooled.buffer(length).setZero(0, length);
    int got =
        repeating(
            host,
            Set.of(),
            () -> host.execute(lun, cdb, Direction.IN, bytes.setZero(0, length), 0, length));
    if (got < length) {
      host.notes()
          .add(Irregularity.SHORT_REPLY, got + " of " + length + " bytes for command " + cdb);
      bytes.setZero(got, length - got);
    }
    return ByteBufUtil.getBytes(bytes, 0, length);
  }

  /** A command that can be sent again: it reads, or does the same when it is done twice. */
  @FunctionalInterface
  private interface Repeatable {
    int execute() throws HostException;
  }

  /**
   * Sends a command again as Linux does: where the transport failed, and where the sense says that
   * it may pass the next time. What is not answered is asked again twice only, as that takes long.
   *
   * @param told sense keys that the caller wants to know of at once
   */
  private static int repeating(BulkOnlyHost host, Set<Integer> told, Repeatable command)
      throws HostException {
    int unanswered = 0;
    for (int tries = 1; ; tries++) {
      try {
        return command.execute();
      } catch (DeviceGoneException | RefusedTransferException e) {
        throw e;
      } catch (CommandFailedException e) {
        var sense = e.senseData().sense();
        if (tries > REPETITIONS_MAX || told.contains(sense.key()) || !mayPass(e)) {
          throw e;
        }
        host.notes().add(Irregularity.REPEATED_AFTER_SENSE, e.getMessage());
        if (sense.key() == NOT_READY) {
          host.link().runUntil(() -> false, READY_WAIT_NANOS);
        }
      } catch (TransferTimeoutException e) {
        if (++unanswered > UNANSWERED_MAX) {
          throw e;
        }
        host.notes().add(Irregularity.REPEATED, e.getMessage());
      } catch (HostException e) {
        if (tries > REPETITIONS_MAX) {
          throw e;
        }
        host.notes().add(Irregularity.REPEATED, e.getMessage());
      }
    }
  }

  /** By the sense key, as scsi_check_sense of Linux sorts them. */
  private static boolean mayPass(CommandFailedException failed) {
    if (failed.senseData().deferred()) {
      return true;
    }
    var sense = failed.senseData().sense();
    return switch (sense.key()) {
      case NO_SENSE, HARDWARE_ERROR, UNIT_ATTENTION, ABORTED_COMMAND -> true;
      case NOT_READY -> isBecomingReady(sense);
      // Neither unrecovered (11), nor without an address mark (13), nor not found (14).
      case MEDIUM_ERROR -> sense.code() != 0x11 && sense.code() != 0x13 && sense.code() != 0x14;
      default -> false;
    };
  }

  /**
   * Looks whether the last block can be read, which no host does for nothing: a capacity that is
   * one too large is a common fault. What is found becomes a {@link Note}.
   */
  public void inspect() throws HostException {
    var buffer = Unpooled.buffer(capacity.blockSize());
    try {
      read(capacity.blockCount() - 1, 1, buffer, 0);
    } catch (DeviceGoneException | RefusedTransferException e) {
      throw e;
    } catch (HostException e) {
      host.notes().add(Irregularity.CAPACITY_TOO_LARGE, e.getMessage());
    }
  }

  /** TEST UNIT READY, a command without data. */
  public void testReady() throws HostException {
    var command = new PrimaryCommand.TestUnitReady().encode();
    repeating(host, Set.of(), () -> executed(host, lun, command));
  }

  /** Who the unit says that it is. */
  public InquiryData identity() {
    return identity;
  }

  /** How large it is. */
  public Capacity capacity() {
    return capacity;
  }

  /** The LUN. */
  public int lun() {
    return lun;
  }

  /** The host through which commands go. */
  public BulkOnlyHost host() {
    return host;
  }

  /**
   * Whether the unit says that its medium may not be written (MODE SENSE, SBC-3 section 6.4.1). A
   * unit that knows no MODE SENSE is taken to be writable, as hosts do.
   */
  public boolean writeProtected() throws HostException {
    var bytes = modeParameters();
    return bytes.length > DEVICE_SPECIFIC_OFFSET
        && (bytes[DEVICE_SPECIFIC_OFFSET] & WRITE_PROTECT) != 0;
  }

  /**
   * Whether the unit says that it may keep writes for later: WCE of its caching mode page (SBC-3,
   * section 6.5.5). One that has no such page is taken to keep nothing.
   */
  public boolean writeCacheEnabled() throws HostException {
    var bytes = modeParameters();
    if (bytes.length < MODE_HEADER_BYTES) {
      return false;
    }
    int page = MODE_HEADER_BYTES + (bytes[BLOCK_DESCRIPTORS_OFFSET] & 0xff);
    while (page + 2 < bytes.length) {
      if ((bytes[page] & PAGE_CODE) == CACHING_PAGE) {
        return (bytes[page + 2] & WRITE_CACHE_ENABLED) != 0;
      }
      page += 2 + (bytes[page + 1] & 0xff);
    }
    return false;
  }

  /** What MODE SENSE (6) says of all pages; nothing from a unit that does not know it. */
  private byte[] modeParameters() throws HostException {
    var command =
        new PrimaryCommand.ModeSense(
            false, false, false, 0, ALL_MODE_PAGES, 0, MODE_PARAMETER_BYTES);
    var bytes = Unpooled.buffer(MODE_PARAMETER_BYTES);
    try {
      int got = host.execute(lun, command.encode(), Direction.IN, bytes, 0, MODE_PARAMETER_BYTES);
      return ByteBufUtil.getBytes(bytes, 0, got);
    } catch (DeviceGoneException | RefusedTransferException e) {
      throw e;
    } catch (HostException e) {
      return new byte[0];
    }
  }

  /**
   * Cuts what is read and written from now on into commands of at most so many bytes, at least one
   * block each: what a device was not asked for by its user it need not be able to do.
   */
  public void limitCommands(long bytes) {
    largestBytes = bytes;
  }

  /** Bytes of the largest command that is sent, in whole blocks. */
  public long largestCommandBytes() {
    return Math.max(1, largestBytes / capacity.blockSize()) * capacity.blockSize();
  }

  /**
   * Reads blocks into {@code into} from {@code index} on, by one command unless they are
   * {@linkplain #limitCommands limited}.
   */
  public void read(long lba, int blockCount, ByteBuf into, int index) throws HostException {
    int most = (int) Math.min(blockCount, largestCommandBytes() / capacity.blockSize());
    for (int done = 0; done < blockCount; done += most) {
      int count = Math.min(most, blockCount - done);
      readPatiently(lba + done, count, into, index + done * capacity.blockSize());
    }
  }

  private void readPatiently(long lba, int blockCount, ByteBuf into, int index)
      throws HostException {
    try {
      readOnce(lba, blockCount, into, index);
    } catch (CommandFailedException e) {
      boolean first = !hasRead;
      hasRead = true;
      if (first && e.senseData().sense().key() == ILLEGAL_REQUEST && inRange(lba, blockCount)) {
        readAfterFirst(lba, blockCount, into, index, e);
      } else {
        readLastBlocks(lba, blockCount, into, index, e);
      }
    } catch (InvalidStatusException | PhaseErrorException e) {
      readLastBlocks(lba, blockCount, into, index, e);
    }
    hasRead = true;
  }

  private boolean inRange(long lba, int blockCount) {
    return Long.compareUnsigned(lba, capacity.blockCount() - blockCount) <= 0;
  }

  private void readAfterFirst(
      long lba, int blockCount, ByteBuf into, int index, CommandFailedException failed)
      throws HostException {
    try {
      readOnce(lba, blockCount, into, index);
      host.notes().add(Irregularity.FIRST_READ, failed.getMessage());
    } catch (CommandFailedException e) {
      readLastBlocks(lba, blockCount, into, index, e);
    }
  }

  /** What touches the last eight blocks of 512 bytes is read as Linux does at all times. */
  private void readLastBlocks(
      long lba, int blockCount, ByteBuf into, int index, HostException failed)
      throws HostException {
    long threshold = capacity.blockCount() - Math.max(1, LAST_BLOCKS_BYTES / capacity.blockSize());
    if (blockCount == 1 || Long.compareUnsigned(lba + blockCount, threshold) <= 0) {
      throw failed;
    }
    int before = (int) Math.max(0, threshold - lba);
    if (before > 0) {
      readOnce(lba, before, into, index);
    }
    for (int done = before; done < blockCount; done++) {
      readOnce(lba + done, 1, into, index + done * capacity.blockSize());
    }
    host.notes().add(Irregularity.LAST_BLOCKS, failed.getMessage());
  }

  private void readOnce(long lba, int blockCount, ByteBuf into, int index) throws HostException {
    var command = new BlockCommand.Read(form(lba, blockCount), lba, blockCount, false, false);
    int bytes = blockCount * capacity.blockSize();
    repeating(
        host,
        Set.of(),
        () ->
            whole(
                host.execute(lun, command.encode(), Direction.IN, into, index, bytes),
                bytes,
                "read",
                lba));
  }

  /**
   * Writes blocks from {@code from}, from {@code index} on, by one command unless they are
   * {@linkplain #limitCommands limited}.
   */
  public void write(long lba, int blockCount, ByteBuf from, int index, boolean forceUnitAccess)
      throws HostException {
    int most = (int) Math.min(blockCount, largestCommandBytes() / capacity.blockSize());
    for (int done = 0; done < blockCount; done += most) {
      int count = Math.min(most, blockCount - done);
      writeOnce(lba + done, count, from, index + done * capacity.blockSize(), forceUnitAccess);
    }
  }

  private void writeOnce(long lba, int blockCount, ByteBuf from, int index, boolean forceUnitAccess)
      throws HostException {
    var command =
        new BlockCommand.Write(form(lba, blockCount), lba, blockCount, false, forceUnitAccess);
    int bytes = blockCount * capacity.blockSize();
    repeating(
        host,
        Set.of(),
        () ->
            whole(
                host.execute(lun, command.encode(), Direction.OUT, from, index, bytes),
                bytes,
                "write",
                lba));
  }

  /**
   * Makes durable what has been written.
   *
   * @return false if the unit could not do that, which is noted; whether the data is durable is not
   *     known then
   */
  public boolean synchronizeCache() throws HostException {
    var command = new BlockCommand.SynchronizeCache(BlockCommand.TenOrSixteen.TEN, 0, 0, false);
    try {
      repeatingAfterSense(command.encode());
      return true;
    } catch (DeviceGoneException | RefusedTransferException e) {
      throw e;
    } catch (CommandFailedException e) {
      if (e.senseData().sense().key() != ILLEGAL_REQUEST) {
        throw e;
      }
      host.notes().add(Irregularity.SYNCHRONIZE_CACHE, "sense " + e.senseData().sense());
      return false;
    } catch (HostException e) {
      host.notes().add(Irregularity.SYNCHRONIZE_CACHE, e.getMessage());
      // Reset Recovery has passed, and some are dead all the same.
      host.resetPort();
      return false;
    }
  }

  /** Only where a sense says so: what answers this badly does so each time. */
  private void repeatingAfterSense(Cdb command) throws HostException {
    for (int tries = 1; ; tries++) {
      try {
        host.execute(lun, command);
        return;
      } catch (CommandFailedException e) {
        boolean attention = e.senseData().sense().key() == UNIT_ATTENTION;
        if (tries > REPETITIONS_MAX || !attention || e.senseData().deferred()) {
          throw e;
        }
      }
    }
  }

  private Form form(long lba, int blockCount) {
    return blockCount <= TEN_MAX_BLOCKS && lba >>> 32 == 0 ? Form.TEN : Form.SIXTEEN;
  }

  /** What has passed with too little is no better than what was not answered as it should be. */
  private int whole(int got, int bytes, String what, long lba) throws HostException {
    if (got != bytes) {
      throw new InvalidStatusException(
          String.format(
              "LUN %d: a %s of %d bytes at block %d passed with %d bytes only",
              lun, what, bytes, lba, got));
    }
    return got;
  }
}
