package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.sim.profile.ProfileKey;
import dev.umsim.sim.profile.Profiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ums list profiles} and {@code ums profile}. */
class ProfileCommandTest {
  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("my.toml"), text);
  }

  @Test
  void listsWhatIsShipped() {
    var lines = Ums.run("list", "profiles").expectGood().out().lines().toList();
    assertThat(lines.get(0)).matches("name +speed +description");
    assertThat(lines).hasSize(1 + Profiles.names().size());
    assertThat(lines)
        .contains(
            "sansa-e280/of                       high   Sansa e280 with SanDisk's firmware",
            "sansa-e280/rockbox-20080220         full   Sansa e280 with Rockbox of 20 February"
                + " 2008, at full speed");
  }

  @Test
  void listsEveryKeyWithItsUnit() {
    var out = Ums.run("profile", "keys").expectGood().out();
    assertThat(out).contains("[host]", "[stack]", "[port]", "[medium]", "[volume]");
    assertThat(out)
        .containsPattern(
            "(?m)^read-rate-mb-s +MB/s +How fast the driver reads +a number from 0.001 to 10000$");
    for (var key : ProfileKey.values()) {
      assertThat(out)
          .containsPattern("(?m)^" + key.key() + " .* " + Pattern.quote(key.meaning()) + " +[a\"]");
    }
  }

  @Test
  void whatIsShownIsAFileThatIsGood() throws IOException {
    var text = Ums.run("profile", "show", "ipod-video-80g/of").expectGood().out();
    assertThat(text)
        .contains(
            "\n[host]\nfrom = \"linux-2.6.24/pc-2008\"\n",
            "\ncommand-latency-us = { value = 770.568, calibrated = \"S3.w512.iPod G5.5 80GB.OF\""
                + " }\n");
    var file = file(text);
    assertThat(Ums.run("profile", "check", file.toString()).expectGood().out())
        .isEqualTo(
            file
                + " is good: ipod-video-80g/of (iPod G5.5 80GB with Apple's firmware), high speed,"
                + " 31 values"
                + System.lineSeparator());
    assertThat(Ums.run("profile", "show", file.toString()).expectGood().out()).isEqualTo(text);
  }

  @Test
  void aFileThatIsBadIsRefusedAtItsLine() throws IOException {
    var file = file("extends = \"sansa-e280/of\"\n\n[stack]\nturnaround = 5\n");
    var line = file + ":4: 'turnaround' has no unit; write turnaround-us";
    Ums.run("profile", "check", file.toString()).expectLine(1, line);
    Ums.run("profile", "show", file.toString()).expectLine(1, line);
    Ums.run("bench", "--profile", file.toString()).expectLine(1, line);
    Ums.run("compare", "sansa-e280/of", file.toString()).expectLine(1, line);
    Ums.run("sweep", file.toString(), "--set=stack.turnaround=1", "--workload=dd-read")
        .expectLine(1, line);
  }

  @Test
  void aFileMustBeThereAndText() throws IOException {
    var file = folder.resolve("my.toml");
    Ums.run("profile", "check", file.toString())
        .expectLine(1, file + " does not exist; check the path");
    Files.write(file, "description = \"Gerät\"".getBytes(StandardCharsets.ISO_8859_1));
    Ums.run("profile", "check", file.toString())
        .expectLine(1, file + " is not in UTF-8; choose another file or folder");
    Files.write(file, new byte[(1 << 20) + 1]);
    Ums.run("profile", "check", file.toString())
        .expectLine(
            1, file + " has more than 1 MiB, and is no profile; choose another file or folder");
  }

  @Test
  void aNameThatIsUnknownIsRefusedWithTheKnownOnes() {
    var line =
        "there is no profile 'sansa-e280/off'; did you mean sansa-e280/of? (profiles: "
            + String.join(", ", Profiles.names())
            + "; or a file of your own, whose name ends in .toml)";
    for (var arguments :
        new String[] {
          "profile show sansa-e280/off",
          "bench --profile sansa-e280/off",
          "bench sim:sansa-e280/off --workload dd-read",
          "replay ../ums-sim/src/test/resources/dev/umsim/sim/exchange/rockbox.txt sim:sansa-e280/off",
          "compare sansa-e280/of sansa-e280/off",
          "sweep sansa-e280/off --set medium.rate=1 --workload dd-read"
        }) {
      Ums.run(arguments.split(" ")).expectLine(2, line);
    }
  }

  @Test
  void tellsHowItIsUsed() {
    Ums.run("profile").expectLine(2, "Missing command; see: ums help profile");
    assertThat(Ums.run("profile", "--help").expectGood().out())
        .contains("show", "check", "keys", "extends", "Files cannot be extended");
    assertThat(Arrays.asList(Ums.run("help").expectGood().out().split("\\R")))
        .anyMatch(line -> line.startsWith("  compare"))
        .anyMatch(line -> line.startsWith("  sweep"))
        .anyMatch(line -> line.startsWith("  profile"));
  }
}
