package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.cli.Ums;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A capture that QEMU makes of its own disk while SeaBIOS boots from it: a device made of it does
 * the same.
 */
@Tag("real-hosts")
class CapturedStickTest {
  private static final int LIMIT_SECONDS = 60;

  /** Leaves the emulator by its debug exit, with 10h. */
  private static final String BOOT_SECTOR = "b010e6f4ebfe";

  /** What the debug exit makes of it. */
  private static final int BOOTED = 0x21;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void aDeviceMadeOfTheCaptureDoesTheSame(HostController controller) throws Exception {
    GuestSystem.require();
    var image = new byte[4 << 20];
    var code = HexFormat.of().parseHex(BOOT_SECTOR);
    System.arraycopy(code, 0, image, 0, code.length);
    image[510] = 0x55;
    image[511] = (byte) 0xaa;
    Files.write(folder.resolve("boot.img"), image);
    var capture = folder.resolve("stick.pcap").toString();

    assertThat(run(qemu(controller, capture))).isEqualTo(BOOTED);

    assertThat(Ums.run("explain", capture).out()).contains("READ (10) block 0, 1 block");
    var device = folder.resolve("stick.toml");
    assertThat(Ums.run("record", "--from", capture, "-o", device.toString()).status()).isZero();
    var replayed = Ums.run("replay", capture, "sim:reference?device=" + device, "--all");
    assertThat(replayed.status()).as(replayed.out() + replayed.err()).isZero();
    // Its time is that of an emulator on this machine: a figure for the page, not for a test.
    System.out.println(
        controller + ": " + replayed.out().lines().reduce((first, second) -> second).orElseThrow());
  }

  private List<String> qemu(HostController controller, String capture) {
    var command =
        new ArrayList<>(List.of("timeout", "--kill-after=5", Integer.toString(LIMIT_SECONDS)));
    command.addAll(
        List.of("qemu-system-x86_64", "-accel", "tcg", "-machine", "pc,usb=off", "-m", "64"));
    command.addAll(List.of("-nodefaults", "-no-user-config", "-display", "none"));
    command.addAll(List.of("-device", "isa-debug-exit,iobase=0xf4,iosize=4"));
    command.addAll(controller.options());
    var drive = "if=none,id=stick,format=raw,snapshot=on,file=" + folder.resolve("boot.img");
    command.addAll(List.of("-drive", drive));
    var stick = "usb-storage,bus=hc.0,drive=stick,bootindex=1,pcap=" + capture;
    command.addAll(List.of("-device", stick));
    return command;
  }

  private static int run(List<String> command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).inheritIO().start();
    try {
      assertThat(process.waitFor(LIMIT_SECONDS + 10L, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
