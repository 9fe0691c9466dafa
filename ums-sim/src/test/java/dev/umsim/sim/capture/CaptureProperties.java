package dev.umsim.sim.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Any bytes can be read as a capture, or are told in one line to be none. */
final class CaptureProperties {
  private static final List<byte[]> FILES =
      List.of(
          ForeignCaptures.pcap(
              ForeignCaptures.usbmon(64, ByteOrder.LITTLE_ENDIAN),
              220,
              ByteOrder.LITTLE_ENDIAN,
              false),
          ForeignCaptures.pcapNg(
              ForeignCaptures.usbmon(48, ByteOrder.BIG_ENDIAN), 189, ByteOrder.BIG_ENDIAN, 9),
          ForeignCaptures.pcapNg(ForeignCaptures.usbPcap(true), 249, ByteOrder.LITTLE_ENDIAN, 6),
          ForeignCaptures.pcap(
              ForeignCaptures.packets(ForeignCaptures.Wire.SPLIT),
              288,
              ByteOrder.LITTLE_ENDIAN,
              true),
          ForeignCaptures.pcapNg(
              ForeignCaptures.packets(ForeignCaptures.Wire.NOISY),
              295,
              ByteOrder.LITTLE_ENDIAN,
              9));

  @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
  void captures_with_bytes_changed(@ForAll long seed) throws IOException {
    var random = new Random(seed);
    var file = FILES.get(random.nextInt(FILES.size())).clone();
    for (int left = 1 + random.nextInt(20); left > 0; left--) {
      // Half of them where the file says how it is to be read.
      int at = random.nextInt(random.nextBoolean() ? Math.min(400, file.length) : file.length);
      file[at] = (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(3) - 1);
    }
    int transfers = 0;
    var assembler = new CommandAssembler();
    try (var capture = Capture.open(new ByteArrayInputStream(file))) {
      for (var each = capture.next(); each.isPresent(); each = capture.next()) {
        transfers++;
        assembler
            .add(each.get())
            .ifPresent(
                command -> {
                  assertThat(command.cdb()).hasSizeBetween(1, 16);
                  assertThat(command.dataBytes().length).isLessThan(file.length);
                  assertThat(command.nanos()).isNotNegative();
                });
      }
      assertThat(capture.notes())
          .hasSizeLessThan(12)
          .allSatisfy(note -> assertThat(note).doesNotContain("\n").hasSizeLessThan(200));
    } catch (MalformedCaptureException e) {
      assertThat(e.getMessage()).doesNotContain("\n").hasSizeLessThan(200);
    }
    assertThat(transfers).isLessThan(file.length / 4);
  }
}
