package dev.umsim.bench.remote;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a program says for people to read: shown as it comes, each line with the program's name
 * before it, and quoted where something fails.
 */
final class ProgramText {
  /** How the reports of the sanitizers of GCC and Clang begin. */
  private static final Pattern SANITIZER =
      Pattern.compile(".*(?:(?:ERROR|WARNING): \\w*Sanitizer: |\\bruntime error: ).*");

  /** What is another one in each run: a process in front of a line, and addresses. */
  private static final Pattern PROCESS = Pattern.compile("^==[0-9]+==");

  private static final Pattern ADDRESS = Pattern.compile("\\b0x[0-9a-f]{6,16}\\b");

  private static final int QUOTED_LINES = 3;

  private final String name;

  /** The first lines of a sanitizer's report, or else the last of all. */
  private final Deque<String> quoted = new ArrayDeque<>();

  private boolean sanitized;

  /**
   * @param name of the program, in short
   */
  ProgramText(String name) {
    this.name = name;
  }

  synchronized void line(String line) {
    System.err.println(name + ": " + line);
    var text = line.strip();
    if (text.isEmpty()) {
      return;
    }
    if (!sanitized && SANITIZER.matcher(text).matches()) {
      sanitized = true;
      quoted.clear();
    }
    if (sanitized && quoted.size() == QUOTED_LINES) {
      return;
    }
    if (quoted.size() == QUOTED_LINES) {
      quoted.removeFirst();
    }
    quoted.addLast(text);
  }

  /**
   * What it said, in brackets behind a space, in words that are the same in the next run; empty
   * text if it said nothing.
   */
  synchronized String quote() {
    List<String> lines = quoted.stream().map(ProgramText::lasting).toList();
    return lines.isEmpty() ? "" : " (it said: " + String.join(" / ", lines) + ")";
  }

  private static String lasting(String line) {
    return ADDRESS.matcher(PROCESS.matcher(line).replaceFirst("")).replaceAll("…");
  }
}
