package dev.umsim.bench.workload;

import static dev.umsim.sim.profile.ProfileKey.COMPLETION;
import static dev.umsim.sim.profile.ProfileKey.DIRTY_LIMIT;
import static dev.umsim.sim.profile.ProfileKey.LARGEST_COMMAND;
import static dev.umsim.sim.profile.ProfileKey.OPERATING_SYSTEM;
import static dev.umsim.sim.profile.ProfileKey.READ_AHEAD;
import static dev.umsim.sim.profile.ProfileKey.READ_WRITE_PAIR;

import dev.umsim.bench.linux.Kernel;
import dev.umsim.bench.linux.LinuxHostSettings;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.bus.HostController;
import dev.umsim.sim.device.ProfiledDevice;
import dev.umsim.sim.profile.Layer;
import dev.umsim.sim.profile.Profile;
import dev.umsim.sim.profile.Profiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A host as a value: the operating system decides which commands there are, the controller when its
 * software hears of them.
 *
 * @param system a shipped operating system
 * @param controller a shipped controller
 */
public record HostModel(String system, String controller) {
  /** Adds no time of its own, and sends a command for each block. */
  public static final String IDEAL = "ideal";

  private static final Map<String, String> USUAL_CONTROLLERS =
      Map.of("linux-2.6.24", "pc-2008", "linux-6.1", "xhci", "windows-10", "xhci");
  private static final String FULL_SPEED_ONLY = "uhci";

  /** Any device, to which hosts can be put. */
  private static final String SOME_PROFILE = "usb-stick-2020";

  /**
   * Reads one.
   *
   * @param text {@code SYSTEM} or {@code SYSTEM/CONTROLLER}
   * @throws NotationException if there is no such host
   */
  public static HostModel parse(String text) {
    int slash = text.indexOf('/');
    var system = slash < 0 ? text : text.substring(0, slash);
    var systems = Profiles.hostsWith(OPERATING_SYSTEM);
    if (!systems.contains(system)) {
      throw new NotationException(
          "there is no host '"
              + text
              + "'; there are ideal, "
              + String.join(", ", systems)
              + ", each perhaps with a controller behind it, as in linux-6.1/xhci");
    }
    if (slash < 0) {
      var usual = Optional.ofNullable(USUAL_CONTROLLERS.get(system)).or(() -> shippedWith(system));
      return new HostModel(system, usual.orElse("xhci"));
    }
    var controller = text.substring(slash + 1);
    var controllers = Profiles.hostsWith(COMPLETION);
    if (!controllers.contains(controller)) {
      throw new NotationException(
          "there is no controller '"
              + controller
              + "'; there are "
              + String.join(", ", controllers));
    }
    return new HostModel(system, controller);
  }

  private static Optional<String> shippedWith(String system) {
    return Profiles.names().stream()
        .map(name -> Profiles.named(name).layers().get(Layer.HOST).split("/"))
        .filter(parts -> parts[0].equals(system))
        .map(parts -> parts[1])
        .findFirst();
  }

  /** How a report names the host of a profile: without a controller that goes without saying. */
  public static String nameOf(Profile profile) {
    var name = profile.layers().getOrDefault(Layer.HOST, "linux-2.6.24");
    for (var usual : USUAL_CONTROLLERS.entrySet()) {
      if (name.equals(usual.getKey() + "/" + usual.getValue())) {
        return usual.getKey();
      }
    }
    return name;
  }

  /** The names of all operating systems. */
  public static List<String> systems() {
    return Profiles.hostsWith(OPERATING_SYSTEM);
  }

  /** A device at this host. */
  public Profile with(Profile device) {
    return device.at(system + "/" + controller);
  }

  /** The highest speed of its ports. */
  public Speed highestSpeed() {
    return controller.equals(FULL_SPEED_ONLY) ? Speed.FULL : Speed.HIGH;
  }

  private Profile profile() {
    return with(Profiles.named(SOME_PROFILE));
  }

  /** Its controller, for a device that is simulated with it. */
  public HostController hostController() {
    return ProfiledDevice.controllerOf(profile());
  }

  /** Which commands it sends. */
  public LinuxHostSettings settings() {
    return settingsOf(profile());
  }

  /** Which commands the host of a profile sends. */
  static LinuxHostSettings settingsOf(Profile profile) {
    return new LinuxHostSettings(
        (int) profile.count(LARGEST_COMMAND),
        (int) profile.count(READ_AHEAD),
        true,
        Math.round(profile.number(READ_WRITE_PAIR)),
        LinuxHostSettings.LINUX_2_6_24.cacheBytes(),
        profile.find(DIRTY_LIMIT).map(each -> profile.count(DIRTY_LIMIT)).orElse(0L),
        profile.findWord(OPERATING_SYSTEM).flatMap(Kernel::named).orElse(Kernel.LINUX_2_6_24));
  }

  /** As a report names it. */
  @Override
  public String toString() {
    return nameOf(profile());
  }
}
