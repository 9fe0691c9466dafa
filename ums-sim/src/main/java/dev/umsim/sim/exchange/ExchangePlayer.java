package dev.umsim.sim.exchange;

import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.host.HostException;
import dev.umsim.core.host.RefusedTransferException;
import dev.umsim.core.usb.UsbLink;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Plays the cases of an exchange file against a device, and compares what it does.
 *
 * <p>A case is left at its first difference. The device is then brought back by Reset Recovery, or
 * else reconnected, so that every case is judged for itself.
 */
public final class ExchangePlayer implements AutoCloseable {
  private final ExchangeHost host;

  /**
   * @param link to a device that is attached; it belongs to the player from now on
   * @param interfaceNumber the mass storage interface; not needed where there is one only
   * @param controls what else can be done to the device
   * @param nakTimeoutNanos a transfer that makes no progress for so long is taken as NAKed, where
   *     time is real
   */
  public ExchangePlayer(
      UsbLink link,
      OptionalInt interfaceNumber,
      Optional<DeviceControls> controls,
      long nakTimeoutNanos)
      throws HostException {
    this(new ExchangeHost(link, interfaceNumber, controls, nakTimeoutNanos, true));
  }

  private ExchangePlayer(ExchangeHost host) {
    this.host = host;
  }

  /**
   * A player that sends one line directly behind the other, as a host does, so that the time that a
   * case takes means something. What a device reports is not seen.
   */
  public static ExchangePlayer inTime(
      UsbLink link, OptionalInt interfaceNumber, long nakTimeoutNanos) throws HostException {
    return new ExchangePlayer(
        new ExchangeHost(link, interfaceNumber, Optional.empty(), nakTimeoutNanos, false));
  }

  /** Plays a case until it ends, or differs, or asks for what cannot be done. */
  public CaseResult play(ExchangeCase toPlay) throws HostException {
    int done = 0;
    boolean branchWithoutStall = false;
    for (var expected : toPlay.exchanges()) {
      if (branchWithoutStall && expected.host() instanceof HostLine.ClearHalt) {
        done++;
        continue;
      }
      Optional<Observed> observed;
      try {
        observed = host.perform(expected.host());
      } catch (RefusedTransferException e) {
        host.recover();
        return CaseResult.skipped(toPlay, "line " + expected.line() + ": " + e.getMessage());
      }
      if (observed.isEmpty()) {
        host.recover();
        return CaseResult.skipped(
            toPlay, "line " + expected.line() + ": this target cannot " + expected.host().text());
      }
      if (!agrees(expected, observed.get())) {
        host.recover();
        return CaseResult.differs(
            toPlay, new Difference(toPlay.exchanges().subList(0, done), expected, observed.get()));
      }
      branchWithoutStall =
          expected.answer() instanceof Answer.Choice
              && !(observed.get().answer() instanceof Answer.Stall);
      done++;
    }
    return CaseResult.agrees(toPlay);
  }

  /** Whether events are compared; only a simulated device can be asked for them. */
  public boolean comparesEvents() {
    return host.seesEvents();
  }

  /** Lets the device go. */
  @Override
  public void close() {
    host.close();
  }

  private boolean agrees(Exchange expected, Observed observed) {
    return expected.answer().agrees(observed.answer(), observed.bytes())
        && (!host.seesEvents() || expected.events().equals(observed.events()));
  }
}
