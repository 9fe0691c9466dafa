package dev.umsim.bench.cli;

import dev.umsim.bench.device.Connection;
import dev.umsim.bench.notation.NotationException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** How a device is reached that is not simulated in this process. */
final class ConnectionOptions {
  /** A day; whoever wants more wants no end. */
  private static final int LONGEST_SECONDS = 86_400;

  @Option(
      names = "--interface",
      paramLabel = "N",
      description = "The mass storage interface of a device that has several.")
  private Integer interfaceNumber;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description =
          "How long to wait for such a device: until it is there, and for each command (default:"
              + " 30; a USB/IP server has 5 to answer).")
  private Integer timeoutSeconds;

  /** For a program that is given these arguments, where there is one. */
  Connection with(List<String> programArguments) {
    if (timeoutSeconds != null && (timeoutSeconds < 1 || timeoutSeconds > LONGEST_SECONDS)) {
      throw new NotationException(
          "--timeout is 1 to " + LONGEST_SECONDS + " seconds, not " + timeoutSeconds);
    }
    return new Connection(
        interfaceNumber == null ? OptionalInt.empty() : OptionalInt.of(interfaceNumber),
        programArguments,
        Optional.ofNullable(timeoutSeconds).map(Duration::ofSeconds));
  }
}
