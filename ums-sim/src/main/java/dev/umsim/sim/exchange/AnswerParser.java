package dev.umsim.sim.exchange;

import dev.umsim.core.usb.Direction;
import java.util.Locale;

/** Reads what stands behind a {@code <}, which has to be an answer to its host line. */
final class AnswerParser {
  private static final String CHECKSUM = "crc32:";

  private final Tokens tokens;
  private final HostLine host;

  private AnswerParser(Tokens tokens, HostLine host) {
    this.tokens = tokens;
    this.host = host;
  }

  static Answer parse(Tokens tokens, HostLine host) throws MalformedExchangeException {
    var answer = new AnswerParser(tokens, host).answer();
    tokens.end();
    return answer;
  }

  private Answer answer() throws MalformedExchangeException {
    var word = tokens.next("the answer");
    return switch (word) {
      case "ok" -> {
        require(!(host instanceof HostLine.Moving), word);
        yield new Answer.Ok();
      }
      case "ack" -> {
        require(moves(Direction.OUT), word);
        yield new Answer.Ack(bytes());
      }
      case "data" -> {
        require(moves(Direction.IN), word);
        int bytes = bytes();
        yield new Answer.Data(bytes, content(bytes));
      }
      case "nak" -> {
        require(isTransfer(), word);
        yield new Answer.Nak(bytes());
      }
      case "stall" -> {
        require(isTransfer(), word);
        yield new Answer.Stall(tokens.hasNext() ? bytes() : 0);
      }
      case "babble" -> {
        require(host instanceof HostLine.In, word);
        int bytes = bytes();
        yield new Answer.Babble(bytes, content(bytes));
      }
      default ->
          throw tokens.refusal(
              "an answer is ok, ack, data, nak, stall or babble, not '" + word + "'");
    };
  }

  private boolean moves(Direction direction) {
    return host instanceof HostLine.Moving moving && moving.direction() == direction;
  }

  private boolean isTransfer() {
    return host instanceof HostLine.Moving || host instanceof HostLine.ClearHalt;
  }

  private void require(boolean fitting, String word) throws MalformedExchangeException {
    if (!fitting) {
      var line = host.text();
      int space = line.indexOf(' ');
      throw tokens.refusal(
          "'" + word + "' is no answer to '" + (space < 0 ? line : line.substring(0, space)) + "'");
    }
  }

  private int bytes() throws MalformedExchangeException {
    int most = host instanceof HostLine.Moving moving ? moving.length() : 0;
    return (int) tokens.number("the number of bytes", 0, most);
  }

  private Content content(int bytes) throws MalformedExchangeException {
    if (!tokens.hasNext()) {
      return Content.NOT_GIVEN;
    }
    var word = tokens.next("the data");
    if (word.equals("*")) {
      return Content.UNSPECIFIED;
    }
    if (word.startsWith(CHECKSUM)) {
      var digits = word.substring(CHECKSUM.length());
      if (!digits.matches("[0-9A-Fa-f]{8}")) {
        throw tokens.refusal("a CRC-32 has eight hexadecimal digits, not '" + digits + "'");
      }
      return new Content.Checksum(Integer.parseUnsignedInt(digits, 16));
    }
    if (word.indexOf('?') >= 0) {
      return masked(word, bytes);
    }
    var data = tokens.hex(word, "the data");
    if (data.length() != bytes) {
      throw tokens.refusal(bytes + " bytes are told, but " + data.length() + " stand here");
    }
    return new Content.Hex(data);
  }

  private Content masked(String word, int bytes) throws MalformedExchangeException {
    if (!word.matches("[0-9A-Fa-f?]+")) {
      throw tokens.refusal("bytes are two hexadecimal digits each, or ?, not '" + word + "'");
    }
    if (word.length() != 2 * bytes) {
      throw tokens.refusal(bytes + " bytes are told, but " + word.length() + " digits stand here");
    }
    return new Content.Masked(word.toLowerCase(Locale.ROOT));
  }
}
