package dev.umsim.sim.profile;

/** Writes a profile as a file that is complete in itself, and is read back as the same. */
final class ProfileWriter {
  private final StringBuilder text = new StringBuilder();

  private ProfileWriter() {}

  static String write(Profile profile) {
    var writer = new ProfileWriter();
    writer.line("name = " + quoted(profile.name()));
    if (!profile.description().isEmpty()) {
      writer.line("description = " + quoted(profile.description()));
    }
    for (var layer : Layer.values()) {
      writer.line("");
      writer.line("[" + layer + "]");
      var shared = profile.layers().get(layer);
      if (shared != null) {
        writer.line(TomlFile.FROM + " = " + quoted(shared));
      }
      for (var key : ProfileKey.of(layer)) {
        profile.find(key).ifPresent(each -> writer.line(key.key() + " = " + valueOf(each)));
      }
    }
    return writer.text.toString();
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private static String valueOf(Setting setting) {
    var value = setting.isWord() ? quoted(setting.text()) : setting.text();
    var origin = setting.origin();
    return origin.kind() == Origin.Kind.GIVEN
        ? value
        : "{ value = " + value + ", " + origin.kind() + " = " + quoted(origin.text()) + " }";
  }

  /** A basic string (TOML 1.0, section String). */
  private static String quoted(String words) {
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < words.length(); i++) {
      char letter = words.charAt(i);
      if (letter == '"' || letter == '\\') {
        quoted.append('\\').append(letter);
      } else if (Character.isISOControl(letter)) {
        quoted.append(String.format("\\u%04X", (int) letter));
      } else {
        quoted.append(letter);
      }
    }
    return quoted.append('"').toString();
  }
}
