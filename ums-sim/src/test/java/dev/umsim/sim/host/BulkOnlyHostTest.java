package dev.umsim.sim.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.bot.CommandStatusWrapper;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.CommandFailedException;
import dev.umsim.core.host.CommandListener;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.host.InvalidStatusException;
import dev.umsim.core.host.Irregularity;
import dev.umsim.core.host.Note;
import dev.umsim.core.host.PhaseErrorException;
import dev.umsim.core.host.TransferFailedException;
import dev.umsim.core.host.TransferTimeoutException;
import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.scsi.BlockCommand;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.PrimaryCommand;
import dev.umsim.core.usb.ControlAnswer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the host does when a device answers as it should, and when it does not. */
class BulkOnlyHostTest {
  private static final Cdb READY = new PrimaryCommand.TestUnitReady().encode();
  private static final String RESET = "21 ff index 00";
  private static final String CLEAR_IN = "02 01 index 81";
  private static final String CLEAR_OUT = "02 01 index 02";

  private SimulatedLink plug;
  private RecordedLink link;
  private BulkOnlyHost host;

  @AfterEach
  void unplug() {
    plug.close();
  }

  private void attach(UnaryOperator<ReferenceDevice.Builder> how) throws HostException {
    attach(how, new MemoryMedium(512, 1000));
  }

  private void attach(UnaryOperator<ReferenceDevice.Builder> how, Medium medium)
      throws HostException {
    plug =
        how.apply(ReferenceDevice.builder().medium(medium))
            .build()
            .attach(new ZeroTimeBus(), Speed.HIGH);
    link = new RecordedLink(plug);
    host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
    link.submitted.clear();
  }

  /** A device whose status is what {@code change} makes of the right one, for one command only. */
  private void attachWithStatus(UnaryOperator<CommandStatusWrapper> change) throws HostException {
    attach(
        device ->
            device.transportChoices(
                new TransportChoices.Deviating(TransportChoices.CORRECT) {
                  private boolean done;

                  @Override
                  public CommandStatusWrapper status(
                      CommandBlockWrapper command, CommandStatusWrapper correct) {
                    boolean first = !done;
                    done = true;
                    return first ? change.apply(correct) : correct;
                  }
                }));
  }

  private void control(SetupPacket setup) {
    var transfer = new ControlTransfer(ended -> {});
    plug.submit(transfer.of(setup));
    plug.runUntil(() -> !transfer.submitted(), 0);
  }

  /** After whatever happened before, the device takes the next command. */
  private void assertWorks() throws HostException {
    link.submitted.clear();
    host.execute(0, READY);
    assertThat(link.submitted).containsExactly("out 31", "in 13");
  }

  @Test
  void enumeratesAsLinuxDoes() throws HostException {
    plug =
        ReferenceDevice.builder()
            .medium(new MemoryMedium(512, 1000))
            .build()
            .attach(new ZeroTimeBus(), Speed.HIGH);
    link = new RecordedLink(plug);
    var device = Enumeration.enumerate(link, OptionalInt.empty());
    assertThat(link.submitted)
        .containsExactly(
            "reset port",
            "80 06 index 00",
            "reset port",
            "00 05 index 00",
            "80 06 index 00",
            "80 06 index 00",
            "80 06 index 00",
            "80 06 index 00",
            "80 06 index 409",
            "80 06 index 409",
            "80 06 index 409",
            "00 09 index 00",
            "a1 fe index 00");
    assertThat(device.serialNumber()).isEqualTo("00000000000000000001");
    assertThat(device.speed()).isEqualTo(Speed.HIGH);
    assertThat(device.maxLun()).isZero();
  }

  @Test
  void aStalledGetMaxLunMeansOneUnit() throws HostException {
    attach(
        device ->
            device.requestChoices(
                (setup, correct) -> setup.request() == 0xfe ? ControlAnswer.STALL : correct));
    assertThat(host.device().maxLun()).isZero();
    assertWorks();
  }

