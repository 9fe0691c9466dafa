package dev.umsim.bench.file;

import dev.umsim.sim.medium.ExclusiveFile;
import dev.umsim.sim.medium.FileInUseException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What files a command reads, serves, has open or writes: the one place that decides whether a file
 * may be written. What is written stands neither in the place of anything that the command uses
 * otherwise nor of what somebody else has locked.
 *
 * <p>All that is claimed stays so until the command ends. Nothing is opened for long and nothing
 * changed here.
 */
public final class FileClaims {
  private static final int FILE_TYPE = 0170000;
  private static final int BLOCK_DEVICE = 0060000;
  private static final int SOCKET = 0140000;

  private final List<Claim> read = new ArrayList<>();
  private final List<Claim> written = new ArrayList<>();
  private final List<Claim> folders = new ArrayList<>();

  /**
   * A file and what for.
   *
   * @param what for messages, such as {@code the image} or {@code --json}
   * @param identity of a file
   * @param place of it without links
   */
  private record Claim(String what, FileIdentity identity, Path place) {
    static Claim of(String what, Path path) throws IOException {
      return new Claim(what, FileIdentity.of(path), FileIdentity.place(path));
    }
  }

  /**
   * The command reads a file, serves it or lets a program use it; it need not exist.
   *
   * @param what it is, such as {@code the image}
   * @throws ClaimedFileException if it is to be written
   */
  public synchronized void read(String what, Path path) throws IOException {
    var claim = Claim.of(what, path);
    for (var output : written) {
      if (output.identity.equals(claim.identity)) {
        throw overwriting(output.what, path, what);
      }
    }
    read.add(claim);
  }

  /** The command reads a folder and all that is in it; likewise. */
  public synchronized void readFolder(String what, Path path) throws IOException {
    var claim = Claim.of(what, path);
    for (var output : written) {
      requireOutside(output, output.place, claim);
    }
    folders.add(claim);
  }

  /**
   * The command writes a file, which takes the place of one that is there.
   *
   * @param option that names it, for messages
   * @throws ClaimedFileException if the command uses it otherwise
   * @throws FileSystemException if somebody else has it open, it is a folder, a disk of this
   *     computer, or write-protected
   */
  public synchronized void write(String option, Path path) throws IOException {
    claim(option, path);
    requireReplaceable(path);
  }

  /**
   * The command makes a file or a socket, and leaves one alone that is there already.
   *
   * @throws ClaimedFileException if the command uses it otherwise
   */
  public synchronized void make(String option, Path path) throws IOException {
    claim(option, path);
  }

  private void claim(String option, Path path) throws IOException {
    if (isDirectlyWritten(path)) {
      return;
    }
    var claim = Claim.of(option, path);
    for (var input : read) {
      if (input.identity.equals(claim.identity)) {
        throw overwriting(option, path, input.what);
      }
    }
    for (var folder : folders) {
      requireOutside(claim, path, folder);
    }
    for (var other : written) {
      if (other.identity.equals(claim.identity)) {
        throw new ClaimedFileException(
            option + " and " + other.what + " would both go to " + path + "; choose two");
      }
    }
    written.add(claim);
  }

  private static ClaimedFileException overwriting(String option, Path path, String what) {
    return new ClaimedFileException(
        option + " " + path + " would overwrite " + what + "; choose another file");
  }

  private static void requireOutside(Claim output, Path shown, Claim folder)
      throws ClaimedFileException {
    if (output.place.startsWith(folder.place)) {
      throw new ClaimedFileException(
          output.what
              + " "
              + shown
              + " lies in "
              + folder.what
              + ", which is read; choose another folder");
    }
  }

  /**
   * Refuses a file that must not be replaced now, whatever the command itself does with it.
   *
   * @throws FileSystemException says why
   */
  static void requireReplaceable(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw new NotReplaceableException(path, "it is a folder", null);
    }
    if (type(path) == BLOCK_DEVICE) {
      throw new NotReplaceableException(path, "it is a disk of this computer", null);
    }
    if (Files.isRegularFile(path)) {
      own(path).close();
    }
  }

  /** Takes a file to this program; whoever wants to replace it holds this meanwhile. */
  static ExclusiveFile own(Path path) throws IOException {
    try {
      return ExclusiveFile.open(path);
    } catch (FileInUseException e) {
      throw new NotReplaceableException(path, "somebody has it open", e);
    } catch (IOException e) {
      if (Files.isRegularFile(path) && !Files.isWritable(path)) {
        throw new NotReplaceableException(path, "it is write-protected", e);
      }
      throw e;
    }
  }

  /** A file that must not be replaced. */
  static final class NotReplaceableException extends FileSystemException {
    private static final long serialVersionUID = 1;

    private NotReplaceableException(Path path, String why, IOException cause) {
      super(path.toString(), null, "cannot be written: " + why);
      initCause(cause);
    }
  }

  /** Whether it is what is written as it stands: a pipe, a terminal, {@code /dev/null}. */
  private static boolean isDirectlyWritten(Path path) throws IOException {
    return Files.exists(path)
        && !Files.isRegularFile(path)
        && !Files.isDirectory(path)
        && type(path) != SOCKET
        && type(path) != BLOCK_DEVICE;
  }

  /** The type in the mode of a file as POSIX has it; 0 where there is none. */
  private static int type(Path path) throws IOException {
    if (!Files.exists(path)
        || !path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return 0;
    }
    return (int) Files.getAttribute(path, "unix:mode") & FILE_TYPE;
  }
}
