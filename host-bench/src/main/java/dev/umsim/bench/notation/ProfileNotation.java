package dev.umsim.bench.notation;

import dev.umsim.bench.file.FileClaims;
import dev.umsim.bench.file.InputFile;
import dev.umsim.sim.profile.Profile;
import dev.umsim.sim.profile.ProfileException;
import dev.umsim.sim.profile.Profiles;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How a command names a profile: by its name, or by a file whose name ends in {@code .toml}. */
public final class ProfileNotation {
  private static final String ENDING = ".toml";

  /** Far more than a profile is, and far less than memory. */
  private static final long FILE_BYTES_MAX = 1 << 20;

  private ProfileNotation() {}

  /** Whether an argument is a file and not a name. */
  public static boolean isFile(String argument) {
    return argument.endsWith(ENDING);
  }

  /**
   * The profile that is named.
   *
   * @throws NotationException if none is shipped under this name
   * @throws ProfileException names file and line of what is wrong with a file
   * @throws IOException if the file cannot be read
   */
  public static Profile parse(String argument) throws IOException {
    return isFile(argument) ? read(Path.of(argument)) : named(argument);
  }

  /** Claims the file that is named, if one is. */
  public static void claim(String argument, FileClaims claims) throws IOException {
    if (isFile(argument)) {
      claims.read("the profile", Path.of(argument));
    }
  }

  /** How rows name the target that is a profile. */
  public static String targetName(String argument) {
    return isFile(argument) ? argument : "sim:" + argument;
  }

  /** A profile by its name. */
  public static Profile named(String name) {
    if (!Profiles.has(name)) {
      throw new NotationException(
          "there is no profile '"
              + name
              + "'"
              + Spelling.hint(name, Profiles.names())
              + " (profiles: "
              + String.join(", ", Profiles.names())
              + "; or a file of your own, whose name ends in "
              + ENDING
              + ")");
    }
    return Profiles.named(name);
  }

  /** Reads a file, whatever its name is. */
  public static Profile read(Path file) throws IOException {
    if (Files.size(InputFile.require(file)) > FILE_BYTES_MAX) {
      throw new FileSystemException(
          file.toString(), null, "has more than 1 MiB, and is no profile");
    }
    try {
      return Profiles.parse(file.toString(), Files.readString(file));
    } catch (CharacterCodingException e) {
      throw new FileSystemException(file.toString(), null, "is not in UTF-8");
    }
  }
}
