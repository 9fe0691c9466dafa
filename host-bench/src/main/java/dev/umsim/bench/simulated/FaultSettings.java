package dev.umsim.bench.simulated;

import static dev.umsim.bench.notation.SimulatedKey.FAULT;
import static dev.umsim.bench.notation.SimulatedKey.FAULTS;

import dev.umsim.bench.file.InputFile;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.PercentEncoding;
import dev.umsim.sim.fault.Fault;
import dev.umsim.sim.fault.FaultScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The settings of a target that let it fail on demand. */
final class FaultSettings {
  /** Far more than any script has. */
  private static final long FILE_BYTES_MAX = 1 << 20;

  private FaultSettings() {}

  static List<Fault> faults(SettingValues values) {
    var faults = new ArrayList<Fault>();
    for (var encoded : values.encoded(FAULT)) {
      faults.add(SettingValues.named("fault", () -> Fault.parse(PercentEncoding.decode(encoded))));
    }
    values.text(FAULTS).ifPresent(file -> faults.addAll(read(file)));
    return faults;
  }

  private static List<Fault> read(String file) {
    try {
      return FaultScript.parse(
          file, Files.readAllLines(InputFile.require(Path.of(file), FILE_BYTES_MAX)));
    } catch (InvalidPathException e) {
      throw new NotationException("faults: '" + file + "' cannot be a path: " + e.getReason());
    } catch (CharacterCodingException e) {
      throw new UncheckedIOException(new FileSystemException(file, null, "is not in UTF-8"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalArgumentException e) {
      throw new NotationException(e.getMessage());
    }
  }
}
