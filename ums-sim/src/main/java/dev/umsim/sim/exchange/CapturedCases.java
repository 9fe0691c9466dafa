package dev.umsim.sim.exchange;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.sim.capture.CapturedCommand;
import dev.umsim.sim.capture.CapturedTransfer;
import dev.umsim.sim.capture.CapturedTransfer.Outcome;
import dev.umsim.sim.capture.DeviceTraffic;
import dev.umsim.sim.capture.DeviceTraffic.Act;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a host did to a device in a capture, as cases to be played: one for each command, request
 * and connection.
 *
 * <p>From SET_ADDRESS to SET_CONFIGURATION it is an enumeration, which is written as reconnecting.
 * However the data of a command was split, it is played as one transfer.
 */
public final class CapturedCases {
  /** More than hosts move at once; a wrapper may claim anything. */
  private static final int TRANSFER_BYTES_MAX = 64 << 20;

  private final DeviceTraffic traffic;
  private boolean enumerating = true;
  private boolean enumerated;
  private int number;
  private long missingOut;
  private long leftOut;

  /** A case, and how long it took in the capture where it is a command. */
  public record Captured(ExchangeCase exchangeCase, OptionalLong nanos) {}

  /** Reads the traffic, which stays its owner's. */
  public CapturedCases(DeviceTraffic traffic) {
    this.traffic = traffic;
  }

  /** The next case, or nothing at the end. */
  public Optional<Captured> next() throws IOException {
    while (true) {
      Optional<Act> act = traffic.next();
      if (act.isEmpty()) {
        return Optional.empty();
      }
      Optional<Captured> made = of(act.get());
      if (made.isPresent()) {
        return made;
      }
    }
  }

  private Optional<Captured> of(Act act) {
    if (act instanceof Act.Request request) {
      return request(request.transfer());
    }
    if (act instanceof Act.Command command) {
      enumerating = false;
      return Optional.of(command(command.command()));
    }
    var transfer = ((Act.Loose) act).transfer();
    enumerating = false;
    var exchange = bulk(List.of(transfer), transfer.requestedBytes());
    return exchange.map(each -> captured("a transfer of no command", List.of(each)));
  }

  private Optional<Captured> request(CapturedTransfer transfer) {
    if (transfer.setup().isEmpty()) {
      leftOut++;
      return Optional.empty();
    }
    var setup = transfer.setup().get();
    if (StandardRequest.SET_ADDRESS.is(setup)) {
      enumerating = true;
      enumerated = true;
      return Optional.empty();
    }
    if (StandardRequest.SET_CONFIGURATION.is(setup)) {
      boolean connected = enumerating;
      enumerating = false;
      return connected && enumerated
          ? Optional.of(
              captured("connection", List.of(exchange(new HostLine.Reconnect(), new Answer.Ok()))))
          : Optional.empty();
    }
    if (enumerating && setup.type() == SetupPacket.Type.STANDARD) {
      return Optional.empty();
    }
    enumerating = false;
    return control(transfer)
        .map(exchange -> captured("request " + SetupNames.of(setup), List.of(exchange)));
  }

  private Captured captured(String name, List<Exchange> exchanges) {
    return new Captured(
        new ExchangeCase(number + 1, ++number + " " + name, exchanges), OptionalLong.empty());
  }

  private Captured command(CapturedCommand command) {
    var parts = new ArrayList<Part>();
    bulk(List.of(command.wrapper()), CommandBlockWrapper.LENGTH)
        .ifPresent(each -> parts.add(new Part(command.wrapper().endedNanos(), each)));
    if (!command.data().isEmpty()) {
      bulk(command.data(), command.dataLength())
          .ifPresent(each -> parts.add(new Part(command.data().get(0).endedNanos(), each)));
    }
    for (var other : command.others()) {
      var exchange =
          other.setup().isPresent() ? control(other) : bulk(List.of(other), other.requestedBytes());
      exchange.ifPresent(each -> parts.add(new Part(other.endedNanos(), each)));
    }
    command
        .status()
        .flatMap(status -> bulk(List.of(status), status.requestedBytes()))
        .ifPresent(each -> parts.add(new Part(command.status().get().endedNanos(), each)));
    parts.sort(Comparator.comparingLong(Part::nanos));
    var title =
        CdbFields.title(new Cdb(command.cdb()), command.direction() == Direction.IN)
            + (command.dataLength() == 0 ? "" : ", " + command.dataLength() + " bytes");
    return new Captured(
        new ExchangeCase(
            number + 1, ++number + " " + title, parts.stream().map(Part::exchange).toList()),
        command.status().isPresent() ? OptionalLong.of(command.nanos()) : OptionalLong.empty());
  }

  /** An exchange at its place in time; what ended at once stays in the order of the standard. */
  private record Part(long nanos, Exchange exchange) {}

  private Exchange exchange(HostLine host, Answer answer) {
    return new Exchange(number + 1, host, List.of(), answer);
  }

