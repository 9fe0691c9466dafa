package dev.umsim.bench.cli;

import dev.umsim.bench.device.Target;
import dev.umsim.bench.file.FileClaims;
import dev.umsim.bench.file.Leftovers;
import dev.umsim.bench.file.TemporaryImage;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.ProfileNotation;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.notation.TargetNotation.Simulated;
import dev.umsim.bench.simulated.ProfileTarget;
import dev.umsim.bench.unit.Writes;
import dev.umsim.sim.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What {@code ums bench} measures: a target, a profile in a file, or an image that is made for it.
 *
 * @param notation nothing if a profile is in a file, or an image has to be made
 * @param profileFile a profile of somebody's own
 */
record BenchTarget(Optional<TargetNotation> notation, Optional<String> profileFile) {
  private static final long TEMPORARY_IMAGE_BYTES = 64L << 20;

  /** Opens a target as the options of the command say. */
  @FunctionalInterface
  interface Opener {
    /** What is open then is closed by its user. */
    Target open(TargetNotation notation, Writes writes) throws IOException;
  }

  /**
   * Reads it.
   *
   * @param target an image or a target, or null
   * @param profile the value of {@code --profile}, or null
   */
  static BenchTarget of(String target, String profile) {
    if (profile != null && target != null) {
      throw new NotationException(
          "--profile " + profile + " and " + target + " are two targets; leave one out");
    }
    if (profile != null && ProfileNotation.isFile(profile)) {
      return new BenchTarget(Optional.empty(), Optional.of(profile));
    }
    var text = Optional.ofNullable(profile == null ? target : "sim:" + profile);
    return new BenchTarget(text.map(TargetNotation::parse), Optional.empty());
  }

  /** How rows name it. */
  String name() {
    return profileFile
        .map(ProfileNotation::targetName)
        .orElseGet(() -> notation.orElse(Simulated.REFERENCE).text());
  }

  boolean isProfile() {
    return profileFile.isPresent() || namedProfile().isPresent();
  }

  private Optional<Simulated> simulated() {
    return notation.filter(Simulated.class::isInstance).map(Simulated.class::cast);
  }

  private Optional<Simulated> namedProfile() {
    return simulated().filter(ProfileTarget::isNamed);
  }

  /** Whether a unit is a CD-ROM drive, by the options of its image. */
  boolean isCdRom(int lun) {
    return simulated().filter(each -> each.hasCdRom(lun)).isPresent();
  }

  /** Refuses a device without an image that could be written to. */
  void requireImage() {
    if (profileFile.isPresent() || simulated().filter(each -> !each.hasImages()).isPresent()) {
      throw new NotationException(
          "--in-place writes to an image, and "
              + name()
              + " has none but memory; leave it out or name an image file");
    }
  }

  /** Claims the files that it names. */
  void claim(TargetOptions options, FileClaims claims) throws IOException {
    options.claim(notation.orElse(Simulated.REFERENCE), claims);
    if (profileFile.isPresent()) {
      claims.read("the profile", Path.of(profileFile.get()));
    }
  }

  /** The profile that it is, for workloads, which need nothing else. */
  Profile profile() throws IOException {
    if (profileFile.isPresent()) {
      return ProfileNotation.parse(profileFile.get());
    }
    var named = namedProfile().orElseThrow();
    if (!named.settings().isEmpty()) {
      throw new NotationException(
          "a workload begins with an empty medium and the seed of --seed; leave '"
              + named.settings().get(0).key()
              + "' out of the target");
    }
    return ProfileTarget.profileOf(named);
  }

  /**
   * Opens it.
   *
   * @param captured what becomes of a target that the opener does not open
   * @param seed of a profile whose target does not say it
   * @param leftovers what is made for it
   */
  Target open(
      Opener opener, UnaryOperator<Target> captured, Writes writes, long seed, Leftovers leftovers)
      throws IOException {
    if (profileFile.isPresent()) {
      return captured.apply(ProfileTarget.of(profile(), seed));
    }
    if (notation.isEmpty()) {
      var image = TemporaryImage.create(TEMPORARY_IMAGE_BYTES, leftovers);
      return opener.open(Simulated.image(image), Writes.IN_PLACE);
    }
    var seeded =
        namedProfile()
            .filter(named -> named.value("seed").isEmpty())
            .<TargetNotation>map(named -> named.with("seed", Long.toString(seed)));
    return opener.open(seeded.orElse(notation.get()), writes);
  }
}
