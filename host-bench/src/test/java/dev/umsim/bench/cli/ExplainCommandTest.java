package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ums explain} on captures that the program made of devices whose habits are known. */
class ExplainCommandTest {
  @TempDir private Path folder;

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private String captured(String target, String... more) {
    var file = path("wire.pcapng");
    var arguments = new ArrayList<>(List.of("bench", target));
    arguments.addAll(List.of(more));
    arguments.addAll(List.of("--speed", "high", "--capture", file));
    Ums.run(arguments.toArray(String[]::new));
    return file;
  }

  @Test
  void tellsCommandsInWordsAndNothingAgainstAConformantDevice() {
    var file = captured("sim:reference?size=1M", "--size", "64k", "--bs", "4k", "--op", "read");
    var told = Ums.run("explain", file).expectGood().out();
    assertThat(told)
        .contains("(1209:0001 umsim Mass Storage)")
        .contains("interface 0, bulk-in 81, bulk-out 02")
        .contains("READ (10) 16 commands, one behind the other, blocks 0 to 127")
        .containsPattern("READ \\(10\\) +4096 +16 ")
        .contains("what the device did against a standard:\n  nothing\n")
        .contains("what Linux needs a flag for (usb-storage):\n  nothing\n");
    assertThat(Ums.run("explain", "--all", file).expectGood().out())
        .contains("READ (10) block 8, 8 blocks\n")
        .doesNotContain("one behind the other");
  }

  @ParameterizedTest
  @CsvSource({
    "status-with-tag-zero, dCSWTag is not dCBWTag (BOT 5.2), BULK_IGNORE_TAG",
    "residue-is-length, 'all data came, and the residue is not 0 (BOT 5.2)', IGNORE_RESIDUE",
    "residue-all-ones, dCSWDataResidue is more than dCBWDataTransferLength (BOT 5.2),"
        + " IGNORE_RESIDUE",
    "last-blocks-unreadable, the last block of READ CAPACITY cannot be read (SBC-3 5.15),"
        + " FIX_CAPACITY",
  })
  void tellsWhatADeviceDoesWrong(String deviation, String clause, String quirk) {
    var file =
        captured("sim:reference?size=32k&deviation=" + deviation, "--op", "read", "--bs", "4k");
    var told = Ums.run("explain", file).expectGood().out();
    var device = told.substring(told.indexOf("what the device did"));
    assertThat(device).contains(clause);
    assertThat(device.substring(device.indexOf("what Linux needs"))).contains(quirk);
  }

  @Test
  void severalDevicesAreToldApart() throws IOException {
    Ums.run("bench", "sim:reference?size=64k&serial=0123456789AB", "--capture", path("a.pcapng"));
    Ums.run("bench", "sim:reference?size=64k&serial=BA9876543210", "--capture", path("b.pcapng"));
    // Two sections make one file; in both the first device is on bus 1.
    var both = Files.readAllBytes(folder.resolve("a.pcapng"));
    Files.write(folder.resolve("both.pcapng"), both);
    Files.write(
        folder.resolve("both.pcapng"),
        Files.readAllBytes(folder.resolve("b.pcapng")),
        StandardOpenOption.APPEND);
    Ums.run("explain", path("both.pcapng"), "--device", "77.1")
        .expectLine(
            2,
            path("both.pcapng")
                + " has no device 77.1; in it are "
                + Ums.run("explain", path("both.pcapng"), "--device", "77.1")
                    .err()
                    .replaceAll(".*in it are |\\R", ""));
    Ums.run("explain", path("a.pcapng"), "--device", "x")
        .expectLine(2, "--device is BUS.ADDRESS, such as 1.4, not 'x'");
  }

  @Test
  void whatIsNoUsbOrNoCaptureIsSaid() throws IOException {
    var ethernet = ByteBuffer.allocate(24 + 16 + 60).order(ByteOrder.LITTLE_ENDIAN);
    ethernet.putInt(0xa1b2c3d4).putShort((short) 2).putShort((short) 4).putInt(20, 1);
    ethernet.putInt(24 + 8, 60).putInt(24 + 12, 60);
    Files.write(folder.resolve("lan.pcap"), ethernet.array());
    Ums.run("explain", path("lan.pcap"))
        .expectLine(
            2,
            path("lan.pcap")
                + " has no USB traffic: 1 packet is no USB traffic that is read here, but"
                + " Ethernet");
    Files.writeString(folder.resolve("x.exchange"), "# a case\n> in 13\n< data 0\n");
    Ums.run("explain", path("x.exchange"))
        .expectLine(
            1,
            path("x.exchange")
                + " is no capture: it begins neither as pcap nor as pcapng; choose another file or"
                + " folder");
  }

  @Test
  void damagedCapturesAreOneLineEach() throws IOException {
    var file = captured("sim:reference?size=64k", "--size", "16k", "--bs", "4k");
    var sound = Files.readAllBytes(Path.of(file));
    for (int seed = 0; seed < 100; seed++) {
      var random = new Random(seed);
      var damaged = sound.clone();
      for (int left = 1 + random.nextInt(30); left > 0; left--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      Files.write(folder.resolve("damaged.pcapng"), damaged);
      var ums = Ums.run("explain", path("damaged.pcapng"));
      assertThat(ums.status()).as(ums.err()).isBetween(0, 2);
      assertThat(ums.err()).doesNotContain("fault of the program");
      assertThat(ums.err().lines())
          .allSatisfy(line -> assertThat(line).startsWith("ums: "))
          .hasSizeLessThan(6);
    }
  }
}
