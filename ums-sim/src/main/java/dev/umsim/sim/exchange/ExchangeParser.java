package dev.umsim.sim.exchange;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the lines of an exchange file, and refuses what is not in its grammar. */
final class ExchangeParser {
  private static final String ALTERNATIVE = "< or ";

  private final List<ExchangeCase> cases = new ArrayList<>();
  private final DeviceLineParser device = new DeviceLineParser();

  /** Of the case under way; null before the first. */
  private @Nullable String caseName;

  private int caseLine;
  private List<Exchange> exchanges = new ArrayList<>();

  /** The host line that waits for its answer; null if none does. */
  private @Nullable HostLine host;

  private int hostLine;
  private List<DeviceEvent> events = new ArrayList<>();
  private boolean afterEmptyLine = true;

  ExchangeFile parse(List<String> lines) throws MalformedExchangeException {
    for (int i = 0; i < lines.size(); i++) {
      parse(i + 1, lines.get(i));
    }
    requireAnswered(lines.size() + 1);
    endCase();
    return new ExchangeFile(device.finish(), cases);
  }

  private void parse(int line, String text) throws MalformedExchangeException {
    if (text.isBlank()) {
      afterEmptyLine = true;
      return;
    }
    char kind = text.charAt(0);
    if (kind == '#') {
      // The first line of a file has no line before it, empty or not: it is about the file.
      if (afterEmptyLine && line > 1) {
        beginCase(line, text.substring(1).strip());
      }
    } else {
      if ("!>=<".indexOf(kind) < 0) {
        throw new MalformedExchangeException(
            line, 1, "a line begins with #, !, >, = or <, not with '" + kind + "'");
      }
      if (text.length() > 1 && text.charAt(1) != ' ') {
        throw new MalformedExchangeException(line, 2, "a space is missing behind the " + kind);
      }
      var tokens = new Tokens(line, text, 1);
      switch (kind) {
        case '!' -> device(tokens);
        case '>' -> host(tokens);
        case '=' -> event(tokens);
        default -> {
          if (text.startsWith(ALTERNATIVE)) {
            alternative(new Tokens(line, text, ALTERNATIVE.length()));
          } else {
            answer(tokens);
          }
        }
      }
    }
    afterEmptyLine = false;
  }

  private void beginCase(int line, String name) throws MalformedExchangeException {
    if (name.isEmpty()) {
      throw new MalformedExchangeException(line, 2, "the name of the case is missing");
    }
    requireAnswered(line);
    endCase();
    caseName = name;
    caseLine = line;
  }

  private void endCase() {
    if (caseName != null) {
      cases.add(new ExchangeCase(caseLine, caseName, exchanges));
      exchanges = new ArrayList<>();
    }
  }

  private void requireAnswered(int line) throws MalformedExchangeException {
    if (host != null) {
      throw new MalformedExchangeException(
          line, 1, "the answer to line " + hostLine + " is missing");
    }
  }

  private void device(Tokens tokens) throws MalformedExchangeException {
    if (caseName != null) {
      throw new MalformedExchangeException(
          tokens.line(), 1, "a device line stands behind the first case; they stand before it");
    }
    device.parse(tokens);
  }

  private void host(Tokens tokens) throws MalformedExchangeException {
    if (caseName == null) {
      throw new MalformedExchangeException(
          tokens.line(), 1, "this belongs to no case; a # line behind an empty line names one");
    }
    requireAnswered(tokens.line());
    host = HostLineParser.parse(tokens);
    hostLine = tokens.line();
  }

  private void event(Tokens tokens) throws MalformedExchangeException {
    requireHost(tokens, "an event");
    var name =
        tokens.word(
            "the name of the event",
            word -> word.matches("[A-Za-z][A-Za-z0-9_-]*"),
            "letters, digits, - and _");
    events.add(new DeviceEvent(name, tokens.hasNext() ? tokens.rest("") : ""));
  }

  private void answer(Tokens tokens) throws MalformedExchangeException {
    requireHost(tokens, "an answer");
    var answered = requireNonNull(host);
    exchanges.add(new Exchange(hostLine, answered, events, AnswerParser.parse(tokens, answered)));
    host = null;
    events = new ArrayList<>();
  }

  /** One more answer to the same host line. */
  private void alternative(Tokens tokens) throws MalformedExchangeException {
    if (host != null || exchanges.isEmpty()) {
      throw new MalformedExchangeException(
          tokens.line(), 1, "'< or' stands here without an answer (<) before it");
    }
    var last = exchanges.remove(exchanges.size() - 1);
    var more = AnswerParser.parse(tokens, last.host());
    exchanges.add(
        new Exchange(
            last.line(), last.host(), last.events(), Answer.Choice.of(last.answer(), more)));
  }

  private void requireHost(Tokens tokens, String what) throws MalformedExchangeException {
    if (host == null) {
      throw new MalformedExchangeException(
          tokens.line(), 1, what + " stands here without a host line (>) before it");
    }
  }
}
