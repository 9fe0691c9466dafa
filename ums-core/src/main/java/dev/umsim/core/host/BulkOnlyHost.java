package dev.umsim.core.host;

import dev.umsim.core.bot.ClassRequest;
import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.bot.CommandStatusWrapper;
import dev.umsim.core.host.CommandListener.CompletedCommand;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.Sense;
import dev.umsim.core.scsi.SenseData;
import dev.umsim.core.scsi.TargetCommand;
import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The host's side of Bulk-Only Transport: one command at a time, with every recovery that the
 * standard asks for (BOT 1.0, sections 5.3 and 6), and as patient as Linux's usb-storage: what does
 * not keep that from using a device becomes a {@link Note}.
 *
 * <p>When a command ends in an exception the device is ready for the next one, unless it has gone
 * or nothing could revive it.
 */
public final class BulkOnlyHost {
  /** How long Linux waits for a command before it gives it up. */
  public static final long COMMAND_TIMEOUT_NANOS = 30_000_000_000L;

  private static final int LONGEST_WRAPPER_BYTES = CommandBlockWrapper.LENGTH + 1;

  /** Before data is asked of a device that would lose it. */
  private static final long EARLY_DATA_NANOS = 125_000;

  private static final int INQUIRY = 0x12;
  private static final int INQUIRY_BYTES = 36;
  private static final int READ_CAPACITY = 0x25;
  private static final int READ_CAPACITY_BYTES = 8;

  /** SFF-8020i, QIC-157, UFI and SFF-8070i. */
  private static final int FIRST_OF_12_BYTES = 2;

  private static final int LAST_OF_12_BYTES = 5;
  private static final int RECOVERED_ERROR = 1;

  private static final TargetCommand.RequestSense REQUEST_SENSE =
      new TargetCommand.RequestSense(false, SenseData.FIXED_LENGTH);

  private final UsbLink link;
  private final MassStorageDevice device;
  private final Notes notes = new Notes();
  private final HostPipe pipe;
  private final BulkTransfer commandTransfer;
  private final BulkTransfer dataIn;
  private final BulkTransfer dataOut;
  private final BulkTransfer statusTransfer;
  private final ByteBuf wrapperBytes =
      Unpooled.buffer(LONGEST_WRAPPER_BYTES).setZero(0, LONGEST_WRAPPER_BYTES);
  private final ByteBuf statusBytes = Unpooled.buffer(CommandStatusWrapper.LENGTH);
  private @Nullable CommandListener listener;
  private long timeoutNanos = COMMAND_TIMEOUT_NANOS;
  private int tag;

  // Of the command under way.
  private int lun;

  @SuppressWarnings("NullAway.Init")
  private Cdb cdb;

  @SuppressWarnings("NullAway.Init")
  private Direction direction;

  private int dataLength;
  private long startNanos;
  private int movedBytes;
  private boolean babbled;

  /** The signature of the first status that came; the device is held to it. */
  private OptionalInt signature = OptionalInt.empty();

  /** Whether INQUIRY or READ CAPACITY has shown that residues mean nothing. */
  private boolean residueMeansNothing;

  /** Whether the last command had no valid status either: Reset Recovery alone did not help. */
  private boolean failedBefore;

  private final int wrapperLength;
  private final boolean tagsMeanNothing;
  private final boolean losesEarlyData;

  /** Whether commands have at least 12 bytes, as those of ATAPI and of floppy disks have. */
  private final boolean longCommands;

  /** Speaks to a device that has been enumerated over this link. */
  public BulkOnlyHost(UsbLink link, MassStorageDevice device) {
    this.link = link;
    this.device = device;
    notes.addAll(device.notes());
    boolean long32 = KnownDevices.wantsLongWrappers(device.device());
    wrapperLength = CommandBlockWrapper.LENGTH + (long32 ? 1 : 0);
    tagsMeanNothing = KnownDevices.tagsMeanNothing(device.device());
    losesEarlyData = KnownDevices.losesEarlyData(device.device());
    noteKnown(long32);
    longCommands = device.subclass() >= FIRST_OF_12_BYTES && device.subclass() <= LAST_OF_12_BYTES;
    pipe = new HostPipe(link);
    commandTransfer = new BulkTransfer(device.place().bulkOut(), transfer -> {});
    dataIn = new BulkTransfer(device.place().bulkIn(), transfer -> {});
    dataOut = new BulkTransfer(device.place().bulkOut(), transfer -> {});
    statusTransfer = new BulkTransfer(device.place().bulkIn(), transfer -> {});
  }

