package dev.umsim.sim.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles that somebody writes. */
class ProfileTest {
  /** All that a profile needs, and as little of it as can be. */
  private static final String WHOLE =
      """
      name = "stick"
      description = "A stick"
      [host]
      full-speed-packets-per-ms = 18
      high-speed-packets-per-ms = 72
      completion = "at-boundary"
      completion-latency-us = 60.0
      completion-jitter-percent = 50
      largest-command-bytes = 122880
      read-ahead-bytes = 131072
      read-write-pair-ns = 1900
      [stack]
      firmware = "streamed"
      speed = "high"
      command-latency-us = { value = 250.5, sourced = "the stick's manual" }
      jitter-percent = 0
      [port]
      latency-us = 0
      read-rate-mb-s = 20.0
      write-rate-mb-s = 10.0
      scattered-write-us = { value = 500, assumed = "like others" }
      write-cache = "off"
      [medium]
      kind = "flash"
      rate-mb-s = { value = 30, calibrated = "my cell" }
      [volume]
      block-bytes = 512
      device-blocks = 2000000
      raw-first-block = 0
      raw-blocks = 2000000
      fat-first-block = 63
      fat-blocks = 1999937
      cluster-bytes = 4096
      """;

  private static void expectRefusal(String text, String message) {
    assertThatThrownBy(() -> Profiles.parse("my.toml", text))
        .isInstanceOf(ProfileException.class)
        .hasMessage("my.toml" + message);
  }

  @Test
  void isReadFromAFileThatHasAll() {
    var profile = Profiles.parse("folder/some.toml", WHOLE);
    assertThat(profile.name()).isEqualTo("stick");
    assertThat(profile.description()).isEqualTo("A stick");
    assertThat(profile.layers()).isEmpty();
    assertThat(profile.settings()).hasSize(26);
    assertThat(profile.nanos(ProfileKey.COMMAND_LATENCY)).isEqualTo(250_500);
    assertThat(profile.bytesPerSecond(ProfileKey.READ_RATE)).isEqualTo(20_000_000);
    assertThat(profile.share(ProfileKey.COMPLETION_JITTER)).isEqualTo(0.5);
    assertThat(profile.word(ProfileKey.WRITE_CACHE)).isEqualTo("off");
    assertThat(profile.count(ProfileKey.FAT_BLOCKS)).isEqualTo(1_999_937);
    assertThat(profile.find(ProfileKey.ROTATION)).isEmpty();
    assertThat(profile.find(ProfileKey.COMMAND_LATENCY))
        .map(Setting::origin)
        .contains(new Origin(Origin.Kind.SOURCED, "the stick's manual"));
    assertThat(profile.find(ProfileKey.MEDIUM_RATE))
        .map(Setting::origin)
        .contains(new Origin(Origin.Kind.CALIBRATED, "my cell"));
    assertThat(profile.find(ProfileKey.SPEED)).map(Setting::origin).contains(Origin.GIVEN);
  }

  @Test
  void isNamedAfterItsFileIfItDoesNotSay() {
    var text = WHOLE.replace("name = \"stick\"\n", "");
    assertThat(Profiles.parse("a/b\\c.d.toml", text).name()).isEqualTo("c.d");
    assertThat(Profiles.parse(".toml", text).name()).isEqualTo("profile");
  }

  @Test
  void isTheSameWithCarriageReturns() {
    assertThat(Profiles.parse("x", WHOLE.replace("\n", "\r\n")))
        .isEqualTo(Profiles.parse("x", WHOLE));
  }

  @Test
  void isWrittenCompletely() {
    var text = Profiles.parse("my.toml", WHOLE).toml();
    assertThat(text)
        .startsWith("name = \"stick\"\ndescription = \"A stick\"\n\n[host]\n")
        .contains(
            "\ncommand-latency-us = { value = 250.5, sourced = \"the stick's manual\" }\n",
            "\nscattered-write-us = { value = 500, assumed = \"like others\" }\n",
            "\nkind = \"flash\"\n",
            "\ncluster-bytes = 4096\n");
    assertThat(Profiles.parse("x.toml", text)).isEqualTo(Profiles.parse("x.toml", WHOLE));
  }

