package dev.umsim.bench.copy;

import dev.umsim.bench.device.Target;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.bus.TimedBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.time.Timeline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A target whose device has one medium, while another one, or none, is what can be looked at.
 *
 * @param visible null for none
 */
public record MediumTarget(Medium medium, Medium visible) implements Target {
  @Override
  public Set<Speed> speeds() {
    return Set.of(Speed.FULL, Speed.HIGH);
  }

  @Override
  public UsbLink attach(Speed highestSpeed) {
    return ReferenceDevice.builder()
        .medium(medium)
        .build()
        .attach(new TimedBus(new Timeline()), highestSpeed);
  }

  @Override
  public Optional<Medium> medium(int lun) {
    return Optional.ofNullable(visible);
  }

  @Override
  public List<Path> images() {
    return List.of();
  }

  @Override
  public Optional<IOException> lastFailure() {
    return Optional.empty();
  }

  @Override
  public void close() {}
}