  private void noteKnown(boolean long32) {
    var name = String.format("%04x:%04x", device.device().vendorId(), device.device().productId());
    if (long32) {
      notes.add(Irregularity.WRAPPER_OF_32_BYTES, name);
    }
    if (losesEarlyData) {
      notes.add(Irregularity.EARLY_DATA, name);
    }
  }

  /** Tells this listener of every command, REQUEST SENSE that the host sends itself included. */
  public void setListener(CommandListener listener) {
    this.listener = listener;
  }

  /** How long each phase of a command may take, in the time of the link. */
  public void setTimeoutNanos(long timeoutNanos) {
    this.timeoutNanos = timeoutNanos;
  }

  /** The link. */
  public UsbLink link() {
    return link;
  }

  /** The device. */
  public MassStorageDevice device() {
    return device;
  }

  /** What is irregular about the device, as far as it has shown. */
  public Notes notes() {
    return notes;
  }

  /** A command without data. */
  public void execute(int lun, Cdb cdb) throws HostException {
    execute(lun, cdb, Direction.OUT, Unpooled.EMPTY_BUFFER, 0, 0);
  }

  /**
   * A command with data.
   *
   * @param direction of the data
   * @param data the data, or room for it
   * @param index of the first byte in {@code data}
   * @param length dCBWDataTransferLength
   * @return bytes that are of use: no more than went over, and no more than the residue leaves
   */
  public int execute(int lun, Cdb cdb, Direction direction, ByteBuf data, int index, int length)
      throws HostException {
    var status = transport(lun, cdb, direction, data, index, length);
    tell(status, null, null);
    if (status.status() == CommandStatusWrapper.PASSED && !babbled) {
      return usefulBytes(status.residue());
    }
    var failed = describe();
    int came = movedBytes;
    if (babbled) {
      throw new CommandFailedException(
          failed + " was answered by more than " + length + " bytes",
          SenseData.of(Sense.INVALID_FIELD_IN_CDB));
    }
    var senseData = requestSense();
    if (senseData.sense().key() == RECOVERED_ERROR && came == length && !senseData.deferred()) {
      notes.add(Irregularity.RECOVERED, "sense " + senseData.sense());
      return came;
    }
    var ofWhich = senseData.deferred() ? ", which is of an earlier command" : "";
    throw new CommandFailedException(
        failed + " failed with sense " + senseData.sense() + ofWhich, senseData);
  }

  /** What came counts where a residue shows that it means nothing, as it does for Linux. */
  private int usefulBytes(long residue) {
    long left = dataLength - movedBytes;
    boolean fewerAreOfUse = movedBytes == dataLength && residue > 0 && residue <= dataLength;
    if (residue != left && !(fewerAreOfUse && direction == Direction.OUT)) {
      notes.add(
          Irregularity.RESIDUE,
          "residue " + residue + " after " + movedBytes + " of " + dataLength + " bytes of " + cdb);
    }
    if (movedBytes == dataLength && residue > 0 && tellsWhatResiduesMean()) {
      residueMeansNothing = true;
    }
    boolean counts = direction == Direction.OUT && !residueMeansNothing && residue <= dataLength;
    return counts ? (int) Math.min(movedBytes, dataLength - residue) : movedBytes;
  }

  /** INQUIRY with 36 bytes and READ CAPACITY (10) never leave any of their data over. */
  private boolean tellsWhatResiduesMean() {
    return cdb.operationCode() == INQUIRY && dataLength == INQUIRY_BYTES
        || cdb.operationCode() == READ_CAPACITY && dataLength == READ_CAPACITY_BYTES;
  }

  /** The sense is asked for at once, as long as the device still has it. */
  private SenseData requestSense() throws HostException {
    var bytes = Unpooled.buffer(SenseData.FIXED_LENGTH);
    var status =
        transport(lun, REQUEST_SENSE.encode(), Direction.IN, bytes, 0, SenseData.FIXED_LENGTH);
    var senseData = SenseData.decode(ByteBufUtil.getBytes(bytes, 0, movedBytes));
    tell(status, senseData, null);
    if (senseData.sense().key() == 0) {
      notes.add(
          Irregularity.NO_SENSE,
          movedBytes == 0 ? "no bytes" : ByteBufUtil.hexDump(bytes, 0, movedBytes));
    }
    return senseData;
  }

