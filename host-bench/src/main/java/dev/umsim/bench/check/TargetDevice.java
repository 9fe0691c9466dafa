package dev.umsim.bench.check;

import dev.umsim.bench.device.Target;
import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.check.CheckedDevice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalInt;

/** A target as a device that is checked. */
public final class TargetDevice implements CheckedDevice, AutoCloseable {
  /** How a target is opened, again if it is a program that has died. */
  @FunctionalInterface
  public interface Opening {
    /** The target, which is closed by its user. */
    Target open() throws IOException;
  }

  private final Opening opening;
  private final boolean program;
  private final boolean changesAllowed;
  private final boolean canBeUnconfigured;
  private Target target;

  /** Asked once of each target: a program is given time to answer. */
  private Optional<DeviceControls> controls;

  /**
   * Opens it.
   *
   * @param program whether it is a program that can be started again
   * @param changesAllowed whether its medium and its state may be changed
   * @param canBeUnconfigured whether nothing between addresses it itself
   */
  public TargetDevice(
      Opening opening, boolean program, boolean changesAllowed, boolean canBeUnconfigured)
      throws IOException {
    this.opening = opening;
    this.program = program;
    this.changesAllowed = changesAllowed;
    this.canBeUnconfigured = canBeUnconfigured;
    target = opening.open();
    controls = target.controls();
  }

  @Override
  public UsbLink attach() throws DeviceGoneException {
    try {
      return target.attach(Collections.max(target.speeds()));
    } catch (UncheckedIOException e) {
      throw new DeviceGoneException(e.getCause().getMessage());
    }
  }

  @Override
  public Optional<DeviceControls> controls() {
    return controls;
  }

  @Override
  public OptionalInt interfaceNumber() {
    return target.interfaceNumber();
  }

  @Override
  public boolean changesAllowed() {
    return changesAllowed;
  }

  @Override
  public boolean canBeUnconfigured() {
    return canBeUnconfigured;
  }

  @Override
  public Optional<String> death() {
    return program ? target.lastFailure().map(IOException::getMessage) : Optional.empty();
  }

  @Override
  public boolean restart() throws DeviceGoneException {
    if (!program) {
      return false;
    }
    try {
      target.close();
      target = opening.open();
      controls = target.controls();
      return true;
    } catch (IOException e) {
      throw new DeviceGoneException(e.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    target.close();
  }
}
