package dev.umsim.sim.toml;

import org.tomlj.Toml;
import org.tomlj.TomlParseResult;

/** The one way to read TOML: whatever the text is, it is read or refused in words. */
public final class GuardedToml {
  /** Brackets that may be open at a time. */
  private static final int MOST_DEPTH = 16;

  private GuardedToml() {}

  /**
   * Reads a text.
   *
   * @throws BadTomlException at the first error
   */
  public static TomlParseResult parse(String text) throws BadTomlException {
    requireShallow(text);
    var result = parsed(text);
    for (var error : result.errors()) {
      int line = error.position() == null ? 0 : error.position().line();
      throw new BadTomlException(line, "this is not TOML: " + error.getMessage());
    }
    return result;
  }

  /** The library calls itself for each bracket, and would end with the stack of its thread. */
  private static void requireShallow(String text) throws BadTomlException {
    int depth = 0;
    int line = 1;
    char quote = 0;
    boolean comment = false;
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each == '\n') {
        line++;
        quote = 0;
        comment = false;
      } else if (comment || quote != 0) {
        quote = each == quote ? 0 : quote;
      } else if (each == '"' || each == '\'') {
        quote = each;
      } else if (each == '#') {
        comment = true;
      } else if (each == '[' || each == '{') {
        depth++;
      } else if (each == ']' || each == '}') {
        depth--;
      }
      if (depth > MOST_DEPTH) {
        throw new BadTomlException(
            line, "more than " + MOST_DEPTH + " brackets are open; no key takes more than a list");
      }
    }
  }

  /** The library trips over some escapes that are none, and only then cannot say where they are. */
  private static TomlParseResult parsed(String text) throws BadTomlException {
    try {
      return Toml.parse(text);
    } catch (StackOverflowError e) {
      throw new BadTomlException(
          0, "this is nested far deeper than any file of this program; is it one?");
    } catch (RuntimeException | AssertionError e) {
      throw new BadTomlException(
          0, "this is not TOML; look for a \\ or a quotation mark that is too many in a text");
    }
  }
}
