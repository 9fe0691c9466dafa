package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.usb.Speed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** SeaBIOS, the firmware of a PC, finds the device and boots from it. */
@Tag("real-hosts")
class FirmwareBootTest {
  private static final int BLOCK = 512;
  private static final int TEXT_BLOCKS = 16;
  private static final int LIMIT_SECONDS = 120;

  /** What the debug exit of QEMU makes of the boot sector's 10h. */
  private static final int BOOTED = 0x21;

  /**
   * Reads the blocks behind itself by INT 13h, prints the text in them to the first serial port up
   * to a zero, and ends the emulator: with 10h, or with 11h if it could not read.
   *
   * <p>It reads them one by one. SeaBIOS keeps UHCI's packets in a ring of sixteen descriptors, and
   * QEMU, which runs ahead in the ring, does not notice that the seventeenth is the first again: it
   * may ask for a packet more than SeaBIOS has, and with it for the status.
   */
  private static final String BOOT_SECTOR =
      """
      31 c0                xor  ax, ax
      8e d8                mov  ds, ax
      fc                   cld
      be 33 7c     read:   mov  si, packet
      b4 42                mov  ah, 42h      ; extended read, drive in DL
      cd 13                int  13h
      72 1e                jc   failed
      52                   push dx
      ba f8 03             mov  dx, 3f8h
      be 00 80             mov  si, 8000h
      ac           next:   lodsb
      84 c0                test al, al
      74 0e                jz   done
      ee                   out  dx, al
      81 fe 00 82          cmp  si, 8200h
      75 f4                jne  next
      5a                   pop  dx
      ff 06 3b 7c          inc  word [block]
      eb dd                jmp  read
      b0 10        done:   mov  al, 10h
      eb 02                jmp  exit
      b0 11        failed: mov  al, 11h
      e6 f4        exit:   out  0f4h, al
      f4           stop:   hlt
      eb fd                jmp  stop
      10 00 01 00  packet: 16 bytes, 1 block
      00 80 00 00          to 0000:8000h
      01 00 00 00  block:  first that of number 1
      00 00 00 00
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "XHCI")
  void firmwareBootsFromTheDevice(HostController controller) throws Exception {
    GuestSystem.require();
    var text =
        IntStream.range(0, 303)
            .mapToObj("booted, and read line %04d\n"::formatted)
            .collect(Collectors.joining());
    // It ends in the last of the blocks, with a zero behind it.
    assertThat(text.length()).isBetween((TEXT_BLOCKS - 1) * BLOCK, TEXT_BLOCKS * BLOCK - 1);
    var image = folder.resolve("boot.img");
    Files.write(image, bootImage(text));
    var serial = folder.resolve("serial");
    try (var device = ServedDevice.unplugged()) {
      var medium = device.medium(image, BLOCK);
      device.plug(
          controller == HostController.UHCI ? Speed.FULL : Speed.HIGH,
          builder -> builder.medium(medium));

      var command =
          new ArrayList<>(List.of("timeout", "--kill-after=5", Integer.toString(LIMIT_SECONDS)));
      command.addAll(
          List.of("qemu-system-x86_64", "-accel", "tcg", "-machine", "pc,usb=off", "-m", "64"));
      command.addAll(List.of("-nodefaults", "-no-user-config", "-display", "none"));
      // It may have looked for disks before the redirection stood; then it looks again.
      command.addAll(List.of("-boot", "reboot-timeout=100"));
      command.addAll(List.of("-serial", "file:" + serial));
      command.addAll(List.of("-device", "isa-debug-exit,iobase=0xf4,iosize=4"));
      command.addAll(controller.options());
      command.addAll(Way.redirection(device.usbRedirPort(), controller));
      command.addAll(List.of("-set", "device.disk.bootindex=1"));

      assertThat(run(command)).as("status of %s", command).isEqualTo(BOOTED);
    }
    assertThat(Files.readString(serial)).isEqualTo(text);
  }

  private static byte[] bootImage(String text) {
    var image = new byte[4 << 20];
    var code =
        BOOT_SECTOR
            .lines()
            .map(line -> line.substring(0, Math.min(12, line.length())))
            .collect(Collectors.joining());
    var bytes = HexFormat.of().parseHex(code.replace(" ", ""));
    System.arraycopy(bytes, 0, image, 0, bytes.length);
    image[BLOCK - 2] = 0x55;
    image[BLOCK - 1] = (byte) 0xaa;
    var ascii = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(ascii, 0, image, BLOCK, ascii.length);
    return image;
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
