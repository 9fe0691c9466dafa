package dev.umsim.bench.cli;

import dev.umsim.bench.file.InputFile;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.sim.capture.CaptureSurvey;
import dev.umsim.sim.capture.CapturedDevice;
import dev.umsim.sim.capture.DevicePlace;
import dev.umsim.sim.capture.DeviceTraffic;
import dev.umsim.sim.capture.MalformedCaptureException;
import dev.umsim.sim.capture.UnclearDeviceException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A capture that a command reads, and the device in it that is meant.
 *
 * @param notes what of the file cannot be used
 */
record CaptureInput(Path file, CapturedDevice device, List<String> notes) {
  /**
   * Looks through it.
   *
   * @param place BUS.ADDRESS of the device; null for the only mass storage device
   */
  static CaptureInput of(Path file, String place) throws IOException {
    Optional<DevicePlace> wanted = Optional.empty();
    if (place != null) {
      wanted = DevicePlace.parse(place);
      if (wanted.isEmpty()) {
        throw new NotationException("--device is BUS.ADDRESS, such as 1.4, not '" + place + "'");
      }
    }
    try {
      var survey = CaptureSurvey.of(InputFile.require(file));
      var device = survey.choose(wanted);
      return new CaptureInput(file, device, survey.notes(device));
    } catch (MalformedCaptureException e) {
      throw new FileSystemException(file.toString(), null, e.getMessage());
    } catch (UnclearDeviceException e) {
      throw new NotationException(file + " " + e.getMessage());
    }
  }

  DeviceTraffic traffic() throws IOException {
    return DeviceTraffic.open(file, device);
  }
}
