package dev.umsim.bench.cli;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.sim.medium.KeptOverlay;
import java.io.IOException;
import java.nio.file.Path;

/** The overlay that a command is to end, named by its own file: {@code IMAGE.overlay}. */
final class OverlayFile {
  private static final String SUFFIX = ".overlay";

  private OverlayFile() {}

  static KeptOverlay require(Path overlay) throws IOException {
    var text = overlay.toString();
    if (!text.endsWith(SUFFIX)) {
      throw new NotationException(
          overlay + " is not named like an overlay; name the file IMAGE" + SUFFIX);
    }
    var kept = KeptOverlay.of(Path.of(text.substring(0, text.length() - SUFFIX.length())));
    if (!kept.exists()) {
      throw new IOException(overlay + " does not exist; check the path");
    }
    return kept;
  }
}