  private Optional<Exchange> control(CapturedTransfer transfer) {
    var setup = transfer.setup().orElseThrow();
    int endpoint = setup.index();
    boolean clearsHalt =
        (endpoint & 0x0f) != 0 && setup.equals(StandardRequest.clearHalt(endpoint));
    if (clearsHalt && transfer.outcome() == Outcome.OK) {
      return Optional.of(exchange(new HostLine.ClearHalt(Direction.of(endpoint)), new Answer.Ok()));
    }
    boolean sends = setup.length() > 0 && setup.direction() == Direction.OUT;
    var data = sends ? padded(transfer.data(), setup.length()) : HexBytes.NONE;
    var line = new HostLine.Control(setup, data);
    return answer(List.of(transfer), line.direction(), !sends).map(each -> exchange(line, each));
  }

  private Optional<Exchange> bulk(List<CapturedTransfer> pieces, long wantedBytes) {
    long requested =
        Math.max(wantedBytes, pieces.stream().mapToLong(CapturedTransfer::requestedBytes).sum());
    long moved = pieces.stream().mapToLong(CapturedTransfer::movedBytes).sum();
    if (Math.max(requested, moved) > TRANSFER_BYTES_MAX) {
      leftOut++;
      return Optional.empty();
    }
    boolean in = pieces.get(0).direction() == Direction.IN;
    var direction = in ? Direction.IN : Direction.OUT;
    if (in) {
      var line = new HostLine.In((int) requested);
      return answer(pieces, direction, true).map(each -> exchange(line, each));
    }
    // Of what goes out no more is played than went out.
    long sent = pieces.stream().mapToLong(CapturedTransfer::requestedBytes).sum();
    var bytes = padded(joined(pieces), (int) sent);
    return answer(pieces, direction, false).map(each -> exchange(sent(bytes), each));
  }

  private static HostLine sent(HexBytes data) {
    var bytes = data.bytes();
    for (var each : bytes) {
      if (each != bytes[0]) {
        return new HostLine.Out(data);
      }
    }
    return new HostLine.Fill(bytes.length, bytes.length == 0 ? 0 : bytes[0] & 0xff);
  }

  /** What the recorder cut off is zero. */
  private HexBytes padded(byte[] bytes, int length) {
    if (bytes.length < length) {
      missingOut++;
    }
    return HexBytes.of(Arrays.copyOf(bytes, length));
  }

  private static byte[] joined(List<CapturedTransfer> pieces) {
    var all = new byte[(int) pieces.stream().mapToLong(CapturedTransfer::requestedBytes).sum()];
    int at = 0;
    for (var each : pieces) {
      System.arraycopy(each.data(), 0, all, at, Math.min(each.data().length, all.length - at));
      at += (int) each.requestedBytes();
    }
    return pieces.stream().allMatch(each -> each.data().length >= each.requestedBytes())
        ? all
        : Arrays.copyOf(all, firstGap(pieces));
  }

  private static int firstGap(List<CapturedTransfer> pieces) {
    int at = 0;
    for (var each : pieces) {
      at += each.data().length;
      if (each.data().length < each.requestedBytes()) {
        return at;
      }
    }
    return at;
  }

  private static Optional<Answer> answer(
      List<CapturedTransfer> pieces, Direction direction, boolean comes) {
    var last = pieces.get(pieces.size() - 1);
    int moved = (int) pieces.stream().mapToLong(CapturedTransfer::movedBytes).sum();
    var content = comes ? content(pieces) : Content.NOT_GIVEN;
    return switch (last.outcome()) {
      case OK ->
          Optional.of(
              direction == Direction.IN ? new Answer.Data(moved, content) : new Answer.Ack(moved));
      case STALL -> Optional.of(new Answer.Stall(moved));
      case BABBLE -> Optional.of(new Answer.Babble(moved, content));
      case CANCELLED, UNFINISHED -> Optional.of(new Answer.Nak(moved));
      case DISCONNECTED, ERROR -> Optional.empty();
    };
  }

  /** What came, where all of it is there. */
  private static Content content(List<CapturedTransfer> pieces) {
    long moved = pieces.stream().mapToLong(CapturedTransfer::movedBytes).sum();
    if (!pieces.stream().allMatch(CapturedTransfer::isWhole)) {
      return Content.UNSPECIFIED;
    }
    var all = new byte[(int) moved];
    int at = 0;
    for (var each : pieces) {
      System.arraycopy(each.data(), 0, all, at, (int) each.movedBytes());
      at += (int) each.movedBytes();
    }
    return Content.of(HexBytes.of(all));
  }

  /** What cannot be played as it was, a line for each kind; complete at the end. */
  public List<String> notes() {
    var notes = new ArrayList<String>();
    if (missingOut > 0) {
      notes.add(
          "of "
              + missingOut
              + (missingOut == 1 ? " transfer" : " transfers")
              + " to the device not all data is in the capture; zeros are sent for what is"
              + " missing");
    }
    if (leftOut > 0) {
      notes.add(leftOut + " transfers cannot be played and are left out");
    }
    return notes;
  }

  /**
   * Writes all of it as an exchange file.
   *
   * @param title a line about it
   */
  public void write(Appendable out, String title) throws IOException {
    var writer = new ExchangeWriter(out);
    writer.comment(title);
    for (var each = next(); each.isPresent(); each = next()) {
      writer.begin(each.get().exchangeCase().name());
      for (var exchange : each.get().exchangeCase().exchanges()) {
        writer.exchange(exchange.host(), exchange.events(), exchange.answer());
      }
    }
  }
}
