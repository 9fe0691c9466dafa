package dev.umsim.bench.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.bench.notation.TargetNotation.Program;
import dev.umsim.bench.notation.TargetNotation.Setting;
import dev.umsim.bench.notation.TargetNotation.Simulated;
import dev.umsim.bench.notation.TargetNotation.UsbIdentity;
import dev.umsim.bench.notation.TargetNotation.UsbIp;
import dev.umsim.bench.notation.TargetNotation.UsbPlace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetNotationTest {

  @Test
  void readsSimulatedDevices() {
    assertThat(TargetNotation.parse("sim:reference")).isEqualTo(Simulated.REFERENCE);
    assertThat(TargetNotation.parse("sim:ipod-video-80g/of?size=1G&image=a%26b,ro&image=c"))
        .isEqualTo(
            new Simulated(
                "ipod-video-80g/of",
                List.of(
                    new Setting("size", "1G"),
                    new Setting("image", "a%26b,ro"),
                    new Setting("image", "c"))));
  }

  @Test
  void takesAnArgumentWithoutSchemeForAnImage() {
    assertThat(TargetNotation.parse("disk.img").text()).isEqualTo("sim:reference?image=disk.img");
    assertThat(TargetNotation.parse("a b&c%20,d.img,overlay").text())
        .isEqualTo("sim:reference?image=a%20b%26c%2520%2Cd.img,overlay");
    assertThat(TargetNotation.parse("x,y,ro").text()).isEqualTo("sim:reference?image=x%2Cy,ro");
    assertThat(TargetNotation.parse("./foo:bar").text()).isEqualTo("sim:reference?image=./foo:bar");
    assertThat(TargetNotation.parse("C:\\disk.img").text())
        .isEqualTo("sim:reference?image=C:%5Cdisk.img");
    assertThat(Simulated.image(Path.of("x,ro")).text()).isEqualTo("sim:reference?image=x%2Cro");
  }

  @Test
  void readsOtherTargets() {
    assertThat(TargetNotation.parse("usbip://nas/1-1")).isEqualTo(new UsbIp("nas", 3240, "1-1"));
    assertThat(TargetNotation.parse("usbip://nas/usbip-vudc.0"))
        .isEqualTo(new UsbIp("nas", 3240, "usbip-vudc.0"));
    assertThat(TargetNotation.parse("usbip://[::1]:99/1-1.2"))
        .isEqualTo(new UsbIp("[::1]", 99, "1-1.2"));
    assertThat(TargetNotation.parse("usb:05ac:1209"))
        .isEqualTo(new UsbIdentity(0x05ac, 0x1209, Optional.empty()));
    assertThat(TargetNotation.parse("usb:05AC:1209:a%3Ab"))
        .isEqualTo(new UsbIdentity(0x05ac, 0x1209, Optional.of("a:b")));
    assertThat(TargetNotation.parse("usb:@1-4.2")).isEqualTo(new UsbPlace(1, "4.2"));
    assertThat(TargetNotation.parse("exec:/opt/my%20server"))
        .isEqualTo(new Program("/opt/my server"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sim:reference",
        "sim:reference?size=1G&seed=7",
        "sim:rockbox-2026",
        "usbip://nas:99/1-1",
        "usbip://nas/1-1",
        "usb:05ac:1209",
        "usb:05ac:1209:abc",
        "usb:@1-4.2",
        "exec:/opt/server"
      })
  void isWrittenAsItIsRead(String text) {
    assertThat(TargetNotation.parse(text).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "smi:reference | there is no kind of target 'smi:'; did you mean sim:? (kinds: sim:, usbip:, usb:, exec:; for a file of this name, write ./smi:reference)",
        "usbi:05ac:1209 | there is no kind of target 'usbi:'; did you mean usbip:? (kinds: sim:, usbip:, usb:, exec:; for a file of this name, write ./usbi:05ac:1209)",
        "sim: | 'sim:' names no device; write sim:reference, and settings behind a ?, such as sim:reference?size=64M",
        "sim:a/b/c | 'sim:a/b/c' names no device; write sim:reference, and settings behind a ?, such as sim:reference?size=64M",
        "sim:reference? | '' is not a setting of a target; write KEY=VALUE, with & between them",
        "sim:reference?size | 'size' is not a setting of a target; write KEY=VALUE, with & between them",
        "sim:reference?size=1M& | '' is not a setting of a target; write KEY=VALUE, with & between them",
        "sim:reference?size=1M&size=2M | 'size' is given more than once; give it once",
        "sim:reference?size= | 'size' has no value; write size=VALUE or leave it out",
        "usbip:nas/1-1 | 'usbip:nas/1-1' is not a target; write usbip://HOST[:PORT]/BUSID, such as usbip://nas/1-1",
        "usbip://nas | 'usbip://nas' is not a target; write usbip://HOST[:PORT]/BUSID, such as usbip://nas/1-1",
        "usbip://nas:0/1-1 | 'usbip://nas:0/1-1': a port is 1 to 65535, not 0",
        "usb:5ac:1209 | 'usb:5ac:1209' is not a target; write usb:VID:PID[:SERIAL], such as usb:05ac:1209",
        "usb:@1 | 'usb:@1' is not a target; write usb:@BUS-PORTPATH, such as usb:@1-4.2",
        "exec: | 'exec:' names no program; write exec:PATH",
      })
  void saysWhatIsWrong(String text, String message) {
    assertThatThrownBy(() -> TargetNotation.parse(text))
        .isInstanceOf(NotationException.class)
        .hasMessage(message);
  }

  @Test
  void saysWhichKeyWasMeant() {
    assertThatThrownBy(() -> TargetNotation.parse("sim:reference?blocksize=512"))
        .isInstanceOf(NotationException.class)
        .hasMessage(
            "sim:reference has no key 'blocksize'; did you mean block-size? (keys: image, size,"
                + " blocks, block-size, fill, speed, short-data, out-excess, write-cache,"
                + " power-on-attention, vid, pid, serial, vendor, product, revision, seed,"
                + " deviation, fake, volatile-cache, erase-block, bad-blocks, bit-rot,"
                + " dead-after-writes, fault, faults, device)");
    assertThatThrownBy(() -> TargetNotation.parse("sim:reference?colour=red"))
        .hasMessageStartingWith("sim:reference has no key 'colour' (keys: image, ");
    assertThatThrownBy(() -> TargetNotation.parse(""))
        .hasMessage("the target is empty; give an image file or one of sim:, usbip:, usb:, exec:");
  }
}