  /** Command, data, status; the status is valid and meaningful and not a phase error. */
  private CommandStatusWrapper transport(
      int lun, Cdb cdb, Direction direction, ByteBuf data, int index, int length)
      throws HostException {
    this.lun = lun;
    this.cdb = longCommands ? cdb.withAtLeast(12) : cdb;
    this.direction = direction;
    this.dataLength = length;
    movedBytes = 0;
    babbled = false;
    startNanos = link.nanos();
    try {
      sendCommand();
      if (losesEarlyData) {
        link.runUntil(() -> false, EARLY_DATA_NANOS);
      }
      if (length > 0) {
        moveData(data, index);
      }
      var early = statusAmongData(data, index);
      var status = early.isPresent() ? checked(early.get()) : receiveStatus();
      failedBefore = false;
      return status;
    } catch (DeviceGoneException e) {
      tell(null, null, e.getMessage());
      boolean told = e.getMessage().startsWith(describe());
      throw told ? e : new DeviceGoneException(describe() + ": " + e.getMessage());
    } catch (HostException e) {
      tell(null, null, e.getMessage());
      throw e;
    }
  }

  private void sendCommand() throws HostException {
    tag++;
    new CommandBlockWrapper(tag, dataLength, direction, lun, cdb).encode(wrapperBytes, 0);
    var ended = pipe.bulk(commandTransfer, wrapperBytes, 0, wrapperLength, timeoutNanos);
    if (ended != Transfer.Status.OK) {
      throw giveUp("the command wrapper", ended, commandTransfer);
    }
  }

  private void moveData(ByteBuf data, int index) throws HostException {
    var transfer = direction == Direction.IN ? dataIn : dataOut;
    var ended = pipe.bulk(transfer, data, index, dataLength, timeoutNanos);
    movedBytes = transfer.movedBytes();
    if (ended == Transfer.Status.STALL) {
      clearHalt(transfer.endpointAddress());
    } else if (ended == Transfer.Status.BABBLE) {
      babbled = true;
      notes.add(Irregularity.BABBLE, "more than " + dataLength + " bytes for " + cdb);
    } else if (ended != Transfer.Status.OK) {
      throw giveUp("the data", ended, transfer);
    }
  }

  /**
   * A status that came at the end of too little data, by its signature and its tag; it is taken off
   * the data then.
   */
  private Optional<CommandStatusWrapper> statusAmongData(ByteBuf data, int index) {
    int at = movedBytes - CommandStatusWrapper.LENGTH;
    if (direction != Direction.IN || babbled || at < 0 || movedBytes >= dataLength) {
      return Optional.empty();
    }
    var status = CommandStatusWrapper.decode(data, index + at);
    boolean signed = status.signature() == signature.orElse(CommandStatusWrapper.SIGNATURE);
    if (!signed || status.tag() != tag && !tagsMeanNothing) {
      return Optional.empty();
    }
    notes.add(
        at == 0 ? Irregularity.DATA_PHASE_SKIPPED : Irregularity.STATUS_WITH_DATA,
        "13 bytes behind " + at + " of " + dataLength + " bytes of " + cdb);
    movedBytes = at;
    return Optional.of(status);
  }

  private CommandStatusWrapper receiveStatus() throws HostException {
    var ended = readStatus();
    if (ended == Transfer.Status.STALL) {
      clearHalt(statusTransfer.endpointAddress());
      ended = readStatus();
    } else if (ended == Transfer.Status.OK && statusTransfer.movedBytes() == 0) {
      // Some devices send an empty packet first when the data filled its packets.
      notes.add(
          Irregularity.EMPTY_PACKET_BEFORE_STATUS, "after " + movedBytes + " bytes of " + cdb);
      ended = readStatus();
    }
    if (ended != Transfer.Status.OK) {
      throw giveUp("the status wrapper", ended, statusTransfer);
    }
    int length = statusTransfer.movedBytes();
    if (length != CommandStatusWrapper.LENGTH) {
      throw noStatus(length == 0 ? "no bytes" : ByteBufUtil.hexDump(statusBytes, 0, length));
    }
    return checked(CommandStatusWrapper.decode(statusBytes, 0));
  }

  /** The status, if it is one for the command that is under way, and not a phase error. */
  private CommandStatusWrapper checked(CommandStatusWrapper status) throws HostException {
    if (signature.isEmpty()) {
      signature = OptionalInt.of(status.signature());
      if (status.signature() != CommandStatusWrapper.SIGNATURE) {
        notes.add(
            Irregularity.STATUS_SIGNATURE,
            String.format("%08x", Integer.reverseBytes(status.signature())));
      }
    }
    if (status.tag() != tag && tagsMeanNothing) {
      notes.add(
          Irregularity.STATUS_TAG,
          String.format("%08x for a command with tag %08x", status.tag(), tag));
    } else if (status.tag() != tag) {
      throw noStatus(status);
    }
    if (status.signature() != signature.getAsInt()) {
      throw noStatus(status);
    }
    if (status.status() == CommandStatusWrapper.PHASE_ERROR) {
      throw recovered(
          new PhaseErrorException(
              describe() + " ended in a phase error, residue " + status.residue()));
    }
    if (status.status() > CommandStatusWrapper.PHASE_ERROR) {
      throw recovered(
          new InvalidStatusException(
              describe()
                  + " ended with status "
                  + status.status()
                  + " and residue "
                  + status.residue()
                  + ", which means nothing"));
    }
    return status;
  }

