package dev.umsim.sim.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The profiles that are shipped. */
class ProfilesTest {
  static Stream<String> names() {
    return Profiles.names().stream();
  }

  @Test
  void coverTheDevicesAndStacksOfTheRockboxPage() {
    assertThat(Profiles.names())
        .isSorted()
        .contains(
            "ipod-color-20g/edm",
            "ipod-color-20g/of",
            "ipod-color-20g/rockbox-20080211",
            "ipod-video-30g/edm",
            "ipod-video-30g/of",
            "ipod-video-30g/rockbox-20080211",
            "ipod-video-80g/edm",
            "ipod-video-80g/of",
            "ipod-video-80g/rockbox-20080222-hs",
            "sansa-e280/of",
            "sansa-e280/rockbox-20080220");
  }

  @ParameterizedTest
  @MethodSource("names")
  void areCompleteAndDescribed(String name) {
    var profile = Profiles.named(name);
    assertThat(profile.name()).isEqualTo(name).matches("[a-z0-9-]+(/[a-z0-9-]+)?");
    assertThat(profile.description()).isNotBlank();
    assertThat(profile.layers()).containsOnlyKeys(Layer.values());
    assertThat(profile.settings().keySet().stream().map(ProfileKey::layer).distinct())
        .containsExactlyInAnyOrder(Layer.values());
  }

  @ParameterizedTest
  @MethodSource("names")
  void sayOfEveryNumberWhereItComesFrom(String name) {
    assertThat(Profiles.named(name).settings().values())
        .allSatisfy(
            each -> {
              assertThat(each.origin().kind()).isNotEqualTo(Origin.Kind.GIVEN);
              assertThat(each.origin().text()).isNotBlank();
            });
  }

  @ParameterizedTest
  @MethodSource("names")
  void areReadBackFromWhatIsWritten(String name) {
    var profile = Profiles.named(name);
    assertThat(Profiles.parse("written.toml", profile.toml())).isEqualTo(profile);
  }

  @ParameterizedTest
  @MethodSource("names")
  void areExtendedByAFileThatSaysNothingElse(String name) {
    var shipped = Profiles.named(name);
    var extended = Profiles.parse("mine.toml", "extends = \"" + name + "\"\n");
    assertThat(extended.name()).isEqualTo("mine");
    assertThat(extended.description()).isEqualTo("built on " + name);
    assertThat(extended.settings()).isEqualTo(shipped.settings());
    assertThat(extended.layers()).isEqualTo(shipped.layers());
  }

  @Test
  void areNamedWhereOneIsUnknown() {
    assertThatThrownBy(() -> Profiles.named("ipod/of"))
        .isInstanceOf(ProfileException.class)
        .hasMessage(
            "there is no profile 'ipod/of'; there are " + String.join(", ", Profiles.names()));
  }

  /** But for hosts, of which there may be one for profiles of somebody's own. */
  @Test
  void haveNoLayerThatNobodyUses() {
    var used =
        Profiles.names().stream()
            .flatMap(name -> Profiles.named(name).layers().entrySet().stream())
            .map(layer -> layer.getKey() + " " + layer.getValue())
            .collect(Collectors.toSet());
    assertThat(used)
        .containsAll(
            Profiles.layerValues().stream()
                .filter(each -> each.layer() != Layer.HOST)
                .map(each -> each.layer() + " " + each.name())
                .collect(Collectors.toSet()));
  }

  @Test
  void haveKeysWithTheirUnits() {
    assertThat(ProfileKey.find("stack.write-buffer")).contains(ProfileKey.WRITE_BUFFER);
    assertThat(ProfileKey.find("stack.write-buffer-bytes")).contains(ProfileKey.WRITE_BUFFER);
    assertThat(ProfileKey.find("port.read-rate")).contains(ProfileKey.READ_RATE);
    assertThat(ProfileKey.find("medium.rate")).contains(ProfileKey.MEDIUM_RATE);
    assertThat(ProfileKey.find("host.read-write-pair")).contains(ProfileKey.READ_WRITE_PAIR);
    assertThat(ProfileKey.find("host.full-speed-packets")).contains(ProfileKey.FULL_SPEED_PACKETS);
    assertThat(ProfileKey.find("write-buffer")).isEmpty();
    assertThat(ProfileKey.find("stack.write")).isEmpty();
    assertThat(ProfileKey.find("port.write-buffer")).isEmpty();
    assertThat(Arrays.stream(ProfileKey.values()).map(ProfileKey::toString))
        .doesNotHaveDuplicates();
  }
}
