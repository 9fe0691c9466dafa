package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AliasesTest {
  private static List<String> of(String... names) {
    Aliases aliases = new Aliases(List.of(names));
    return List.of(names).stream().map(name -> aliases.choose(name).toString()).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "README.TXT, README.TXT",
    "readme.txt, README.TXT",
    "Makefile, MAKEFILE",
    "The quick brown.fox, THEQUI~1.FOX",
    "archive.tar.gz, ARCHIV~1.GZ",
    ".bashrc, BASHRC~1",
    "a b.txt, AB~1.TXT",
    "x.html, X~1.HTM",
    "a+b=c.[d], A_B_C~1._D_",
    "caf\u00e9.txt, CAF_~1.TXT",
    "\u4e2d\u6587, __~1",
    "\ud83d\ude00, _~1",
    "UPPER.LOWER.mid, UPPER~1.MID",
    "$%'-_@~`!(){}^#&, $%'-_@~1",
  })
  void by_the_rules_of_the_specification(String name, String alias) {
    assertThat(of(name)).containsExactly(alias);
  }

  @Test
  void similar_names_get_numbers() {
    assertThat(of("long name 1.txt", "long name 2.txt", "LONG NAME 3.TXT", "long name 3.doc"))
        .containsExactly("LONGNA~1.TXT", "LONGNA~2.TXT", "LONGNA~3.TXT", "LONGNA~1.DOC");
  }

  @Test
  void the_base_gets_shorter_as_the_numbers_get_longer() {
    String[] names =
        IntStream.range(0, 100).mapToObj(i -> "similar" + i + "names").toArray(String[]::new);
    List<String> aliases = of(names);
    assertThat(aliases.get(8)).isEqualTo("SIMILA~9");
    assertThat(aliases.get(9)).isEqualTo("SIMIL~10");
    assertThat(aliases.get(98)).isEqualTo("SIMIL~99");
    assertThat(aliases.get(99)).isEqualTo("SIMI~100");
  }

  @Test
  void no_alias_is_like_another_files_name() {
    assertThat(of("longfilename.txt", "LONGFI~1.TXT", "longfi~2.txt"))
        .containsExactly("LONGFI~3.TXT", "LONGFI~1.TXT", "LONGFI~2.TXT");
  }

  @Test
  void a_directory_full_of_similar_names_takes_no_square_of_time() {
    String[] names =
        IntStream.range(0, 20_000)
            .mapToObj("photograph %05d.jpeg"::formatted)
            .toArray(String[]::new);
    assertThat(of(names)).doesNotHaveDuplicates();
  }
}