  @Test
  void aStallInTheDataPhaseIsClearedAndTheStatusRead() throws HostException {
    attach(device -> device);
    var inquiry = new PrimaryCommand.Inquiry(false, 0, 96);
    // The short packet ends the transfer; the stall meets the status.
    assertThat(host.execute(0, inquiry.encode(), Direction.IN, Unpooled.buffer(255), 0, 255))
        .isEqualTo(96);
    // Asked for with the allocation length cut to nothing, the stall meets the data.
    var nothing = new PrimaryCommand.Inquiry(false, 0, 0);
    link.submitted.clear();
    assertThat(host.execute(0, nothing.encode(), Direction.IN, Unpooled.buffer(36), 0, 36))
        .isZero();
    assertThat(link.submitted).containsExactly("out 31", "in 36", CLEAR_IN, "in 13");
  }

  @Test
  void aStallInTheStatusPhaseIsClearedOnce() throws HostException {
    attach(device -> device);
    control(StandardRequest.setHalt(0x81));
    host.execute(0, READY);
    assertThat(link.submitted).containsExactly("out 31", "in 13", CLEAR_IN, "in 13");
    assertWorks();
  }

  @Test
  void aStallOfTheCommandIsRecoveredFrom() throws HostException {
    attach(device -> device);
    control(StandardRequest.setHalt(0x02));
    assertThatThrownBy(() -> host.execute(0, READY))
        .isInstanceOf(TransferFailedException.class)
        .hasMessage(
            "LUN 0, command 00 00 00 00 00 00: the command wrapper, 0 of 31 bytes, ended with"
                + " STALL");
    assertThat(link.submitted).containsExactly("out 31", RESET, CLEAR_IN, CLEAR_OUT);
    assertWorks();
  }

  @Test
  void aPhaseErrorIsRecoveredFrom() throws HostException {
    attach(device -> device);
    var two = new BlockCommand.Read(BlockCommand.Form.TEN, 0, 2, false, false).encode();
    assertThatThrownBy(() -> host.execute(0, two, Direction.IN, Unpooled.buffer(512), 0, 512))
        .isInstanceOf(PhaseErrorException.class)
        .hasMessage(
            "LUN 0, command 28 00 00 00 00 00 00 00 02 00 ended in a phase error, residue 0");
    assertThat(link.submitted)
        .containsExactly("out 31", "in 512", "in 13", RESET, CLEAR_IN, CLEAR_OUT);
    assertWorks();
  }

  @Test
  void aStatusWithAnotherTagIsNoStatus() throws HostException {
    attachWithStatus(right -> new CommandStatusWrapper(0x11223344, 0, 0));
    assertThatThrownBy(() -> host.execute(0, READY))
        .isInstanceOf(InvalidStatusException.class)
        .hasMessage(
            "LUN 0, command 00 00 00 00 00 00 with tag 00000001 was answered by what is no status"
                + " wrapper for it: 55534253443322110000000000");
    assertThat(link.submitted).containsExactly("out 31", "in 13", RESET, CLEAR_IN, CLEAR_OUT);
    assertWorks();
  }

  @Test
  void aDeviceIsHeldToTheSignatureOfItsFirstStatus() throws HostException {
    // Only the first status of the device is another one.
    attachWithStatus(right -> new CommandStatusWrapper(0x55, right.tag(), 0, 0));
    host.execute(0, READY);
    assertThatThrownBy(() -> host.execute(0, READY)).isInstanceOf(InvalidStatusException.class);
    assertThat(host.notes().all())
        .containsExactly(new Note(Irregularity.STATUS_SIGNATURE, "55000000"));
  }

  @Test
  void aResidueThatCannotBeIsNoted() throws HostException {
    attachWithStatus(right -> new CommandStatusWrapper(right.tag(), 1, 0));
    host.execute(0, READY);
    assertThat(host.notes().all())
        .containsExactly(
            new Note(Irregularity.RESIDUE, "residue 1 after 0 of 0 bytes of 00 00 00 00 00 00"));
  }

  @Test
  void aStatusThatMeansNothingIsRecoveredFrom() throws HostException {
    attachWithStatus(right -> new CommandStatusWrapper(right.tag(), 0, 3));
    assertThatThrownBy(() -> host.execute(0, READY))
        .isInstanceOf(InvalidStatusException.class)
        .hasMessageEndingWith("ended with status 3 and residue 0, which means nothing");
    assertWorks();
  }

