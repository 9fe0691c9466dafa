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
  private static final int READY_TRIES = 10;
  private static final long READY_WAIT_NANOS = 500_000_000L;
  private static final long TEN_MAX_BLOCKS = 0xffff;
  private static final int ALL_MODE_PAGES = 0x3f;
  private static final int MODE_PARAMETER_BYTES = 192;
  private static final int DEVICE_SPECIFIC_OFFSET = 2;
  private static final int WRITE_PROTECT = 0x80;

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
   * Makes a unit ready as a host does after enumeration: INQUIRY, TEST UNIT READY until all unit
   * attentions are told, and READ CAPACITY, (16) if (10) cannot tell.
   */
  public static Disk open(BulkOnlyHost host, int lun) throws HostException {
    var identity = inquire(host, lun);
    awaitReady(host, lun);
    return new Disk(host, lun, identity, readCapacity(host, lun));
  }

  private static InquiryData inquire(BulkOnlyHost host, int lun) throws HostException {
    var command = new PrimaryCommand.Inquiry(false, 0, INQUIRY_BYTES);
    return InquiryData.decode(read(host, lun, command.encode(), INQUIRY_BYTES));
  }

  private static void awaitReady(BulkOnlyHost host, int lun) throws HostException {
    var command = new PrimaryCommand.TestUnitReady().encode();
    for (int tries = 1; ; tries++) {
      try {
        host.execute(lun, command);
        return;
      } catch (CommandFailedException e) {
        var sense = e.senseData().sense();
        boolean becomingReady = sense.equals(Sense.BECOMING_READY);
        if (tries == READY_TRIES || sense.key() != UNIT_ATTENTION && !becomingReady) {
          throw e;
        }
        if (becomingReady) {
          host.link().runUntil(() -> false, READY_WAIT_NANOS);
        }
      }
    }
  }

  private static Capacity readCapacity(BulkOnlyHost host, int lun) throws HostException {
    var ten = new BlockCommand.ReadCapacity10(0, false);
    var small = Capacity.decode10(read(host, lun, ten.encode(), 8));
    if (small.isPresent()) {
      return small.get();
    }
    var sixteen = new BlockCommand.ReadCapacity16(0, false, 32);
    return Capacity.decode16(read(host, lun, sixteen.encode(), 32));
  }

  private static byte[] read(BulkOnlyHost host, int lun, Cdb cdb, int length) throws HostException {
    var bytes = Unpooled.buffer(length);
    int got = host.execute(lun, cdb, Direction.IN, bytes, 0, length);
    if (got < length) {
      throw new InvalidStatusException(
          "LUN " + lun + ", command " + cdb + " gave " + got + " bytes instead of " + length);
    }
    return ByteBufUtil.getBytes(bytes, 0, length);
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
    var command =
        new PrimaryCommand.ModeSense(
            false, false, false, 0, ALL_MODE_PAGES, 0, MODE_PARAMETER_BYTES);
    var bytes = Unpooled.buffer(MODE_PARAMETER_BYTES);
    try {
      int got = host.execute(lun, command.encode(), Direction.IN, bytes, 0, MODE_PARAMETER_BYTES);
      return got > DEVICE_SPECIFIC_OFFSET
          && (bytes.getByte(DEVICE_SPECIFIC_OFFSET) & WRITE_PROTECT) != 0;
    } catch (CommandFailedException e) {
      return false;
    }
  }

  /** Reads blocks by one command into {@code into} from {@code index} on. */
  public void read(long lba, int blockCount, ByteBuf into, int index) throws HostException {
    var command = new BlockCommand.Read(form(lba, blockCount), lba, blockCount, false, false);
    int bytes = blockCount * capacity.blockSize();
    int got = host.execute(lun, command.encode(), Direction.IN, into, index, bytes);
    requireAll(got, bytes, "read", lba);
  }

  /** Writes blocks by one command from {@code from}, from {@code index} on. */
  public void write(long lba, int blockCount, ByteBuf from, int index, boolean forceUnitAccess)
      throws HostException {
    var command =
        new BlockCommand.Write(form(lba, blockCount), lba, blockCount, false, forceUnitAccess);
    int bytes = blockCount * capacity.blockSize();
    int got = host.execute(lun, command.encode(), Direction.OUT, from, index, bytes);
    requireAll(got, bytes, "write", lba);
  }

  /** Makes durable what has been written. */
  public void synchronizeCache() throws HostException {
    try {
      host.execute(
          lun,
          new BlockCommand.SynchronizeCache(BlockCommand.TenOrSixteen.TEN, 0, 0, false).encode());
    } catch (CommandFailedException e) {
      if (!e.senseData().sense().equals(Sense.INVALID_OPERATION_CODE)) {
        throw e;
      }
      throw new CommandFailedException(
          e.getMessage() + ": the unit knows no SYNCHRONIZE CACHE; leave it out by --no-sync",
          e.senseData());
    } catch (InvalidStatusException e) {
      throw new InvalidStatusException(
          e.getMessage()
              + ": a unit that knows no SYNCHRONIZE CACHE may do that; leave it out by --no-sync");
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
