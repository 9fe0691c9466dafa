package dev.umsim.sim.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ProfileProperties {
  /** Numbers of every layer that may be anything in their range without regard to others. */
  private static final Map<ProfileKey, double[]> FREE =
      Map.of(
          ProfileKey.COMPLETION_LATENCY, new double[] {0, 1e6},
          ProfileKey.READ_WRITE_PAIR, new double[] {0, 1e9},
          ProfileKey.FIRMWARE_JITTER, new double[] {0, 100},
          ProfileKey.READ_RATE, new double[] {0.001, 10_000},
          ProfileKey.SCATTERED_WRITE, new double[] {0, 1e6},
          ProfileKey.MEDIUM_RATE, new double[] {0.001, 10_000});

  /** Words with everything in them that a file has to write otherwise. */
  @Provide
  Arbitrary<String> words() {
    return Arbitraries.strings()
        .withChars("\"\\'#=[]{}$ é€😀")
        .alpha()
        .ofMinLength(1)
        .ofMaxLength(20)
        .filter(text -> !text.isBlank());
  }

  @Provide
  Arbitrary<Profile> profiles() {
    var values = new ArrayList<Arbitrary<Setting>>();
    FREE.forEach(
        (key, range) ->
            values.add(
                Combinators.combine(
                        Arbitraries.oneOf(
                            Arbitraries.doubles()
                                .ofScale(6)
                                .between(range[0], range[1])
                                .map(d -> (Object) d),
                            Arbitraries.longs()
                                .between((long) Math.ceil(range[0]), (long) range[1])
                                .map(n -> (Object) n)),
                        Arbitraries.of(Origin.Kind.class),
                        words())
                    .as(
                        (value, kind, text) ->
                            Setting.of(
                                key,
                                value,
                                kind == Origin.Kind.GIVEN
                                    ? Origin.GIVEN
                                    : new Origin(kind, text)))));
    return Combinators.combine(
            Arbitraries.of(Profiles.names()).map(Profiles::named),
            words(),
            words(),
            Combinators.combine(values).as(list -> list))
        .as(
            (shipped, name, description, changes) -> {
              var settings = new EnumMap<ProfileKey, Setting>(shipped.settings());
              changes.forEach(each -> settings.put(each.key(), each));
              return new Profile(name, description, shipped.layers(), settings);
            });
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void whatIsWrittenIsReadBackAsTheSame(@ForAll("profiles") Profile profile) {
    var text = profile.toml();
    assertThat(Profiles.parse("my.toml", text)).isEqualTo(profile);
    assertThat(Profiles.parse("my.toml", text).toml()).isEqualTo(text);
  }

  /** A whole file in which a few characters have become others. */
  @Provide
  Arbitrary<String> damagedFiles() {
    var whole = Arbitraries.of(Profiles.names()).map(name -> Profiles.named(name).toml());
    var places = Arbitraries.doubles().between(0, 1).list().ofMinSize(1).ofMaxSize(4);
    var letters = Arbitraries.chars().with("\"\\[]{}=.#\n 0-nai\0\uFEFF".toCharArray());
    return Combinators.combine(whole, places, letters.list().ofSize(4))
        .as(ProfileProperties::damage);
  }

  private static String damage(String text, List<Double> places, List<Character> letters) {
    var damaged = new StringBuilder(text);
    for (int i = 0; i < places.size(); i++) {
      damaged.setCharAt((int) (places.get(i) * (text.length() - 1)), letters.get(i));
    }
    return damaged.toString();
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void aDamagedFileIsReadOrRefusedWithItsName(@ForAll("damagedFiles") String text) {
    try {
      Profiles.parse("my.toml", text);
    } catch (ProfileException e) {
      assertThat(e).hasMessageMatching("(?s)my\\.toml(:[1-9][0-9]*)?: .+");
    }
  }
}
