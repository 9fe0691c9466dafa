package dev.umsim.bench.journal;

import dev.umsim.bench.file.ShellWord;
import dev.umsim.bench.notation.TargetNotation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command that puts a journal back, as it works when it is copied. */
public final class RestoreLine {
  private RestoreLine() {}

  /** Whether a target is opened because a journal names it, without being named in the command. */
  public static boolean isOpenedByName(TargetNotation target) {
    return target instanceof TargetNotation.UsbIdentity
        || target instanceof TargetNotation.UsbPlace;
  }

  /**
   * The line.
   *
   * @param arguments of the program behind an {@code exec:} target
   */
  public static String of(Path journal, TargetNotation target, List<String> arguments) {
    var words = new ArrayList<>(List.of("ums", "restore", journal.toString()));
    if (!isOpenedByName(target)) {
      words.add(target.text());
    }
    if (!arguments.isEmpty()) {
      words.add("--");
      words.addAll(arguments);
    }
    return ShellWord.of(words);
  }
}
