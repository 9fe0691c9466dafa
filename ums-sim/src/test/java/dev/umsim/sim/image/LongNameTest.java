package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LongNameTest {
  @Test
  void is_stored_as_in_the_example_of_the_specification() {
    ByteBuffer out = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    ShortName shortName = new ShortName("THEQUI~1FOX");
    assertThat(shortName.checksum()).isEqualTo(0x07);
    LongName.encode("The quick brown.fox", shortName.checksum(), out);
    assertThat(new MemoryImage(out.array()).hex(0, 64))
        .isEqualTo(
            "42"
                + "77006e002e0066006f00" // wn.fo
                + "0f0007"
                + "7800" // x, end, filling
                + "0000ffffffffffffffff"
                + "0000"
                + "ffffffff"
                + "01"
                + "54006800650020007100" // The q
                + "0f0007"
                + "7500690063006b002000" // uick_
                + "6200" // b
                + "0000"
                + "72006f00");
  }

  @Test
  void a_name_that_fills_its_last_slot_has_no_end_mark() {
    ByteBuffer out = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
    LongName.encode("abcdefghijklm", 0, out);
    assertThat(out.hasRemaining()).isFalse();
    assertThat(out.getChar(28)).isEqualTo('l');
    assertThat(out.getChar(30)).isEqualTo('m');
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", ".hidden", " leading", "a+b,c;d=e[f]", "..x", "\u00e9\u4e2d\ud83d\ude00"})
  void these_can_be_held(String name) {
    assertThat(LongName.fault(name)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|is no name",
        ".|is no name",
        "..|is no name",
        "a.|ends in a dot or a blank, which FAT drops",
        "`a `|ends in a dot or a blank, which FAT drops",
        "a:b|has the character U+003A, which FAT forbids",
        "a?|has the character U+003F, which FAT forbids",
        "a\\b|has the character U+005C, which FAT forbids",
        "a\"b|has the character U+0022, which FAT forbids",
        "`a\u0009b`|has the character U+0009, which FAT forbids",
        "a\ufffd|is not text in this locale's encoding",
        "a\ud83d|has half of a character beyond U+FFFF",
      })
  void these_cannot_be_held(String name, String fault) {
    assertThat(LongName.fault(name)).contains(fault);
  }

  @Test
  void the_longest_has_255_characters() {
    assertThat(LongName.fault("n".repeat(255))).isEmpty();
    assertThat(LongName.slotCount("n".repeat(255))).isEqualTo(20);
    assertThat(LongName.fault("n".repeat(256))).contains("has 256 characters, FAT holds 255");
  }

  @Test
  void capitals_make_no_difference() {
    assertThat(LongName.key("Stra\u00dfe \u00e9t\u00e9")).isEqualTo("STRA\u00dfE \u00c9T\u00c9");
  }
}
