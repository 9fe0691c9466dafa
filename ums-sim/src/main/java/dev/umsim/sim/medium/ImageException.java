package dev.umsim.sim.medium;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** An image file or overlay that cannot be used, told in one line that ends with the remedy. */
public class ImageException extends IOException {
  private static final long serialVersionUID = 1;

  ImageException(String line) {
    super(line);
  }

  ImageException(String line, IOException cause) {
    super(line, cause);
  }

  /** The path as one word of a shell command. */
  static String word(Path path) {
    var text = path.toString();
    return text.matches("[\\w./:@%+=,-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /** Why an operation on a file failed, without the file's name, which the line tells already. */
  static String reason(IOException failure) {
    if (failure instanceof FileSystemException about && about.getReason() != null) {
      return about.getReason();
    }
    var message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }
}
