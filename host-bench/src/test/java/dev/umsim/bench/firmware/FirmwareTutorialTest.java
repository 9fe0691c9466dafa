package dev.umsim.bench.firmware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.umsim.core.testing.ExternalTool;
import dev.umsim.sim.firmware.FirmwareSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every command of the tutorial does what its page says. */
@Timeout(300)
class FirmwareTutorialTest {
  /** A block of commands, and the exit status of its last. */
  private static final Pattern BLOCK =
      Pattern.compile("^```sh(?: status=([0-9]))?\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

  @TempDir private Path folder;

  @Test
  void itsCommandsDoWhatItSays() throws Exception {
    assumeTrue(
        FirmwareSource.class.getResource("ums_udc.h") != null
            || System.getProperty("tools", "").equals("required"),
        "put there by Maven");
    for (var program : new String[] {"gcc", "make"}) {
      ExternalTool.require(program, program);
    }
    var ums = new UmsProgram(folder, folder.resolve("programs"));
    var blocks = BLOCK.matcher(Files.readString(Path.of("../docs/firmware-in-ci.md")));
    int count = 0;
    for (; blocks.find(); count++) {
      var lines = blocks.group(2);
      // The first block goes into the folder that it makes; all others are there.
      var run = ums.shell(count == 0 ? lines : "cd demo\n" + lines);
      int status = blocks.group(1) == null ? 0 : Integer.parseInt(blocks.group(1));
      assertThat(run.status()).as("%s%s", lines, run.output()).isEqualTo(status);
      if (status == 1) {
        assertThat(run.output()).contains("FAIL case-4-residue", "BOT 1.0, 6.7.2 (4)");
      } else if (status == 3) {
        assertThat(run.output())
            .contains("ended with status 1 (it said: ")
            .contains("ERROR: AddressSanitizer: heap-buffer-overflow");
      }
    }
    assertThat(count).isGreaterThanOrEqualTo(8);
  }
}
