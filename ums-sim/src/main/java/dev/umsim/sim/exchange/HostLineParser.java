package dev.umsim.sim.exchange;

import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import java.util.OptionalInt;

/** Reads what stands behind a {@code >}. */
final class HostLineParser {
  /** The longest transfer: what Linux lets a program ask for at once. */
  static final int LONGEST_BYTES = 256 << 20;

  private static final int HIGHEST_DRIVE = 15;

  private HostLineParser() {}

  static HostLine parse(Tokens tokens) throws MalformedExchangeException {
    var line = line(tokens, tokens.next("what the host does"));
    tokens.end();
    return line;
  }

  private static HostLine line(Tokens tokens, String word) throws MalformedExchangeException {
    return switch (word) {
      case "control" -> control(tokens);
      case "out" -> new HostLine.Out(tokens.hex("the data"));
      case "fill" -> fill(tokens);
      case "in" -> new HostLine.In(length(tokens));
      case "clear-halt" -> clearHalt(tokens);
      case "bus-reset" -> new HostLine.BusReset();
      case "fail-lba" -> fail(tokens, HostLine.Access.BOTH);
      case "fail-read-lba" -> fail(tokens, HostLine.Access.READ);
      case "fail-write-lba" -> fail(tokens, HostLine.Access.WRITE);
      case "eject" -> new HostLine.Eject(drive(tokens));
      case "insert" -> new HostLine.Insert(drive(tokens));
      case "reconnect" -> new HostLine.Reconnect();
      case "power-cycle" -> new HostLine.PowerCycle();
      default ->
          throw tokens.refusal(
              "a host does control, out, fill, in, clear-halt, bus-reset, fail-lba,"
                  + " fail-read-lba, fail-write-lba, eject, insert, reconnect or power-cycle, not '"
                  + word
                  + "'");
    };
  }

  private static HostLine control(Tokens tokens) throws MalformedExchangeException {
    var bytes = tokens.hex("the setup packet");
    if (bytes.length() != SetupPacket.LENGTH) {
      throw tokens.refusal("a setup packet has 8 bytes, not " + bytes.length());
    }
    var setup = SetupPacket.decode(bytes.bytes(), 0);
    boolean sendsData = setup.length() > 0 && setup.direction() == Direction.OUT;
    if (!sendsData) {
      return new HostLine.Control(setup, HexBytes.NONE);
    }
    var data = tokens.hex("the data of the request");
    if (data.length() != setup.length()) {
      throw tokens.refusal(
          "wLength is " + setup.length() + ", but there are " + data.length() + " bytes of data");
    }
    return new HostLine.Control(setup, data);
  }

  private static HostLine fill(Tokens tokens) throws MalformedExchangeException {
    int length = length(tokens);
    var value = tokens.hex("the byte");
    if (value.length() != 1) {
      throw tokens.refusal("the byte has two hexadecimal digits, not " + 2 * value.length());
    }
    return new HostLine.Fill(length, value.bytes()[0] & 0xff);
  }

  private static HostLine clearHalt(Tokens tokens) throws MalformedExchangeException {
    var word = tokens.word("the pipe", each -> each.matches("in|out"), "in or out");
    return new HostLine.ClearHalt(word.equals("in") ? Direction.IN : Direction.OUT);
  }

  private static HostLine fail(Tokens tokens, HostLine.Access access)
      throws MalformedExchangeException {
    return new HostLine.FailBlock(access, tokens.number("the block", -1, Long.MAX_VALUE));
  }

  private static OptionalInt drive(Tokens tokens) throws MalformedExchangeException {
    return tokens.hasNext()
        ? OptionalInt.of((int) tokens.number("the drive", 0, HIGHEST_DRIVE))
        : OptionalInt.empty();
  }

  private static int length(Tokens tokens) throws MalformedExchangeException {
    return (int) tokens.number("the number of bytes", 0, LONGEST_BYTES);
  }
}
