package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.Medium;
import dev.umsim.core.testing.ExternalTool;
import dev.umsim.core.usb.Speed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * GRUB, with drivers of its own for controllers and for mass storage. It puts the low three bits of
 * the LUN into byte 1 of every CDB as well, as SCSI-2 asks.
 */
@Tag("real-hosts")
class GrubTest {
  private static final Path MODULES = Path.of("/usr/lib/grub/i386-pc");
  private static final int BLOCK = 512;
  private static final int UNITS = 10;
  private static final List<Integer> USED = List.of(0, 1, 9);
  private static final int ENVIRONMENT_BYTES = 1024;
  private static final int LIMIT_SECONDS = 120;

  /** What the debug exit of QEMU makes of 10h. */
  private static final int DONE = 0x21;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"ehci, usb-ehci, HIGH", "ohci, pci-ohci, FULL"})
  void unitsAreReadAndWritten(String driver, String controller, Speed port) throws Exception {
    ExternalTool.require("qemu-system-x86_64", "qemu-system-x86");
    ExternalTool.require("grub-mkimage", "grub-common");
    ExternalTool.requireFile(MODULES.resolve("lnxboot.img"), "grub-pc-bin");
    var images = new ArrayList<Path>();
    for (int unit = 0; unit < UNITS; unit++) {
      images.add(image(unit));
    }
    var kernel = kernel(driver);

    String printed;
    try (var device = ServedDevice.unplugged()) {
      var media = new ArrayList<Medium>();
      for (var image : images) {
        media.add(device.medium(image, BLOCK));
      }
      device.plug(port, builder -> media.forEach(builder::medium));
      printed = boot(kernel, controller, device.usbRedirPort());
    }

    for (int unit : USED) {
      assertThat(printed).contains("unit " + unit + " says: this is unit " + unit + "\n");
    }
    for (int unit = 0; unit < UNITS; unit++) {
      assertThat(environment(images.get(unit)))
          .as("environment of unit %d", unit)
          .startsWith(
              USED.contains(unit)
                  ? "# GRUB Environment Block\nname=this is unit " + unit + "\nwritten=" + driver
                  : "# GRUB Environment Block\nname=this is unit " + unit + "\n#");
    }
  }

  /** A volume with an environment block, which {@code save_env} overwrites where it lies. */
  private Path image(int unit) throws IOException {
    var image = ServedDevice.emptyImage(folder.resolve("unit" + unit), 2 << 20);
    var block = "# GRUB Environment Block\nname=this is unit " + unit + "\n";
    var file = folder.resolve("grubenv");
    Files.writeString(file, block + "#".repeat(ENVIRONMENT_BYTES - block.length()));
    ExternalTool.of("mkfs.fat", "dosfstools").runToEnd(image.toString());
    ExternalTool.of("mcopy", "mtools")
        .runToEnd("-i", image.toString(), file.toString(), "::grubenv");
    return image;
  }

  private String environment(Path image) throws IOException {
    var file = folder.resolve("read");
    ExternalTool.of("mcopy", "mtools")
        .runToEnd("-n", "-o", "-i", image.toString(), "::grubenv", file.toString());
    return Files.readString(file);
  }

  /** GRUB with its configuration, as a kernel of Linux that QEMU can start. */
  private Path kernel(String driver) throws IOException {
    var commands =
        USED.stream()
            .map(
                unit ->
                    """
                    load_env --file (usb0%1$c)/grubenv
                    echo unit %2$d says: $name
                    set written=%3$s
                    save_env --file (usb0%1$c)/grubenv written
                    """
                        .formatted('a' + unit, unit, driver))
            .collect(Collectors.joining());
    var configuration = folder.resolve("grub.cfg");
    Files.writeString(
        configuration, "serial --unit=0\nterminal_output serial\n" + commands + "outb 0xf4 0x10\n");
    var core = folder.resolve("core.img");
    var arguments =
        new ArrayList<>(
            List.of(
                "-O", "i386-pc", "-p", "/", "-c", configuration.toString(), "-o", core.toString()));
    arguments.addAll(List.of("serial", "terminal", "echo", "iorw", "loadenv", "fat"));
    arguments.addAll(List.of(driver, "usbms"));
    ExternalTool.of("grub-mkimage", "grub-common").runToEnd(arguments.toArray(String[]::new));
    var kernel = new ByteArrayOutputStream();
    kernel.writeBytes(Files.readAllBytes(MODULES.resolve("lnxboot.img")));
    kernel.writeBytes(Files.readAllBytes(core));
    return Files.write(folder.resolve("kernel"), kernel.toByteArray());
  }

  private static String boot(Path kernel, String controller, int port) {
    var result =
        ExternalTool.of("timeout", "coreutils")
            .run(
                "--kill-after=5",
                LIMIT_SECONDS - 10,
                "qemu-system-x86_64",
                "-accel",
                "tcg",
                "-machine",
                "pc,usb=off",
                "-m",
                "64",
                "-nodefaults",
                "-no-user-config",
                "-display",
                "none",
                "-serial",
                "stdio",
                "-device",
                "isa-debug-exit,iobase=0xf4,iosize=4",
                "-device",
                controller + ",id=hc",
                "-chardev",
                "socket,id=redirected,host=127.0.0.1,port=" + port,
                "-device",
                "usb-redir,id=disk,chardev=redirected,bus=hc.0",
                "-kernel",
                kernel);
    assertThat(result.status()).as("%s", result).isEqualTo(DONE);
    return result.output();
  }
}
