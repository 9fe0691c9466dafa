package dev.umsim.bench.remote;

import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.usb.UsbLink;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** What can be done to a device that a program serves, by its side channel. */
final class ProgramControls implements DeviceControls {
  /** Asks for nothing; the answer comes behind the events that have been. */
  private static final String SYNC = "sync";

  private final ServingProgram program;
  private final Supplier<UsbLink> reconnection;

  /**
   * @param reconnection gives the device up and imports it anew
   */
  ProgramControls(ServingProgram program, Supplier<UsbLink> reconnection) {
    this.program = program;
    this.reconnection = reconnection;
  }

  /** Whether the program answers. */
  static boolean answers(ServingProgram program) {
    return program.ask(SYNC).isPresent();
  }

  @Override
  public UsbLink reconnect() {
    return reconnection.get();
  }

  @Override
  public boolean failBlock(boolean reads, boolean writes, long block) {
    var which = reads && writes ? "" : reads ? "read-" : "write-";
    return ask("fail-" + which + "lba " + block);
  }

  @Override
  public boolean eject(OptionalInt drive) {
    return ask("eject" + text(drive));
  }

  @Override
  public boolean insert(OptionalInt drive) {
    return ask("insert" + text(drive));
  }

  private static String text(OptionalInt drive) {
    return drive.isPresent() ? " " + drive.getAsInt() : "";
  }

  @Override
  public boolean powerCycle() {
    return ask("power-cycle");
  }

  private boolean ask(String line) {
    return program.ask(line).orElse(false);
  }

  @Override
  public List<String> takeEvents() {
    program.ask(SYNC);
    return program.takeEvents();
  }
}
