package dev.umsim.bench.serve;

import dev.umsim.bench.unit.ServedUnit;
import java.nio.file.Path;

/**
 * A unit of a served device as it is now.
 *
 * @param removable whether media come and go
 * @param medium loaded; ejected where the host does not reach the one that is there; empty
 * @param image the file that is in it or was last; null where the medium is in memory
 * @param failure why that file failed last; null where it did not
 */
public record UnitStatus(int lun, boolean removable, String medium, String image, String failure) {
  static UnitStatus of(int lun, ServedUnit unit) {
    var medium = unit.isLoaded() ? "loaded" : unit.isHidden() ? "ejected" : "empty";
    return new UnitStatus(
        lun,
        unit.isRemovable(),
        medium,
        unit.image().map(Path::toString).orElse(null),
        unit.lastFailure().map(Exception::getMessage).orElse(null));
  }

  String text() {
    var place = removable ? medium : medium.equals("loaded") ? "fixed" : "fixed, " + medium;
    return "LUN "
        + lun
        + ' '
        + place
        + (image == null ? ", in memory" : ", " + image)
        + (failure == null ? "" : ", failed: " + failure);
  }
}
