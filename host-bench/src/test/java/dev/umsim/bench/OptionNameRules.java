package dev.umsim.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Options have their names on the command line alone: whoever uses the rest has none. */
class OptionNameRules {
  /** A string, or a line of a text block. */
  private static final Pattern LITERAL =
      Pattern.compile("\"\"\"(.*?)\"\"\"|\"((?:\\\\.|[^\"\\\\\n])*)\"", Pattern.DOTALL);

  private static final Pattern COMMENT =
      Pattern.compile("(?m)^\\s*(?://|/\\*\\*?|\\*).*$|(?<=[;{,] )// .*$");

  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z]");

  /** A whole command is advice like any other, and the options of another program are its own. */
  private static final Pattern COMMAND =
      Pattern.compile("ums [a-z]+ |--reflink=auto|--sparse=auto");

  @Test
  void noStringBelowTheCommandLineNamesAnOption() throws IOException {
    var root = Path.of("").toAbsolutePath().getParent();
    for (var module : List.of("ums-core", "ums-sim", "host-bench")) {
      var sources = root.resolve(module).resolve("src/main/java/dev/umsim");
      try (var files = Files.walk(sources)) {
        var below =
            files
                .filter(file -> file.toString().endsWith(".java"))
                .filter(file -> !file.startsWith(sources.resolve("bench/cli")))
                .toList();
        assertThat(below).isNotEmpty();
        assertThat(below.stream().flatMap(OptionNameRules::optionNames)).isEmpty();
      }
    }
  }

  @Test
  void aNameIsFoundInEveryKindOfString() {
    assertThat(literals("throw new X(\"say --lun 1\");")).anyMatch(OptionNameRules::names);
    assertThat(literals("x = \"\"\"\n  say\n  --lun 1\"\"\";")).anyMatch(OptionNameRules::names);
    assertThat(literals("  // \"--lun\"\n int i = 1; --i; f(\"a -- b\");"))
        .noneMatch(OptionNameRules::names);
  }

  private static Stream<String> optionNames(Path file) {
    try {
      return literals(Files.readString(file))
          .filter(OptionNameRules::names)
          .map(literal -> file.getFileName() + ": " + literal);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Stream<String> literals(String source) {
    return LITERAL
        .matcher(COMMENT.matcher(source).replaceAll(""))
        .results()
        .map(each -> each.group(1) == null ? each.group(2) : each.group(1));
  }

  private static boolean names(String literal) {
    return OPTION.matcher(literal).find() && !COMMAND.matcher(literal).find();
  }
}
