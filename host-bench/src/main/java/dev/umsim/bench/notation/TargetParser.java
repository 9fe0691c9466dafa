package dev.umsim.bench.notation;

import dev.umsim.bench.notation.TargetNotation.Program;
import dev.umsim.bench.notation.TargetNotation.Setting;
import dev.umsim.bench.notation.TargetNotation.Simulated;
import dev.umsim.bench.notation.TargetNotation.UsbIdentity;
import dev.umsim.bench.notation.TargetNotation.UsbIp;
import dev.umsim.bench.notation.TargetNotation.UsbPlace;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads targets, and says of one that is none what it would have to look like. */
final class TargetParser {
  private static final List<String> SCHEMES = List.of("sim:", "usbip:", "usb:", "exec:");

  /** Two letters at least, so that {@code C:\disk.img} is a path. */
  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+:).*");

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*)?");
  private static final Pattern USB_IP =
      Pattern.compile(
          "//([^/:\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(?::([0-9]{1,5}))?/([0-9]+-[0-9.]+|usbip-vudc\\.[0-9]+)");
  private static final Pattern USB_IDENTITY =
      Pattern.compile("([0-9A-Fa-f]{4}):([0-9A-Fa-f]{4})(?::(.+))?");
  private static final Pattern USB_PLACE = Pattern.compile("@([0-9]{1,3})-([0-9]+(?:\\.[0-9]+)*)");

  private TargetParser() {}

  static TargetNotation parse(String argument) {
    if (argument.isEmpty()) {
      throw new NotationException(
          "the target is empty; give an image file or one of " + String.join(", ", SCHEMES));
    }
    var matcher = SCHEME.matcher(argument);
    if (!matcher.matches()) {
      return image(argument);
    }
    var scheme = matcher.group(1);
    var rest = argument.substring(scheme.length());
    return switch (scheme) {
      case "sim:" -> simulated(rest);
      case "usbip:" -> usbIp(argument, rest);
      case "usb:" -> usb(argument, rest);
      case "exec:" -> program(rest);
      default -> throw unknownScheme(argument, scheme);
    };
  }

  private static NotationException unknownScheme(String argument, String scheme) {
    return new NotationException(
        "there is no kind of target '"
            + scheme
            + "'"
            + Spelling.hint(scheme, SCHEMES)
            + " (kinds: "
            + String.join(", ", SCHEMES)
            + "; for a file of this name, write ./"
            + argument
            + ")");
  }

  /** A path is taken as it is, but that options may stand behind it. */
  private static TargetNotation image(String argument) {
    var words = argument.split(",", -1);
    int pathWords = words.length;
    while (pathWords > 1 && ImageSetting.isOption(words[pathWords - 1])) {
      pathWords--;
    }
    var path = String.join(",", List.of(words).subList(0, pathWords));
    var encoded = new StringBuilder(PercentEncoding.encode(path));
    for (int i = pathWords; i < words.length; i++) {
      encoded.append(',').append(words[i]);
    }
    return new Simulated(
        "reference", List.of(new Setting(SimulatedKey.IMAGE.toString(), encoded.toString())));
  }

  private static Simulated simulated(String rest) {
    int question = rest.indexOf('?');
    var name = question < 0 ? rest : rest.substring(0, question);
    if (!NAME.matcher(name).matches()) {
      throw new NotationException(
          "'sim:"
              + name
              + "' names no device; write sim:reference, and settings behind a ?, such as"
              + " sim:reference?size=64M");
    }
    return new Simulated(
        name, question < 0 ? List.of() : settings(name, rest.substring(question + 1)));
  }

  private static List<Setting> settings(String device, String query) {
    var settings = new ArrayList<Setting>();
    var seen = EnumSet.noneOf(SimulatedKey.class);
    for (var part : query.split("&", -1)) {
      int equals = part.indexOf('=');
      if (equals < 1) {
        throw new NotationException(
            "'" + part + "' is not a setting of a target; write KEY=VALUE, with & between them");
      }
      var key = SimulatedKey.parse(PercentEncoding.decode(part.substring(0, equals)), device);
      if (!seen.add(key) && !key.repeatable()) {
        throw new NotationException("'" + key + "' is given more than once; give it once");
      }
      var setting = new Setting(key.toString(), part.substring(equals + 1));
      if (setting.value().isEmpty()) {
        throw new NotationException(
            "'" + key + "' has no value; write " + key + "=VALUE or leave it out");
      }
      settings.add(setting);
    }
    return settings;
  }

  private static UsbIp usbIp(String argument, String rest) {
    var parts = match(USB_IP, rest, argument, "usbip://HOST[:PORT]/BUSID, such as usbip://nas/1-1");
    int port = parts.group(2) == null ? UsbIp.DEFAULT_PORT : Integer.parseInt(parts.group(2));
    if (port < 1 || port > 65535) {
      throw new NotationException("'" + argument + "': a port is 1 to 65535, not " + port);
    }
    return new UsbIp(parts.group(1), port, parts.group(3));
  }

  private static TargetNotation usb(String argument, String rest) {
    if (rest.startsWith("@")) {
      var parts = match(USB_PLACE, rest, argument, "usb:@BUS-PORTPATH, such as usb:@1-4.2");
      return new UsbPlace(Integer.parseInt(parts.group(1)), parts.group(2));
    }
    var parts = match(USB_IDENTITY, rest, argument, "usb:VID:PID[:SERIAL], such as usb:05ac:1209");
    return new UsbIdentity(
        Integer.parseInt(parts.group(1), 16),
        Integer.parseInt(parts.group(2), 16),
        Optional.ofNullable(parts.group(3)).map(PercentEncoding::decode));
  }

  private static Program program(String rest) {
    if (rest.isEmpty()) {
      throw new NotationException("'exec:' names no program; write exec:PATH");
    }
    return new Program(PercentEncoding.decode(rest));
  }

  private static Matcher match(Pattern pattern, String rest, String argument, String form) {
    var matcher = pattern.matcher(rest);
    if (!matcher.matches()) {
      throw new NotationException("'" + argument + "' is not a target; write " + form);
    }
    return matcher;
  }
}
