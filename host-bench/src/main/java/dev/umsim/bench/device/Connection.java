package dev.umsim.bench.device;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * How a device is reached that is not simulated in this process, beyond its name.
 *
 * @param interfaceNumber the mass storage interface to use; not needed where there is one only
 * @param programArguments what the program of an {@code exec:} target is started with
 */
public record Connection(OptionalInt interfaceNumber, List<String> programArguments) {
  /** With the only interface, and no arguments. */
  public static final Connection USUAL = new Connection(OptionalInt.empty(), List.of());

  public Connection {
    Objects.requireNonNull(interfaceNumber);
    programArguments = List.copyOf(programArguments);
  }
}
