package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ErrorsTest {
  private final StringWriter err = new StringWriter();

  private void expect(Exception exception, int status, String line, String... arguments) {
    err.getBuffer().setLength(0);
    var commandLine = new CommandLine(new Main()).setErr(new PrintWriter(err));
    var parsed = commandLine.parseArgs(arguments);
    assertThat(Errors.failed(exception, commandLine, parsed)).isEqualTo(status);
    assertThat(err.toString()).startsWith("ums: " + line + System.lineSeparator());
    assertThat(err.toString().contains("\tat ")).isEqualTo(arguments.length > 0);
  }

  @Test
  void haveTheirStatus() {
    expect(new NotationException("so not"), 2, "so not");
    expect(new IOException("disk full"), 1, "disk full");
    expect(new UncheckedIOException(new IOException("disk full")), 1, "disk full");
    expect(new NoSuchFileException("a"), 1, "a does not exist; check the path");
    expect(
        new AccessDeniedException("a"),
        1,
        "a may not be accessed; check its permissions and those of its folder");
    expect(
        new IllegalStateException("oh"),
        1,
        "this is a fault of the program: java.lang.IllegalStateException: oh; run it again with -v"
            + " for the details");
  }

  @Test
  void areOneLine() {
    expect(new IOException("one \n two\r\nthree"), 1, "one two three");
  }

  @Test
  void showWhereTheyComeFromIfThatIsAsked() {
    expect(new IOException("disk full"), 1, "disk full", "bench", "-v");
  }

  @Test
  void tellThatTheTargetHasGone() {
    var device = ReferenceDevice.builder().medium(new MemoryMedium(512, 8)).build();
    var link = device.attach(new ZeroTimeBus(), Speed.FULL);
    link.unplug();
    var gone =
        catchThrowableOfType(
            DeviceGoneException.class, () -> Enumeration.enumerate(link, OptionalInt.empty()));
    expect(gone, 3, gone.getMessage());
  }
}
