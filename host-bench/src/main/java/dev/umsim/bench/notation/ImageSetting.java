package dev.umsim.bench.notation;

import dev.umsim.sim.profile.Profiles;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An image file behind a logical unit: {@code PATH,OPTION,...}.
 *
 * @param readOnly the unit is write-protected
 * @param overlay what is written is kept aside in PATH.overlay, from one run to the next
 * @param removable the image is a medium that can be taken out and put in
 * @param cdRom the unit is a CD-ROM drive, whose media are removable and read only
 * @param empty the drive is empty at first, and the image is put in later
 */
public record ImageSetting(
    Path path, boolean readOnly, boolean overlay, boolean removable, boolean cdRom, boolean empty) {
  private static final List<String> OPTIONS =
      List.of("ro", "overlay", "removable", "cdrom", "empty");

  /** No dot: what has one is rather the end of a file's name. */
  private static final Pattern WORD = Pattern.compile("[\\w-]*");

  public ImageSetting {
    if (readOnly && !cdRom && overlay) {
      throw new NotationException(
          "an image cannot have both ',ro' (writes are refused) and ',overlay' (they are kept"
              + " aside); leave one out");
    }
    if (cdRom && overlay) {
      throw new NotationException("a CD-ROM is never written; leave ',overlay' out");
    }
    if (empty && !removable) {
      throw new NotationException(
          "only a drive whose medium comes and goes can be ',empty'; add ',removable'");
    }
  }

  static boolean isOption(String word) {
    return OPTIONS.contains(word);
  }

  /** Reads the value of a setting; a comma in a path is written %2C. */
  public static ImageSetting parse(String encoded) {
    var words = encoded.split(",", -1);
    var options = Arrays.asList(words).subList(1, words.length);
    for (var option : options) {
      requireOption(option);
    }
    boolean cdRom = options.contains("cdrom");
    return new ImageSetting(
        path(PercentEncoding.decode(words[0])),
        cdRom || options.contains("ro"),
        options.contains("overlay"),
        cdRom || options.contains("removable"),
        cdRom,
        options.contains("empty"));
  }

  private static void requireOption(String option) {
    if (!isOption(option)) {
      throw noSuchOption(option, "; a comma in a path is written %2C)");
    }
  }

  private static NotationException noSuchOption(String word, String remedy) {
    return new NotationException(
        "an image has no option ',"
            + word
            + "'"
            + Spelling.hint(word, OPTIONS)
            + " (options: "
            + OPTIONS.stream().map(","::concat).collect(Collectors.joining(" "))
            + remedy);
  }

  /** What is said of a missing image would not help whoever means a profile. */
  private void requireNoProfile() {
    if (path.toString().endsWith(".toml")) {
      throw NotationException.about(
          "%1$s is named like a profile, and not like an image; say ums bench %2$s %1$s",
          path, Parameter.PROFILE);
    }
    if (Profiles.has(path.toString()) && Files.notExists(path)) {
      throw new NotationException(
          path + " is a profile, and there is no image of this name; say sim:" + path);
    }
  }

  /**
   * Refuses a path that is none, but one with a mistyped option behind it.
   *
   * @throws NotationException if there is no such file, and what stands behind the last comma is a
   *     word as options are
   */
  public void requireNoMistypedOption() {
    requireNoProfile();
    var text = path.toString();
    var word = text.substring(text.lastIndexOf(',') + 1);
    if (word.length() < text.length() && WORD.matcher(word).matches() && Files.notExists(path)) {
      throw noSuchOption(word, "), and there is no file " + text);
    }
  }

  /** Refuses a drive that is empty at first, for devices that have none. */
  public void requireNotEmpty() {
    if (empty) {
      throw new NotationException(
          "only sim:reference has drives that are empty at first; leave ',empty' out, or use that");
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