  @Test
  void aStatusThatNeverComesIsGivenUp() throws HostException {
    attach(
        device ->
            device.transportChoices(
                new TransportChoices.Deviating(TransportChoices.CORRECT) {
                  @Override
                  public int statusCount(CommandBlockWrapper command) {
                    return command.tag() == 1 ? 0 : 1;
                  }
                }));
    assertThatThrownBy(() -> host.execute(0, READY))
        .isInstanceOf(TransferTimeoutException.class)
        .hasMessageEndingWith("the status wrapper, 0 of 13 bytes, did not end within 30000 ms");
    assertThat(link.submitted)
        .containsExactly("out 31", "in 13", "cancel", RESET, CLEAR_IN, CLEAR_OUT);
    assertWorks();
  }

  @Test
  void dataThatStopsIsGivenUpInTheMiddle() throws HostException {
    var medium = new StoppingMedium(new MemoryMedium(512, 1000), 128);
    attach(device -> device, medium);
    var read = new BlockCommand.Read(BlockCommand.Form.TEN, 0, 240, false, false).encode();
    assertThatThrownBy(
            () -> host.execute(0, read, Direction.IN, Unpooled.buffer(122880), 0, 122880))
        .isInstanceOf(TransferTimeoutException.class)
        .hasMessageContaining("the data, 65536 of 122880 bytes, did not end within");
    assertThat(link.submitted)
        .containsExactly("out 31", "in 122880", "cancel", RESET, CLEAR_IN, CLEAR_OUT);
    medium.goOn();
    assertWorks();
  }

  @Test
  void whereTheResetOfTheClassFailsThePortIsReset() throws HostException {
    attach(
        device ->
            device.requestChoices(
                (setup, correct) -> setup.request() == 0xff ? ControlAnswer.STALL : correct));
    control(StandardRequest.setHalt(0x02));
    assertThatThrownBy(() -> host.execute(0, READY)).isInstanceOf(TransferFailedException.class);
    assertThat(link.submitted)
        .containsExactly("out 31", RESET, "reset port", "00 05 index 00", "00 09 index 00");
    assertWorks();
  }

  @Test
  void aFailedCommandBringsItsSense() throws HostException {
    attach(device -> device);
    var told = new ArrayList<String>();
    host.setListener(
        done -> told.add(done.cdb() + " " + done.status().orElseThrow() + " " + sense(done)));
    var beyond = new BlockCommand.Read(BlockCommand.Form.TEN, 1001, 1, false, false).encode();
    assertThatThrownBy(() -> host.execute(0, beyond, Direction.IN, Unpooled.buffer(512), 0, 512))
        .isInstanceOf(CommandFailedException.class)
        .hasMessage("LUN 0, command 28 00 00 00 03 e9 00 00 01 00 failed with sense 05/21/00");
    assertThat(told)
        .containsExactly("28 00 00 00 03 e9 00 00 01 00 1 -", "03 00 00 00 12 00 0 05/21/00");
    assertWorks();
  }

  private static String sense(CommandListener.CompletedCommand done) {
    return done.senseData().map(data -> data.sense().toString()).orElse("-");
  }

  @Test
  void aDeviceThatGoesIsReportedAsGone() throws HostException {
    attach(device -> device);
    plug.unplug();
    assertThatThrownBy(() -> host.execute(0, READY))
        .isInstanceOf(DeviceGoneException.class)
        .hasMessage("LUN 0, command 00 00 00 00 00 00: the device has gone");
  }

  /** Reads stop for ever at a block, until it is told to go on. */
  private static final class StoppingMedium implements Medium {
    private final Medium inner;
    private final long stopAt;
    private boolean stops = true;
    private BlockAccess stopped;

    StoppingMedium(Medium inner, long stopAt) {
      this.inner = inner;
      this.stopAt = stopAt;
    }

    /** The read that has stopped goes on, though nobody may wait for it any more. */
    void goOn() {
      stops = false;
      inner.read(stopped);
    }

    @Override
    public int blockSize() {
      return inner.blockSize();
    }

    @Override
    public long blockCount() {
      return inner.blockCount();
    }

    @Override
    public boolean writeProtected() {
      return inner.writeProtected();
    }

    @Override
    public void read(BlockAccess access) {
      if (!stops || access.firstBlock() < stopAt) {
        inner.read(access);
      } else {
        stopped = access;
      }
    }

    @Override
    public void write(BlockAccess access) {
      inner.write(access);
    }

    @Override
    public void synchronize(BlockAccess access) {
      inner.synchronize(access);
    }
  }
}
