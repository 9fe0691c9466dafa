package dev.umsim.bench.usb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A Java runtime for whose platform there is no libusb, as a process of its own. */
class MissingLibraryTest {
  private static final String INSTEAD =
      "; export the device by USB/IP from another machine, as usbip://HOST/BUSID";

  private record Ended(int status, String said) {}

  private static Ended run(String property, String... arguments)
      throws IOException, InterruptedException {
    var command =
        Stream.concat(
                Stream.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    property,
                    "-cp",
                    System.getProperty("java.class.path"),
                    "dev.umsim.bench.cli.Main"),
                Stream.of(arguments))
            .toList();
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), said);
  }

  @Test
  void isToldInOneLine() throws Exception {
    var line =
        "ums: USB cannot be used: there is no library for "
            + System.getProperty("os.name")
            + " on pdp11"
            + INSTEAD
            + System.lineSeparator();
    for (var arguments : List.of(List.of("list", "targets"), List.of("bench", "usb:05ac:1209"))) {
      assertThat(run("-Dos.arch=pdp11", arguments.toArray(String[]::new)))
          .isEqualTo(new Ended(3, line));
    }
  }

  @Test
  void whatCannotBeLoadedIsToldWithItsReason() throws Exception {
    var ended = run("-Djava.io.tmpdir=/proc/self/none", "list", "targets");
    assertThat(ended.status()).isEqualTo(3);
    assertThat(ended.said().lines().toList())
        .singleElement()
        .asString()
        .startsWith("ums: USB cannot be used: its library cannot be loaded here, ")
        .endsWith(INSTEAD);
  }

  @Test
  void aLibraryThatTheMachineLacksIsNamed() {
    var why = new UnsatisfiedLinkError("librt.so.1: cannot open shared object file");
    assertThat(LibUsbContext.cannotBeLoaded(why))
        .hasMessage(
            "USB cannot be used: its library cannot be loaded here, librt.so.1: cannot open shared"
                + " object file"
                + INSTEAD);
  }
}
