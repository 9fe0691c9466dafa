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

/** One unit of a device as a disk: it has a size, and blocks are read and written. */
public final class Disk {
  private static final int INQUIRY_BYTES = 36;
  private static final int UNIT_ATTENTION = 6;
  private static final int ILLEGAL_REQUEST = 5;
  private static final int NOT_READY = 2;
  private static final int LOGICAL_UNIT_NOT_READY = 0x04;
  private static final int PERIPHERAL_QUALIFIER = 0xe0;
  private static final int NO_UNIT = 0x60;
  private static final int ATTENTIONS_MAX = 10;
  private static final int REPETITIONS_MAX = 5;
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
    var data = read(host, lun, command.encode(), INQUIRY_BYTES);
    if ((data[0] & PERIPHERAL_QUALIFIER) == NO_UNIT) {
      host.notes().add(Irregularity.NO_SUCH_UNIT, String.format("byte 0 is %02x", data[0]));
    }
    return InquiryData.decode(data);
  }

  private static void awaitReady(BulkOnlyHost host, int lun) throws HostException {
    var command = new PrimaryCommand.TestUnitReady().encode();
    int attentions = 0;
    for (long waited = 0; ; ) {
      try {
        host.execute(lun, command);
        return;
      } catch (CommandFailedException e) {
        var sense = e.senseData().sense();
        if (sense.key() == UNIT_ATTENTION) {
          if (++attentions == ATTENTIONS_MAX) {
            throw e;
          }
        } else if (sense.key() == NOT_READY && mayBecomeReady(sense) && waited < READY_MAX_NANOS) {
          host.notes().add(Irregularity.SLOW_TO_BECOME_READY, "sense " + sense);
          host.link().runUntil(() -> false, READY_WAIT_NANOS);
          waited += READY_WAIT_NANOS;
        } else if (sense.key() == NOT_READY) {
          throw e;
        } else {
          host.notes().add(Irregularity.TEST_UNIT_READY, "sense " + sense);
          return;
        }
      }
    }
  }

  /**
   * Not without a medium, and not where somebody has to see to it (SPC-4, table 41: 04/03, 0B, 0C).
   */
  private static boolean mayBecomeReady(Sense sense) {
    return sense.code() == LOGICAL_UNIT_NOT_READY
        && sense.qualifier() != 0x03
        && sense.qualifier() != 0x0b
        && sense.qualifier() != 0x0c;
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
    } catch (CommandFailedException e) {
      host.notes().add(Irregularity.CAPACITY_16, "sense " + e.senseData().sense());
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
            host, () -> host.execute(lun, cdb, Direction.IN, bytes.setZero(0, length), 0, length));
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
   * Sends a command again where the transport failed and was reset, as sd does five times. What is
   * not answered at all is not asked again, nor is what failed with a sense.
   */
  private static int repeating(BulkOnlyHost host, Repeatable command) throws HostException {
    for (int tries = 1; ; tries++) {
      try {
        return command.execute();
      } catch (CommandFailedException
          | DeviceGoneException
          | RefusedTransferException
          | TransferTimeoutException e) {
        throw e;
      } catch (HostException e) {
        if (tries > REPETITIONS_MAX) {
          throw e;
        }
        host.notes().add(Irregularity.REPEATED, e.getMessage());
      }
    }
  }

  /**
   * Looks whether the last block can be read, which no host does for nothing: a capacity that is
   * one too large is a common fault. What is found becomes a {@link Note}.
   */
  public void inspect() throws HostException {
    var buffer = Unpooled.buffer(capacity.blockSize());
    try {
      read(capacity.blockCount() - 1, 1, buffer, 0);
    } catch (CommandFailedException e) {
      host.notes()
          .add(
              Irregularity.CAPACITY_TOO_LARGE,
              "block "
                  + Long.toUnsignedString(capacity.blockCount() - 1)
                  + ": sense "
                  + e.senseData().sense());
    }
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
    } catch (CommandFailedException e) {
      return new byte[0];
    }
  }

  /** Reads blocks by one command into {@code into} from {@code index} on. */
  public void read(long lba, int blockCount, ByteBuf into, int index) throws HostException {
    var command = new BlockCommand.Read(form(lba, blockCount), lba, blockCount, false, false);
    int bytes = blockCount * capacity.blockSize();
    int got =
        repeating(
            host, () -> host.execute(lun, command.encode(), Direction.IN, into, index, bytes));
    requireAll(got, bytes, "read", lba);
  }

  /** Writes blocks by one command from {@code from}, from {@code index} on. */
  public void write(long lba, int blockCount, ByteBuf from, int index, boolean forceUnitAccess)
      throws HostException {
    var command =
        new BlockCommand.Write(form(lba, blockCount), lba, blockCount, false, forceUnitAccess);
    int bytes = blockCount * capacity.blockSize();
    int got =
        repeating(
            host, () -> host.execute(lun, command.encode(), Direction.OUT, from, index, bytes));
    requireAll(got, bytes, "write", lba);
  }

  /**
   * Makes durable what has been written.
   *
   * @return false if the unit could not do that, which is noted; whether the data is durable is not
   *     known then
   */
  public boolean synchronizeCache() throws HostException {
    try {
      host.execute(
          lun,
          new BlockCommand.SynchronizeCache(BlockCommand.TenOrSixteen.TEN, 0, 0, false).encode());
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
      return false;
    }
  }

  private Form form(long lba, int blockCount) {
    return blockCount <= TEN_MAX_BLOCKS && lba >>> 32 == 0 ? Form.TEN : Form.SIXTEEN;
  }

  private void requireAll(int got, int bytes, String what, long lba) throws HostException {
    if (got != bytes) {
      throw new InvalidStatusException(
          String.format(
              "LUN %d: a %s of %d bytes at block %d passed with %d bytes only",
              lun, what, bytes, lba, got));
    }
  }
}
