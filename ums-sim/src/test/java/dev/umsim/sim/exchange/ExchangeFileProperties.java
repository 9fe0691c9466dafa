package dev.umsim.sim.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class ExchangeFileProperties {

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void whatIsWrittenIsReadAsTheSame(@ForAll("exchanges") List<Exchange> exchanges)
      throws IOException, MalformedExchangeException {
    var file =
        new ExchangeFile(new DeviceLines(), List.of(new ExchangeCase(0, "a case", exchanges)));
    var text = new StringBuilder();
    file.write(text);
    var again = ExchangeFile.parse(text.toString().getBytes(StandardCharsets.UTF_8));
    assertThat(again.cases().get(0).exchanges())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("line")
        .isEqualTo(exchanges);
  }

  /** Whatever the bytes, a file is read or refused with a place in it. */
  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void anythingIsReadOrRefused(@ForAll("lines") List<String> lines) {
    try {
      ExchangeFile.parse(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    } catch (MalformedExchangeException e) {
      assertThat(e.line()).isBetween(1, lines.size() + 1);
      assertThat(e.column()).isPositive();
    }
  }

  @Provide
  Arbitrary<List<String>> lines() {
    var fragments =
        Arbitraries.of(
            "",
            "# a",
            "> in 8",
            "< data 1 00",
            "< nak 0",
            "> out 00",
            "< ack 1",
            "= e",
            "! drives 2",
            "! drive 1 blocks 5",
            "> reconnect",
            "< ok",
            "> control a1fe000000000100",
            "< stall");
    var noise = Arbitraries.strings().withCharRange(' ', '~').ofMaxLength(20);
    return Arbitraries.frequencyOf(Tuple.of(9, fragments), Tuple.of(1, noise)).list().ofMaxSize(20);
  }

  @Provide
  Arbitrary<List<Exchange>> exchanges() {
    return hostLines().flatMap(this::answered).list().ofMaxSize(6);
  }

  private Arbitrary<HostLine> hostLines() {
    var direction = Arbitraries.of(Direction.class);
    var drive =
        Arbitraries.integers()
            .between(-1, 15)
            .map(number -> number < 0 ? OptionalInt.empty() : OptionalInt.of(number));
    return Arbitraries.oneOf(
        Arbitraries.of(new HostLine.Reconnect(), new HostLine.BusReset()),
        direction.map(HostLine.ClearHalt::new),
        drive.map(HostLine.Eject::new),
        drive.map(HostLine.Insert::new),
        Combinators.combine(
                Arbitraries.of(HostLine.Access.class), Arbitraries.longs().greaterOrEqual(-1))
            .as(HostLine.FailBlock::new),
        bytes(1, 100).map(HostLine.Out::new),
        Arbitraries.integers().between(0, 1000).map(HostLine.In::new),
        Combinators.combine(
                Arbitraries.integers().between(0, 1000), Arbitraries.integers().between(0, 255))
            .as(HostLine.Fill::new),
        Combinators.combine(
                Arbitraries.integers().between(0, 127),
                Arbitraries.integers().between(0, 255),
                bytes(0, 20))
            .as(
                (type, request, data) ->
                    new HostLine.Control(
                        new SetupPacket(type, request, 0x1234, 0x81, data.length()), data)),
        Arbitraries.integers()
            .between(0, 100)
            .map(
                length ->
                    new HostLine.Control(
                        new SetupPacket(0xa1, 0xfe, 0, 0, length), HexBytes.NONE)));
  }

  private Arbitrary<Exchange> answered(HostLine host) {
    var event =
        Arbitraries.of(
            new DeviceEvent("set_time", "2008-02-15 12:34:56"), new DeviceEvent("x", ""));
    return Combinators.combine(event.list().ofMaxSize(2), answers(host))
        .as((events, answer) -> new Exchange(0, host, events, answer));
  }

  private Arbitrary<Answer> answers(HostLine host) {
    if (!(host instanceof HostLine.Moving moving)) {
      return Arbitraries.just(new Answer.Ok());
    }
    var count = Arbitraries.integers().between(0, moving.length());
    Arbitrary<Answer> refused =
        Arbitraries.oneOf(count.map(Answer.Nak::new), count.map(Answer.Stall::new));
    if (moving.direction() == Direction.OUT) {
      return Arbitraries.oneOf(refused, count.map(Answer.Ack::new));
    }
    Arbitrary<Answer> data =
        bytes(0, moving.length()).map(came -> new Answer.Data(came.length(), Content.of(came)));
    return moving instanceof HostLine.In
        ? Arbitraries.oneOf(
            refused,
            data,
            count.map(bytes -> new Answer.Data(bytes, Content.UNSPECIFIED)),
            bytes(0, moving.length())
                .map(came -> new Answer.Babble(came.length(), Content.of(came))))
        : Arbitraries.oneOf(refused, data);
  }

  private static Arbitrary<HexBytes> bytes(int least, int most) {
    return Arbitraries.bytes()
        .array(byte[].class)
        .ofMinSize(least)
        .ofMaxSize(most)
        .map(HexBytes::of);
  }
}
