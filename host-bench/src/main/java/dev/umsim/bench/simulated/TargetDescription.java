package dev.umsim.bench.simulated;

import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.notation.TargetNotation.Setting;
import dev.umsim.bench.notation.TargetNotation.Simulated;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.exchange.DeviceKey;
import dev.umsim.sim.exchange.DeviceLines;
import dev.umsim.sim.exchange.RecordedDevice;
import dev.umsim.sim.profile.ProfileKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes down a target in the device lines of an exchange file. */
public final class TargetDescription {
  private static final List<DeviceKey> TEXTS =
      List.of(DeviceKey.VENDOR, DeviceKey.PRODUCT, DeviceKey.REVISION);

  /** Settings that the lines say by other words, or that change nothing. */
  private static final List<String> SAID_OTHERWISE =
      List.of("size", "blocks", "block-size", "speed", "seed");

  private TargetDescription() {}

  /**
   * Describes a target.
   *
   * @param speed at which it was attached; that of the device if its target does not tell
   */
  public static RecordedDevice of(TargetNotation notation, Target opened, Speed speed) {
    if (!(notation instanceof Simulated simulated)) {
      return new RecordedDevice(
          new DeviceLines(),
          Optional.of(
              "no device line can describe " + notation.text() + "; replay needs a target"));
    }
    var lines = new DeviceLines();
    lines.put(DeviceKey.STACK, stack(simulated));
    var unsaid = new ArrayList<Setting>();
    for (var setting : simulated.settings()) {
      var key = DeviceKey.of(setting.key());
      if (key.isPresent() && (TEXTS.contains(key.get()) || key.get() == DeviceKey.FILL)) {
        if (key.get().fits(setting.value())) {
          lines.put(key.get(), setting.value());
          continue;
        }
      }
      if (!SAID_OTHERWISE.contains(setting.key())) {
        unsaid.add(setting);
      }
    }
    describeMedia(lines, simulated, opened);
    lines.put(
        DeviceKey.SPEED, simulated.value("speed").orElse(speed == Speed.FULL ? "full" : "high"));
    return new RecordedDevice(lines, remark(simulated, unsaid));
  }

  /** That of a profile is its firmware: its time cannot be said. */
  private static String stack(Simulated target) {
    if (!ProfileTarget.isNamed(target)) {
      return target.name();
    }
    var firmware = ProfileTarget.profileOf(target).word(ProfileKey.FIRMWARE);
    return firmware.equals(ProfileKey.STREAMED) ? Simulated.REFERENCE.name() : firmware;
  }

  private static void describeMedia(DeviceLines lines, Simulated target, Target opened) {
    var media = new ArrayList<Medium>();
    for (var medium = opened.medium(0); medium.isPresent(); ) {
      media.add(medium.get());
      medium = opened.medium(media.size());
    }
    if (media.size() > 1) {
      lines.put(DeviceKey.DRIVES, "" + media.size());
    }
    say(lines, DeviceKey.STORAGE, storages(target));
    say(lines, DeviceKey.BLOCK_SIZE, texts(media, medium -> "" + medium.blockSize()));
    say(lines, DeviceKey.BLOCKS, texts(media, medium -> "" + medium.blockCount()));
  }

  private static List<String> texts(List<Medium> media, Function<Medium, String> text) {
    return media.stream().map(text).toList();
  }

  /** By the options behind the images; nothing for a medium in memory. */
  private static List<String> storages(Simulated target) {
    return target.settings().stream()
        .filter(setting -> setting.key().equals("image"))
        .map(setting -> Arrays.asList(setting.encoded().split(",")))
        .map(words -> words.contains("removable") || words.contains("cdrom"))
        .map(removable -> removable ? "ata-removable" : "ata-fixed")
        .toList();
  }

  /** Says it of the device, if it is the same for all of its drives. */
  private static void say(DeviceLines lines, DeviceKey key, List<String> values) {
    if (values.stream().distinct().count() == 1) {
      lines.put(key, values.get(0));
      return;
    }
    for (int drive = 0; drive < values.size(); drive++) {
      lines.put(drive, key, values.get(drive));
    }
  }

  private static Optional<String> remark(Simulated target, List<Setting> unsaid) {
    if (unsaid.isEmpty()) {
      return Optional.empty();
    }
    var keys = unsaid.stream().map(Setting::key).distinct().collect(Collectors.joining(", "));
    var again = new Simulated(target.name(), unsaid).text();
    return Optional.of("no device line can say " + keys + "; replay needs the target " + again);
  }
}
