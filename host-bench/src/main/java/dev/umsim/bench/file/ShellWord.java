package dev.umsim.bench.file;

import java.util.Collection;
import java.util.stream.Collectors;

/** Text as one word of a shell command, in lines that somebody may copy. */
public final class ShellWord {
  private ShellWord() {}

  /** Quoted where it has to be. */
  public static String of(String text) {
    return text.matches("[\\w./:@%+=,-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /** Several words, with spaces between them. */
  public static String of(Collection<String> words) {
    return words.stream().map(ShellWord::of).collect(Collectors.joining(" "));
  }
}
