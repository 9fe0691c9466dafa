package dev.umsim.bench.simulated;

import dev.umsim.bench.device.ServedTarget;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.ImageSetting;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.Parameter;
import dev.umsim.bench.notation.ProfileNotation;
import dev.umsim.bench.notation.SimulatedKey;
import dev.umsim.bench.notation.SimulatedKind;
import dev.umsim.bench.notation.TargetNotation.Setting;
import dev.umsim.bench.notation.TargetNotation.Simulated;
import dev.umsim.bench.unit.ServedUnit;
import dev.umsim.bench.unit.TargetUnit;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.device.ProfiledDevice;
import dev.umsim.sim.profile.Profile;
import dev.umsim.sim.profile.ProfileKey;
import dev.umsim.sim.profile.Profiles;
import dev.umsim.sim.serve.PacedBus;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A device as a profile describes it, on the bus of the specification: firmware, storage driver and
 * medium take their time, and the host is the ideal one.
 */
public final class ProfileTarget implements Target {
  /** The settings that it takes. */
  private static final long USUAL_SEED = 1;

  private final Profile profile;
  private final Optional<ImageSetting> image;
  private final Optional<TargetUnit> unit;
  private final Medium medium;
  private final ProfiledDevice device;
  private UsbLink link;

  private ProfileTarget(
      Profile profile, Optional<ImageSetting> image, Optional<TargetUnit> unit, long seed) {
    this.profile = profile;
    this.image = image;
    this.unit = unit;
    medium = unit.map(TargetUnit::medium).orElseGet(() -> ProfiledDevice.emptyMedium(profile));
    device = new ProfiledDevice(profile, medium, seed);
  }

  /** Whether a target names a profile: a device and its stack. */
  public static boolean isNamed(Simulated notation) {
    return SimulatedKind.of(notation.name()) == SimulatedKind.PROFILE;
  }

  /** The profile that a target names. */
  public static Profile profileOf(Simulated notation) {
    return ProfileNotation.named(notation.name());
  }

  /** The seed that a target sets, if it does. */
  public static Optional<Long> seedOf(Simulated notation) {
    var values = new SettingValues(notation.settings());
    return Optional.ofNullable(values.value(SimulatedKey.SEED, ProfileTarget::seed, null));
  }

  private static Long seed(String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      throw new NotationException("'" + text + "' is not a whole number");
    }
  }

  public static ProfileTarget open(Simulated notation, Writes writes) throws IOException {
    var profile = profileOf(notation);
    for (Setting each : notation.settings()) {
      if (!SimulatedKind.PROFILE.takes(SimulatedKey.parse(each.key(), notation.name()))) {
        throw new NotationException(
            "a profile has no key '" + each.key() + "', only image and seed; leave it out");
      }
    }
    var images = new SettingValues(notation.settings()).encoded(SimulatedKey.IMAGE);
    if (images.size() > 1) {
      throw new NotationException("a profile has one unit; name one image");
    }
    var image = images.stream().findFirst().map(ImageSetting::parse);
    if (image.isPresent() && (image.get().removable() || image.get().cdRom())) {
      throw new NotationException("a profile is a fixed disk; leave ',removable' and ',cdrom' out");
    }
    Optional<TargetUnit> unit = Optional.empty();
    if (image.isPresent()) {
      int blockBytes = (int) profile.count(ProfileKey.BLOCK_BYTES);
      image.get().requireNotEmpty();
      unit = Optional.of(TargetUnit.open(image.get(), blockBytes, writes));
    }
    return new ProfileTarget(profile, image, unit, seedOf(notation).orElse(USUAL_SEED));
  }

  /** A device with nothing on it. */
  public static ProfileTarget of(Profile profile, long seed) {
    return new ProfileTarget(profile, Optional.empty(), Optional.empty(), seed);
  }

  @Override
  public Set<Speed> speeds() {
    return Set.of(device.speed());
  }

  @Override
  public NotationException speedRefusal() {
    return speedRefusal(profile);
  }

  /** The refusal of another speed than the stack has. */
  public static NotationException speedRefusal(Profile profile) {
    var own = profile.word(ProfileKey.SPEED);
    var name = profile.name();
    var device = name.substring(0, name.indexOf('/') + 1);
    var others =
        Profiles.names().stream()
            .filter(each -> !device.isEmpty() && each.startsWith(device))
            .filter(each -> !Profiles.named(each).word(ProfileKey.SPEED).equals(own))
            .toList();
    var other = own.equals("full") ? "high" : "full";
    return NotationException.about(
        "%s does %s speed only; leave %s out%s",
        name,
        own,
        Parameter.SPEED,
        others.isEmpty() ? "" : ", or for " + other + " speed choose " + either(others));
  }

  private static String either(List<String> names) {
    return String.join(" or ", names);
  }

  @Override
  public UsbLink attach(Speed highestSpeed) {
    if (link != null) {
      link.close();
    }
    link = device.attach(false, highestSpeed, false).link();
    return link;
  }

  @Override
  public ServedTarget serve(EventLoop loop) {
    throw NotationException.about(
        "a profile is served in its own time; add %s model, or serve sim:reference or sim:rockbox-2026",
        Parameter.PACE);
  }

  @Override
  public ServedTarget servePaced(EventLoop loop) {
    return new ServedTarget() {
      @Override
      public UsbLink plug() {
        return device.attachPaced(
            (timeline, bus) -> new PacedBus(timeline, bus, loop), device.speed());
      }

      @Override
      public List<ServedUnit> units() {
        return List.of();
      }

      @Override
      public void close() throws IOException {
        ProfileTarget.this.close();
      }
    };
  }

  @Override
  public Optional<Medium> medium(int lun) {
    return lun == 0 ? Optional.of(medium) : Optional.empty();
  }

  @Override
  public List<Path> images() {
    return image.map(ImageSetting::path).stream().toList();
  }

  @Override
  public Optional<IOException> lastFailure() {
    return unit.flatMap(TargetUnit::lastFailure);
  }

  @Override
  public void close() throws IOException {
    if (link != null) {
      link.close();
    }
    if (unit.isPresent()) {
      unit.get().close();
    }
  }
}
