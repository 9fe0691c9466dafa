package dev.umsim.sim.stick;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page for users of the library shows the examples of {@link StickTest}, to the letter. */
class LibraryPageTest {
  private static final Path PAGE = Path.of("../docs/library.md");
  private static final Path SOURCE = Path.of("src/test/java/dev/umsim/sim/stick/StickTest.java");

  private static Map<String, String> examples(Path file, String pattern) throws Exception {
    var examples = new LinkedHashMap<String, String>();
    var matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(Files.readString(file));
    while (matcher.find()) {
      examples.put(matcher.group(1), matcher.group(2).stripIndent().strip());
    }
    return examples;
  }

  @Test
  void showsWhatRuns() throws Exception {
    var run = examples(SOURCE, "// example: ([a-z ]+)\n(.*?)\n\\s*// end");
    var shown = examples(PAGE, "<!-- example: ([a-z ]+) -->\n```java\n(.*?)\n```");
    assertThat(run).hasSize(5);
    assertThat(shown).containsExactlyInAnyOrderEntriesOf(run);
  }
}