  private HostException noStatus(CommandStatusWrapper status) throws HostException {
    status.encode(statusBytes, 0);
    return noStatus(ByteBufUtil.hexDump(statusBytes, 0, CommandStatusWrapper.LENGTH));
  }

  private HostException noStatus(String came) throws HostException {
    return recovered(
        new InvalidStatusException(
            describe()
                + String.format(" with tag %08x", tag)
                + " was answered by what is no status wrapper for it: "
                + came));
  }

  private Transfer.Status readStatus() throws DeviceGoneException {
    return pipe.bulk(statusTransfer, statusBytes, 0, CommandStatusWrapper.LENGTH, timeoutNanos);
  }

  private void clearHalt(int endpointAddress) throws HostException {
    try {
      pipe.require(
          StandardRequest.clearHalt(endpointAddress),
          describe() + ": CLEAR_FEATURE(ENDPOINT_HALT)");
    } catch (DeviceGoneException e) {
      throw e;
    } catch (HostException e) {
      throw recovered(e);
    }
  }

  /** A transfer cannot be gone on from; the device is reset, and what happened is told. */
  private HostException giveUp(String what, Transfer.Status ended, Transfer transfer)
      throws HostException {
    var message =
        describe()
            + ": "
            + what
            + ", "
            + transfer.movedBytes()
            + " of "
            + transfer.length()
            + " bytes, ";
    return recovered(
        ended == Transfer.Status.PENDING
            ? new TransferTimeoutException(
                message + "did not end within " + timeoutNanos / 1_000_000 + " ms")
            : new TransferFailedException(message + "ended with " + ended));
  }

  /**
   * A device that nothing revives is as good as gone, and the reason is why it was to be revived.
   */
  private HostException recovered(HostException why) throws HostException {
    boolean again = failedBefore;
    failedBefore = true;
    try {
      recover(again);
    } catch (DeviceGoneException e) {
      throw e;
    } catch (HostException e) {
      throw new DeviceGoneException(
          why.getMessage() + "; and it cannot be revived: " + e.getMessage());
    }
    return why;
  }

  private void recover(boolean again) throws HostException {
    if (again) {
      resetPort();
      return;
    }
    try {
      resetRecovery();
    } catch (DeviceGoneException e) {
      throw e;
    } catch (HostException e) {
      resetPort();
    }
  }

  /** Resets the port and configures the device again, which Linux does first of all. */
  void resetPort() throws HostException {
    Enumeration.configureAgain(link, device);
  }

  /**
   * Reset Recovery (BOT 1.0, section 5.3.4): the class's reset, then the halts of bulk-in and
   * bulk-out, in this order.
   */
  public void resetRecovery() throws HostException {
    pipe.require(ClassRequest.reset(device.place().number()), "Bulk-Only Mass Storage Reset");
    pipe.require(
        StandardRequest.clearHalt(device.place().bulkIn()),
        "CLEAR_FEATURE(ENDPOINT_HALT) of bulk-in");
    pipe.require(
        StandardRequest.clearHalt(device.place().bulkOut()),
        "CLEAR_FEATURE(ENDPOINT_HALT) of bulk-out");
  }

  private String describe() {
    return "LUN " + lun + ", command " + cdb;
  }

  private void tell(
      @Nullable CommandStatusWrapper status,
      @Nullable SenseData senseData,
      @Nullable String problem) {
    if (listener != null) {
      listener.completed(completed(status, senseData, problem));
    }
  }

  private CompletedCommand completed(
      @Nullable CommandStatusWrapper status,
      @Nullable SenseData senseData,
      @Nullable String problem) {
    return new CompletedCommand(
        startNanos,
        link.nanos(),
        lun,
        cdb,
        direction,
        dataLength,
        movedBytes,
        Optional.ofNullable(status).map(CommandStatusWrapper::status),
        status == null ? 0 : status.residue(),
        Optional.ofNullable(senseData),
        Optional.ofNullable(problem));
  }
}
