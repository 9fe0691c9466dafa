package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.sim.profile.Profiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What docs/bench.md shows of profiles is what is printed; {@code -Dupdate=docs} writes it anew.
 */
class DocumentedRunsTest {
  private static final Path PAGE = Path.of("../docs/bench.md");
  private static final Pattern RUN =
      Pattern.compile("\n    ums ([^\n]+)\n\n```\n(.*?)```\n", Pattern.DOTALL);
  private static final Pattern FILE = Pattern.compile("\n```toml\n(.*?)```\n", Pattern.DOTALL);

  @Test
  void runsPrintWhatIsShown() throws IOException {
    var page = Files.readString(PAGE);
    var shown = new StringBuilder();
    int runs = 0;
    var matcher = RUN.matcher(page);
    while (matcher.find()) {
      var out = Ums.run(matcher.group(1).split(" ")).expectGood().out();
      var run = "\n    ums " + matcher.group(1) + "\n\n```\n" + out + "```\n";
      matcher.appendReplacement(shown, Matcher.quoteReplacement(run));
      runs++;
    }
    matcher.appendTail(shown);
    assertThat(runs).isEqualTo(3);
    if ("docs".equals(System.getProperty("update"))) {
      Files.writeString(PAGE, shown);
    }
    assertThat(shown.toString()).isEqualTo(Files.readString(PAGE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../docs/bench.md", "../docs/timing.md"})
  void filesThatAreShownAreProfiles(String page) throws IOException {
    var matcher = FILE.matcher(Files.readString(Path.of(page)));
    assertThat(matcher.find()).isTrue();
    var profile = Profiles.parse("shown.toml", matcher.group(1));
    assertThat(Profiles.parse("shown.toml", profile.toml())).isEqualTo(profile);
  }
}