  @Test
  void buildsOnAShippedOne() {
    var profile =
        Profiles.parse(
            "my.toml",
            """
            extends = "sansa-e280/of"
            port = "sansa-e280-rockbox"
            medium.rate-mb-s = 8

            [stack]
            command-latency-us = { value = 100, assumed = "a faster one" }

            [host]
            from = "linux-pc-2008"
            read-ahead-bytes = 0
            """);
    assertThat(profile.number(ProfileKey.PORT_LATENCY)).isEqualTo(300);
    assertThat(profile.number(ProfileKey.MEDIUM_RATE)).isEqualTo(8);
    assertThat(profile.number(ProfileKey.COMMAND_LATENCY)).isEqualTo(100);
    assertThat(profile.count(ProfileKey.READ_AHEAD)).isZero();
    assertThat(profile.count(ProfileKey.LARGEST_COMMAND)).isEqualTo(122_880);
    assertThat(profile.layers().get(Layer.PORT)).isEqualTo("sansa-e280-rockbox");
    assertThat(Profiles.parse("my.toml", profile.toml())).isEqualTo(profile);
  }

  @ParameterizedTest
  @CsvSource({
    "port = `usb`, no port, sansa-e280-rockbox",
    "medium.from = `floppy`, no medium, toshiba-20g",
    "host = `linux-6.1/ohci`, no host, SYSTEM/CONTROLLER"
  })
  void isToldWhichLayersThereAre(String line, String message, String known) {
    var text = "extends = \"sansa-e280/of\"\n" + line.replace('`', '"') + "\n";
    assertThatThrownBy(() -> Profiles.parse("my.toml", text))
        .isInstanceOf(ProfileException.class)
        .hasMessageStartingWith("my.toml:2: there is " + message)
        .hasMessageContaining(known);
  }

