package dev.umsim.sim.exchange;

import java.util.function.Predicate;

/** The words of a line, taken one after the other, with the place of each. */
final class Tokens {
  private final int line;
  private final String text;
  private int at;
  private int wordStart;

  /**
   * @param line its number
   * @param from index in {@code text} from which on words are taken
   */
  Tokens(int line, String text, int from) {
    this.line = line;
    this.text = text;
    at = from;
    wordStart = from;
    skipSpaces();
  }

  private void skipSpaces() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  int line() {
    return line;
  }

  /** The column of the word that was taken last. */
  int column() {
    return wordStart + 1;
  }

  boolean hasNext() {
    return at < text.length();
  }

  /** The next word; {@code what} tells what is missing if there is none. */
  String next(String what) throws MalformedExchangeException {
    wordStart = at;
    if (!hasNext()) {
      throw refusal(what + " is missing");
    }
    int end = text.indexOf(' ', at);
    end = end < 0 ? text.length() : end;
    var word = text.substring(at, end);
    at = end;
    skipSpaces();
    return word;
  }

  /** All that is left. */
  String rest(String what) throws MalformedExchangeException {
    wordStart = at;
    if (!hasNext()) {
      throw refusal(what + " is missing");
    }
    var rest = text.substring(at).stripTrailing();
    at = text.length();
    return rest;
  }

  /** A whole number within bounds. */
  long number(String what, long least, long most) throws MalformedExchangeException {
    var word = next(what);
    try {
      if (word.matches("-?[0-9]+")) {
        long number = Long.parseLong(word);
        if (number >= least && number <= most) {
          return number;
        }
      }
    } catch (NumberFormatException e) {
      // More digits than a number of 64 bits has: out of bounds in any case.
    }
    throw refusal(what + " is a number from " + least + " to " + most + ", not '" + word + "'");
  }

  /** Bytes in hexadecimal, at least one. */
  HexBytes hex(String what) throws MalformedExchangeException {
    return hex(next(what), what);
  }

  /** The word that was taken last, as bytes. */
  HexBytes hex(String word, String what) throws MalformedExchangeException {
    for (int i = 0; i < word.length(); i++) {
      if (Character.digit(word.charAt(i), 16) < 0 || word.charAt(i) > 'f') {
        wordStart += i;
        throw refusal(what + " has a character that is no hexadecimal digit: " + word.charAt(i));
      }
    }
    if (word.length() % 2 != 0) {
      throw refusal(what + " has " + word.length() + " hexadecimal digits; bytes have two each");
    }
    return HexBytes.parse(word);
  }

  /** A word that has to be of a kind. */
  String word(String what, Predicate<String> fits, String form) throws MalformedExchangeException {
    var word = next(what);
    if (!fits.test(word)) {
      throw refusal(what + " is " + form + ", not '" + word + "'");
    }
    return word;
  }

  /** Nothing more may stand in the line. */
  void end() throws MalformedExchangeException {
    if (hasNext()) {
      var surplus = next("");
      throw refusal("'" + surplus + "' is too much; the line ends before it");
    }
  }

  /** What is wrong with the word that was taken last. */
  MalformedExchangeException refusal(String message) {
    return new MalformedExchangeException(line, column(), message);
  }
}
