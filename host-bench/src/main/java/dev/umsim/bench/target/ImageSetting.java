package dev.umsim.bench.target;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * An image file behind a logical unit: {@code PATH,OPTION,...}.
 *
 * @param readOnly the unit is write-protected
 * @param overlay what is written is kept aside, and forgotten at the end
 */
record ImageSetting(Path path, boolean readOnly, boolean overlay) {
  private static final List<String> OPTIONS = List.of("ro", "overlay", "removable", "cdrom");

  ImageSetting {
    if (readOnly && overlay) {
      throw new NotationException(
          "an image cannot have both ',ro' (writes are refused) and ',overlay' (they are kept"
              + " aside); leave one out");
    }
  }

  static boolean isOption(String word) {
    return OPTIONS.contains(word);
  }

  /** Reads the value of a setting; a comma in a path is written %2C. */
  static ImageSetting parse(String encoded) {
    var words = encoded.split(",", -1);
    var options = Arrays.asList(words).subList(1, words.length);
    for (var option : options) {
      requireSupported(option);
    }
    return new ImageSetting(
        path(PercentEncoding.decode(words[0])),
        options.contains("ro"),
        options.contains("overlay"));
  }

  private static void requireSupported(String option) {
    if (!isOption(option)) {
      throw new NotationException(
          "an image has no option ',"
              + option
              + "'"
              + Spelling.hint(option, OPTIONS)
              + " (options: ,ro ,overlay; a comma in a path is written %2C)");
    }
    if (option.equals("removable") || option.equals("cdrom")) {
      throw new NotationException(
          "an image cannot be '," + option + "' in this version, only a fixed disk; leave it out");
    }
  }

  private static Path path(String text) {
    if (text.isEmpty()) {
      throw new NotationException("an image has no path; write image=PATH");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new NotationException("'" + text + "' cannot be a path: " + e.getReason());
    }
  }
}
