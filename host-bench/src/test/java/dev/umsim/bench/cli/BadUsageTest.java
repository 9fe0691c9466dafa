package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Command lines that are wrong, and what is said of them. */
class BadUsageTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | Missing command; see: ums help",
        "bnech | Unmatched argument at index 0: 'bnech'; did you mean bench? see: ums help",
        "bench --sped full | Unknown option: '--sped'; did you mean --speed? see: ums help bench",
        "bench --speed | Missing required parameter for option '--speed' (SPEED); see: ums help bench",
        "bench --speed super | Invalid value for option '--speed': SuperSpeed is not simulated, only full and high; see: ums help bench",
        "bench --op copy | Invalid value for option '--op': 'copy' is not read, write or both; see: ums help bench",
        "bench --size -1 | Invalid value for option '--size': '-1' is not a size; write digits, and behind them k, M or G (times 1024) or kB, MB or GB (times 1000), such as 120k or 32MB; see: ums help bench",
        "bench --size 0 | --size is at least one block, not 0",
        "bench --size 65M | --size 68157440 is more than there is: the unit has 131072 blocks of 512 bytes; choose less or a larger image",
        "bench --bs 0 | --bs is at least one block and at most 64M, not 0",
        "bench --bs 4k,8G | --bs is at least one block and at most 64M, not 8G",
        "bench --bs 256 | --bs 256 is no multiple of the unit's block size; choose a multiple of 512",
        "bench --seek 64M | --seek 67108864 lies behind the end: the unit has 131072 blocks of 512 bytes; choose less",
        "bench --lun 1 | --lun 1 does not exist; the target has LUN 0 only",
        "bench --lun -1 | --lun is 0 to 15, not -1",
        "bench --repeat 0 | --repeat is at least 1, not 0",
        "bench --repeat many | Invalid value for option '--repeat': 'many' is not a whole number; see: ums help bench",
        "bench --repeat 9999999999 | Invalid value for option '--repeat': '9999999999' is too large; see: ums help bench",
        "bench --seed -99999999999999999999 | Invalid value for option '--seed': '-99999999999999999999' is too small; see: ums help bench",
        "bench --seed 1.5 | Invalid value for option '--seed': '1.5' is not a whole number; see: ums help bench",
        "bench --verify=no | Invalid value for option '--verify': 'no' is not true or false; see: ums help bench",
        "bench --bs 4k, | Invalid value for option '--bs': '' is not a size; write digits, and behind them k, M or G (times 1024) or kB, MB or GB (times 1000), such as 120k or 32MB; see: ums help bench",
        "bench --bs , | Invalid value for option '--bs': '' is not a size; write digits, and behind them k, M or G (times 1024) or kB, MB or GB (times 1000), such as 120k or 32MB; see: ums help bench",
        "image create a.img --size 1M --fat x | Invalid value for option '--fat': 'x' is not a whole number; see: ums help image create",
        "image create a.img --size 1M --mbr --gpt | --mbr, --gpt are mutually exclusive (specify only one); see: ums help image create",
        "image info | Missing required parameter: 'FILE'; see: ums help image info",
        "image | Missing command; see: ums help image",
        "help frob | there is no command 'frob'; see: ums help",
        "ctl frob | Invalid value for COMMAND: 'frob' is not status, eject, insert, swap, unplug, plug, power-cut or fault; see: ums help ctl",
        "compare sansa-e280/of --csv x | Unknown option: '--csv'; see: ums help compare",
        "compare --csv=x | Unknown option: '--csv'; see: ums help compare",
        "bench my.toml | my.toml is named like a profile, and not like an image; say ums bench --profile my.toml",
        "serve my.toml | my.toml is named like a profile, and not like an image; say ums bench --profile my.toml",
        "check my.toml | my.toml is named like a profile, and not like an image; say ums bench --profile my.toml",
        "measure my.toml | my.toml is named like a profile, and not like an image; say ums bench --profile my.toml",
        "bench sansa-e280/of | sansa-e280/of is a profile, and there is no image of this name; say sim:sansa-e280/of",
        "bench usbip://127.0.0.1:1/1-1 --timeout 0 | --timeout is 1 to 86400 seconds, not 0",
        "bench --in-place sim:reference?size=1M | --in-place writes to an image, and sim:reference?size=1M has none but memory; leave it out or name an image file",
        "bench --in-place --profile rockbox-2026 | --in-place writes to an image, and sim:rockbox-2026 has none but memory; leave it out or name an image file",
        "bench sim:rockbox-2026?serie=1 | sim:rockbox-2026 has no key 'serie' (keys: image, size, blocks, block-size, fill, speed, vendor, product, revision, seed)",
        "bench sim:reference?siz=1M | sim:reference has no key 'siz'; did you mean size? (keys: image, size, blocks, block-size, fill, speed, short-data, out-excess, write-cache, power-on-attention, vid, pid, serial, vendor, product, revision, seed, deviation, fake, volatile-cache, erase-block, bad-blocks, bit-rot, dead-after-writes, fault, faults, device)",
        "bench --host linux-6.1/ohci | there is no controller 'ohci'; there are pc-2008, uhci, ehci, xhci, musb-am335x, omap4-ehci, no-usb",
        "bench sim:sansa-e280/of?sed=1 | sim:sansa-e280/of has no key 'sed'; did you mean seed? (keys: image, seed)",
        "bench --in-place --profile sansa-e280/of | --in-place writes to an image, and sim:sansa-e280/of has none but memory; leave it out or name an image file",
        "compare a/b c/d --bs 4k, | Invalid value for option '--bs': '' is not a size; write digits, and behind them k, M or G (times 1024) or kB, MB or GB (times 1000), such as 120k or 32MB; see: ums help compare",
        "compare a/b c/d --workload dd-read, | Invalid value for option '--workload': '' is not one of dd-read, dd-write, fat-sync, dd-file, dd-file-sync, direct-read, direct-write, random-read, random-write, hdparm-t, hdparm-t-direct; see: ums help compare",
        "bench --pace model | this version has no --pace; leave it out",
        "bench --profile reference sim:reference | --profile reference and sim:reference are two targets; leave one out",
        "bench sim:reference?speed=full --speed both | this target is a full-speed device; leave --speed out, or speed=full in the target",
        "bench a.img b.img | 'b.img' is left over: a command has one target, and only those of exec: are given arguments",
        "bench --json - --csv - | --csv and --json would both go to -; choose two",
        "bench --json ./x --trace x | --trace and --json would both go to x; choose two",
      })
  void isRefusedWithOneLine(String arguments, String line) {
    Ums.run(arguments.isEmpty() ? new String[0] : arguments.split(" ")).expectLine(2, line);
  }

  @ParameterizedTest
  @CsvSource({"sim:nothing, ''", "sim:rockbox-2030, ; did you mean rockbox-2010?"})
  void aDeviceThatThereIsNotIsRefusedWithThoseThatThereAre(String target, String hint) {
    var run = Ums.run("bench", target);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .startsWith(
            "ums: there is no device '" + target + "'" + hint + " (devices: sim:reference, ")
        .contains(" sim:rockbox-20080211,", " sim:rockbox-20080222-hs,", " sim:rockbox-2010,")
        .contains(" sim:rockbox-20080220,", " sim:rockbox-2026")
        .hasLineCount(1);
  }

  @Test
  void showsWhereAnErrorComesFromIfItIsAsked() {
    assertThat(Ums.run("bench", "--size=0", "-v").err()).contains("NotationException", "\tat ");
    assertThat(Ums.run("bench", "--sped", "-v").err()).contains("UnmatchedArgument", "\tat ");
  }

  @Test
  void aServerMustBeThere() {
    var socket = folder.resolve("no.sock");
    Ums.run("ctl", "status", "--control", socket.toString())
        .expectLine(
            3,
            "no server answers on "
                + socket
                + "; is ums serve running, and with this control socket?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "help",
        "help bench",
        "help serve",
        "help ctl",
        "help replay",
        "help compare",
        "help sweep",
        "help profile",
        "profile check --help",
        "image create --help"
      })
  void helpHasNoLineThatIsBrokenTwice(String command) {
    // A line that is filled is followed by one that goes on, and not by a stub.
    var lines = Ums.run(command.split(" ")).expectGood().out().lines().toList();
    for (int i = 1; i + 1 < lines.size(); i++) {
      boolean stub = lines.get(i).matches("[a-z]\\S*( \\S+){0,2}");
      assertThat(stub && lines.get(i + 1).matches("[a-z].*")).as(lines.get(i)).isFalse();
    }
  }
}
