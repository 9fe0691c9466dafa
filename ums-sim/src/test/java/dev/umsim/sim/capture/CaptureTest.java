package dev.umsim.sim.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of many recorders, of one and the same session. */
final class CaptureTest {
  /** What the reader made of a file. */
  private record Reading(List<CapturedTransfer> transfers, List<String> notes) {
    static Reading of(byte[] file) throws IOException {
      var transfers = new ArrayList<CapturedTransfer>();
      try (var capture = Capture.open(new ByteArrayInputStream(file))) {
        for (var each = capture.next(); each.isPresent(); each = capture.next()) {
          transfers.add(each.get());
        }
        return new Reading(transfers, capture.notes());
      }
    }

    List<String> told() {
      return transfers.stream().map(CaptureTest::tell).toList();
    }
  }

  private static String tell(CapturedTransfer each) {
    return "%02x %s %s %d %s %s"
        .formatted(
            each.setup().isPresent() ? 0 : each.endpointAddress(),
            each.kind(),
            each.setup().map(Object::toString).orElse("-"),
            each.movedBytes(),
            HexFormat.of().formatHex(each.data()),
            each.outcome());
  }

  private static final List<String> SESSION =
      ForeignCaptures.session().stream().map(CaptureTest::tell).toList();

  static Stream<String> files() {
    return FILES.keySet().stream();
  }

  private static final Map<String, byte[]> FILES = new TreeMap<>();

  static {
    for (var order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
      var mapped = ForeignCaptures.usbmon(64, order);
      var read = ForeignCaptures.usbmon(48, order);
      FILES.put("pcap 220 " + order, ForeignCaptures.pcap(mapped, 220, order, false));
      FILES.put("pcap 189 " + order, ForeignCaptures.pcap(read, 189, order, true));
      FILES.put("pcapng 220 10^6 " + order, ForeignCaptures.pcapNg(mapped, 220, order, 6));
      FILES.put("pcapng 189 10^9 " + order, ForeignCaptures.pcapNg(read, 189, order, 9));
      FILES.put("pcapng 220 2^20 " + order, ForeignCaptures.pcapNg(mapped, 220, order, 0x94));
    }
    var little = ByteOrder.LITTLE_ENDIAN;
    for (boolean inStages : new boolean[] {false, true}) {
      var frames = ForeignCaptures.usbPcap(inStages);
      FILES.put("pcap 249 in stages " + inStages, ForeignCaptures.pcap(frames, 249, little, false));
      FILES.put("pcapng 249 in stages " + inStages, ForeignCaptures.pcapNg(frames, 249, little, 6));
    }
    for (var wire : ForeignCaptures.Wire.values()) {
      var frames = ForeignCaptures.packets(wire);
      FILES.put("pcap 288 " + wire, ForeignCaptures.pcap(frames, 288, little, true));
      FILES.put("pcapng 288 " + wire, ForeignCaptures.pcapNg(frames, 288, little, 9));
      int linkType = wire == ForeignCaptures.Wire.SPLIT ? 294 : 295;
      FILES.put("pcapng told speed " + wire, ForeignCaptures.pcapNg(frames, linkType, little, 9));
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void the_session_is_the_same(String name) throws IOException {
    var reading = Reading.of(FILES.get(name));
    assertThat(reading.told()).containsExactlyElementsOf(SESSION);
    var notes = new ArrayList<String>();
    if (name.startsWith("pcapng")) {
      notes.add("1 packet is no USB traffic that is read here, but Ethernet");
    }
    if (name.endsWith("NOISY")) {
      assertThat(reading.notes()).hasSize(notes.size() + 1);
      assertThat(reading.notes().get(notes.size()))
          .endsWith("packets are damaged or of an unknown kind and passed over");
    } else {
      assertThat(reading.notes()).isEqualTo(notes);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void times_are_told_in_nanoseconds(String name) throws IOException {
    var transfers = Reading.of(FILES.get(name)).transfers();
    for (var each : transfers) {
      assertThat(each.submittedNanos()).isBetween(1_700_000_000_000_000_000L, each.endedNanos());
    }
    assertThat(transfers.get(transfers.size() - 1).endedNanos())
        .isLessThan(1_700_000_000_000_000_000L + 125_000L * 500);
  }

  @ParameterizedTest
  @MethodSource("files")
  void a_file_that_is_cut_off_gives_what_is_there(String name) throws IOException {
    var file = FILES.get(name);
    for (int length = 48; length < file.length; length += 97) {
      var reading = Reading.of(Arrays.copyOf(file, length));
      var told = new ArrayList<>(reading.told());
      told.removeIf(line -> line.endsWith("UNFINISHED"));
      assertThat(told).isEqualTo(SESSION.subList(0, told.size()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "P", "no capture at all", "\n\r\r\n"})
  void what_is_no_capture_is_said_to_be_none(String content) {
    assertThatThrownBy(() -> Reading.of(content.getBytes(StandardCharsets.ISO_8859_1)))
        .isInstanceOf(MalformedCaptureException.class);
    assertThat(Capture.isCapture(content.getBytes(StandardCharsets.ISO_8859_1))).isFalse();
  }

  @ParameterizedTest
  @MethodSource("files")
  void a_capture_is_known_by_its_beginning(String name) {
    assertThat(Capture.isCapture(FILES.get(name))).isTrue();
    assertThat(Capture.isCapture(Arrays.copyOf(FILES.get(name), 12))).isTrue();
  }

  @Test
  void a_length_that_lies_takes_no_memory() throws IOException {
    var file = FILES.get("pcap 220 LITTLE_ENDIAN").clone();
    file[24 + 8 + 3] = 0x7f;
    var reading = Reading.of(file);
    assertThat(reading.transfers()).isEmpty();
    assertThat(reading.notes())
        .containsExactly(
            "the file is damaged at byte 24: a packet of 2130706496 bytes; what stands before is"
                + " used");
  }
}
