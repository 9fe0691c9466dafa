package dev.umsim.bench.device;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a device is reached that is not simulated in this process, beyond its name.
 *
 * @param interfaceNumber the mass storage interface to use; not needed where there is one only
 * @param programArguments what the program of an {@code exec:} target is started with
 * @param timeout how long is waited for the device, if that was said
 */
public record Connection(
    OptionalInt interfaceNumber, List<String> programArguments, Optional<Duration> timeout) {
  /** With the only interface, no arguments, and the usual patience. */
  public static final Connection USUAL =
      new Connection(OptionalInt.empty(), List.of(), Optional.empty());

  /** How long is waited for a device unless something else is said. */
  public static final Duration USUAL_TIMEOUT = Duration.ofSeconds(30);

  public Connection {
    Objects.requireNonNull(interfaceNumber);
    programArguments = List.copyOf(programArguments);
    Objects.requireNonNull(timeout);
  }

  /** How long a program may take to be ready, and a command to end. */
  public Duration patience() {
    return timeout.orElse(USUAL_TIMEOUT);
  }
}