  @Test
  void leavesOutWhatAnotherFirmwareHasNoUseFor() {
    var profile =
        Profiles.parse(
            "my.toml",
            """
            extends = "ipod-video-80g/rockbox-2010"
            medium = "sansa-e280-flash"
            [stack]
            firmware = "streamed"
            command-latency-us = 10
            """);
    assertThat(profile.find(ProfileKey.TURNAROUND)).isEmpty();
    assertThat(profile.find(ProfileKey.ROTATION)).isEmpty();
    assertThat(Profiles.parse("my.toml", profile.toml())).isEqualTo(profile);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "stack.turnaround = 5 | :2: 'turnaround' has no unit; write turnaround-us",
        "port.read-rate = 5 | :2: 'read-rate' has no unit; write read-rate-mb-s",
        "port.turnaround-us = 5 | :2: the port has no 'turnaround-us'; it has latency-us,"
            + " read-latency-us, write-latency-us, read-rate-mb-s, write-rate-mb-s,"
            + " scattered-write-us, write-cache, overlap, prefetch, read-ahead-kept-us",
        "port.latency-ms = 5 | :2: the port has no 'latency-ms'; it has latency-us,"
            + " read-latency-us, write-latency-us, read-rate-mb-s, write-rate-mb-s,"
            + " scattered-write-us, write-cache, overlap, prefetch, read-ahead-kept-us",
        "speed = 5 | :2: a profile has no 'speed'; it has extends, name, description, and the"
            + " layers host, stack, port, medium and volume",
        "port.write-cache = \"maybe\" | :2: write-cache is \"on\" or \"off\", not \"maybe\"",
        "port.write-cache = true | :2: write-cache is \"on\" or \"off\", not true",
        "port.latency-us = \"5\" | :2: latency-us is a number from 0 to 1000000, not \"5\"",
        "port.latency-us = -1 | :2: latency-us is a number from 0 to 1000000, not -1",
        "port.latency-us = nan | :2: latency-us is a number from 0 to 1000000, not NaN",
        "port.latency-us = inf | :2: latency-us is a number from 0 to 1000000, not Infinity",
        "port.latency-us = -inf | :2: latency-us is a number from 0 to 1000000, not -Infinity",
        "port.latency-us = [1] | :2: latency-us is a number from 0 to 1000000, not a list",
        "port.latency-us = { value = [] } | :2: latency-us is a number from 0 to 1000000, not a list",
        "port.latency-us = { value = {} } | :2: latency-us is a number from 0 to 1000000, not a"
            + " table",
        "port.latency-us = 2008-02-15 | :2: latency-us is a number from 0 to 1000000, not 2008-02-15",
        "port.latency-us = { sourced = \"a\" } | :2: latency-us has no value; write { value = …,"
            + " sourced = \"…\" }",
        "port.latency-us = { value = 1, guessed = \"a\" } | :2: latency-us is { value = …, KIND ="
            + " \"why\" }, and KIND is sourced, calibrated or assumed",
        "port.latency-us = { value = 1, sourced = \"a\", assumed = \"b\" } | :2: latency-us is"
            + " { value = …, KIND = \"why\" }, and KIND is sourced, calibrated or assumed",
        "port.latency-us = { value = 1, assumed = \" \" } | :2: latency-us has to say what it was"
            + " assumed by, in words",
        "host.full-speed-packets-per-ms = 20 | :2: full-speed-packets-per-ms is a whole number from"
            + " 1 to 19, not 20",
        "host.full-speed-packets-per-ms = 9.5 | :2: full-speed-packets-per-ms is a whole number"
            + " from 1 to 19, not 9.5",
        "host.read-ahead-bytes = 5000 | :2: read-ahead-bytes is a multiple of 4096 from 0 to"
            + " 16777216, not 5000",
        "volume.block-bytes = 1000 | :2: block-bytes is a power of two from 512 to 4096, not 1000",
        "volume.cluster-bytes = 0 | :2: cluster-bytes is a power of two from 512 to 65536, not 0",
        "port = 5 | :2: port is a table or a name in quotation marks; write [port]",
        "name = 5 | :2: name is a text in quotation marks, not 5",
        "name = \"\" | :2: name is words in one line; write some or leave it out",
        "description = \"a\\nb\" | :2: description is words in one line; write some or leave it out",
        "volume.fat-blocks = 4294967296 | :2: the FAT partition ends at block 4294967376, and the"
            + " device has 15679488; make volume.fat-blocks smaller",
      })
  void isRefusedWithItsLine(String line, String message) {
    expectRefusal("extends = \"sansa-e280/of\"\n" + line + "\n", message);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 50})
  void isRefusedWhereverTheLineIs(int line) {
    expectRefusal(
        "extends = \"sansa-e280/of\"\n" + "\n".repeat(line - 1) + "[port]\n# x\nlatency-us = -1\n",
        ":" + (line + 3) + ": latency-us is a number from 0 to 1000000, not -1");
  }

  /** Each line of a whole profile is needed, and the refusal names its layer's line. */
  @Test
  void isRefusedIfAnyValueIsMissing() {
    var lines = List.of(WHOLE.split("\n"));
    int table = 0;
    int checked = 0;
    for (int index = 2; index < lines.size(); index++) {
      var line = lines.get(index);
      if (line.startsWith("[")) {
        table = index + 1;
        continue;
      }
      var rest = new ArrayList<>(lines);
      rest.remove(index);
      var layer = lines.get(table - 1).replaceAll("[\\[\\]]", "");
      var key = line.replaceFirst(" =.*", "");
      var wanted = layer + "." + key;
      var message = ":" + table + ": there is no " + wanted + ", which is ";
      assertThatThrownBy(() -> Profiles.parse("my.toml", String.join("\n", rest)))
          .isInstanceOf(ProfileException.class)
          .hasMessageMatching(Pattern.quote("my.toml" + message) + ".*; add it");
      checked++;
    }
    assertThat(checked).isEqualTo(26);
  }

  @Test
  void isRefusedIfValuesDoNotFitTogether() {
    expectRefusal(
        WHOLE
            .replace("block-bytes = 512", "block-bytes = 1024")
            .replace("cluster-bytes = 4096", "cluster-bytes = 512"),
        ":33: volume.cluster-bytes is at least a block, which has 1024 bytes");
    expectRefusal(
        WHOLE.replace("device-blocks = 2000000", "device-blocks = 4294967296"),
        ":28: volume.device-blocks is at most 2147483648 with blocks of 512 bytes, which is 1 TiB;"
            + " make it smaller");
    expectRefusal(
        WHOLE.replace("raw-first-block = 0", "raw-first-block = 1"),
        ":30: the raw partition ends at block 2000001, and the device has 2000000; make"
            + " volume.raw-blocks smaller");
    expectRefusal(
        "extends = \"ipod-video-80g/rockbox-20080220\"\n\n[stack]\nspeed = \"high\"\n",
        ":4: rockbox-20080220 does full speed only; set stack.speed to \"full\"");
    expectRefusal(
        "extends = \"sansa-e280/of\"\n[stack]\nfirmware = \"rockbox-2010\"\n",
        ":2: there is no stack.turnaround-us, which is a number from 0 to 1000000; add it");
  }

  @Test
  void isRefusedIfOneOfTwoValuesIsMissing() {
    expectRefusal(
        "extends = \"sansa-e280/of\"\nstack.idle-after-us = 5\n",
        ":2: there is no stack.idle-penalty-us, which is a number from 0 to 1000000; add it");
    expectRefusal(
        "extends = \"sansa-e280/of\"\nstack.idle-penalty-us = 5\n",
        ":2: there is no stack.idle-after-us, which is a number from 0 to 1000000000; add it");
  }

  @Test
  void isRefusedIfAValueSaysNothing() {
    expectRefusal(
        "extends = \"sansa-e280/of\"\nstack.write-buffer-bytes = 8192\n",
        ":2: stack.write-buffer-bytes says nothing where stack.firmware is \"streamed\"; leave it"
            + " out");
    expectRefusal(
        "extends = \"sansa-e280/of\"\n\nmedium.rotation-us = 8192\n",
        ":3: medium.rotation-us says nothing where medium.kind is \"flash\"; leave it out");
    expectRefusal(
        "extends = \"ipod-video-80g/rockbox-2010\"\n[stack]\ncommand-latency-us = 1\n",
        ":3: stack.command-latency-us says nothing where stack.firmware is \"rockbox-2010\"; leave"
            + " it out");
  }

  @Test
  void ofSeveralFaultsTheSameOneIsToldInEveryRun() {
    var disk =
        "extends = \"ipod-video-80g/of\"\n[medium]\nwrite-slots = 1\nnear-bytes = 1\nseek-us = 1\n"
            + "rotation-us = 1\nkind = \"flash\"\n[port]\nscattered-write-us = 0\n";
    expectRefusal(
        disk, ":6: medium.rotation-us says nothing where medium.kind is \"flash\"; leave it out");
  }

  @Test
  void whatSaysNothingBesideAnotherValueIsDropped() {
    var flash =
        Profiles.named("ipod-video-80g/of")
            .with(Map.of(ProfileKey.MEDIUM_KIND, "flash", ProfileKey.SCATTERED_WRITE, "0"));
    assertThat(flash.find(ProfileKey.ROTATION)).isEmpty();
    assertThatThrownBy(() -> flash.with(ProfileKey.ROTATION, "1"))
        .hasMessageContaining("medium.rotation-us says nothing where medium.kind is");
  }

  @Test
  void extendsShippedOnesOnly() {
    assertThatThrownBy(() -> Profiles.parse("my.toml", "\nextends = \"other.toml\""))
        .hasMessage(
            "my.toml:2: there is no profile 'other.toml' to extend; only shipped ones can be"
                + " extended: "
                + String.join(", ", Profiles.names()));
    expectRefusal("extends = [\"a\"]", ":1: extends is a text in quotation marks, not a list");
  }

  @Test
  void isRefusedIfItIsEmpty() {
    expectRefusal(
        "",
        ": there is no host.full-speed-packets-per-ms, which is a whole number from 1 to 19; add"
            + " it");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port.latency-us = | 2",
        "[port | 2",
        "port.latency-us = 5 6 | 2",
        "port.latency-us = 99999999999999999999 | 2",
        "name = 'a | 2",
        "= 5 | 2",
      })
  void isRefusedIfItIsNotToml(String line, int at) {
    assertThatThrownBy(() -> Profiles.parse("my.toml", "extends = \"sansa-e280/of\"\n" + line))
        .isInstanceOf(ProfileException.class)
        .hasMessageStartingWith("my.toml:" + at + ": this is not TOML: ");
  }

  /** A backslash and a parenthesis behind a key that is broken. */
  @Test
  void isRefusedIfTheLibraryDoesNotKnowWhere() {
    assertThatThrownBy(() -> Profiles.parse("my.toml", "\"\"ame = \"x\"\nname = \"a \\USB (b\"\n"))
        .isInstanceOf(ProfileException.class)
        .hasMessageStartingWith("my.toml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a=", "[{a="})
  void isRefusedIfItNestsDeeply(String bracket) {
    var deep = "# [[[[\nname = \"[[[[[[[[[[[[[[[[[[[[[[[[\"\na = " + bracket.repeat(10_000);
    assertThatThrownBy(() -> Profiles.parse("my.toml", deep))
        .isInstanceOf(ProfileException.class)
        .hasMessage("my.toml:3: more than 16 brackets are open; no key takes more than a list");
  }

  @Test
  void isRefusedIfAKeyIsThereTwice() {
    assertThatThrownBy(
            () -> Profiles.parse("my.toml", "[port]\nlatency-us = 1\n\nlatency-us = 2\n"))
        .isInstanceOf(ProfileException.class)
        .hasMessageStartingWith("my.toml:4: this is not TOML: ")
        .hasMessageContaining("2");
    assertThatThrownBy(() -> Profiles.parse("my.toml", "[port]\n[host]\n[port]\n"))
        .hasMessageStartingWith("my.toml:3: this is not TOML: ");
  }

  @Test
  void tellsTheFirstOfTwoMistakes() {
    expectRefusal(
        "extends = \"sansa-e280/of\"\n[port]\nzzz = 1\naaa = 2\n",
        ":3: the port has no 'zzz'; it has latency-us, read-latency-us, write-latency-us, read-rate-mb-s,"
            + " write-rate-mb-s, scattered-write-us, write-cache, overlap, prefetch,"
            + " read-ahead-kept-us");
  }

  @Test
  void canHaveOtherValues() {
    var profile = Profiles.named("ipod-video-80g/rockbox-2010");
    var other = profile.with(ProfileKey.WRITE_BUFFER, "8192");
    assertThat(other.find(ProfileKey.WRITE_BUFFER))
        .contains(new Setting(ProfileKey.WRITE_BUFFER, "8192", Origin.GIVEN));
    assertThat(profile.find(ProfileKey.WRITE_BUFFER)).isEmpty();
    assertThat(profile.with(ProfileKey.TURNAROUND, "1.0E-4").number(ProfileKey.TURNAROUND))
        .isEqualTo(0.0001);
    assertThat(profile.with(ProfileKey.WRITE_CACHE, "off").word(ProfileKey.WRITE_CACHE))
        .isEqualTo("off");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "8k", "8192.5", "1d", "0x2000", "NaN", "100", "99999999999999999999"})
  void hasNoOtherValueThatIsNotPossible(String text) {
    var profile = Profiles.named("ipod-video-80g/rockbox-2010");
    assertThatThrownBy(() -> profile.with(ProfileKey.WRITE_BUFFER, text))
        .isInstanceOf(ProfileException.class)
        .hasMessage(
            "stack.write-buffer-bytes is a multiple of 512 from 512 to 1048576, not " + text);
  }

  @Test
  void canHaveValuesThatNeedEachOther() {
    var profile = Profiles.named("ipod-video-80g/rockbox-20080220");
    assertThatThrownBy(() -> profile.with(ProfileKey.SPEED, "high"))
        .hasMessage("rockbox-20080220 does full speed only; set stack.speed to \"full\"");
    var both = Map.of(ProfileKey.SPEED, "high", ProfileKey.FIRMWARE, "rockbox-20080222-hs");
    assertThat(profile.with(both).word(ProfileKey.SPEED)).isEqualTo("high");
  }
}
