package dev.umsim.sim.stick;

import dev.umsim.core.bot.ExcessData;
import dev.umsim.core.bot.ShortData;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.scsi.MediumSlot;
import dev.umsim.core.usb.RequestChoices;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.deviation.Deviation;
import dev.umsim.sim.deviation.Deviations;
import dev.umsim.sim.deviation.DeviceChoices;
import dev.umsim.sim.deviation.DeviceTraits;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.fault.FaultScript;
import dev.umsim.sim.medium.FaultyMedium;
import dev.umsim.sim.medium.FileMedium;
import dev.umsim.sim.medium.Fill;
import dev.umsim.sim.medium.FilledMedium;
import dev.umsim.sim.medium.OverlayMedium;
import dev.umsim.sim.time.Timeline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a simulated stick is to be: a conformant high-speed USB mass storage device with one unit,
 * unless it is told otherwise. A value: every method that changes something returns another stick.
 */
public final class Stick {
  /** Bytes in a block of a stick in memory. */
  public static final int BLOCK_BYTES = 512;

  private final long bytes;
  private final Optional<Path> image;
  private final boolean inPlace;
  private final Speed speed;
  private final boolean removable;
  private final List<Deviation.Chosen> deviations;

  private Stick(
      long bytes,
      Optional<Path> image,
      boolean inPlace,
      Speed speed,
      boolean removable,
      List<Deviation.Chosen> deviations) {
    this.bytes = bytes;
    this.image = image;
    this.inPlace = inPlace;
    this.speed = speed;
    this.removable = removable;
    this.deviations = List.copyOf(deviations);
  }

  /**
   * A stick in memory, full of zeros.
   *
   * @param bytes a multiple of {@value #BLOCK_BYTES}, at least that; memory is only taken for what
   *     is written
   * @throws IllegalArgumentException if it is no such number
   */
  public static Stick ofBytes(long bytes) {
    if (bytes < BLOCK_BYTES || bytes % BLOCK_BYTES != 0) {
      throw new IllegalArgumentException(
          "a stick has a multiple of " + BLOCK_BYTES + " bytes, not " + bytes);
    }
    return new Stick(bytes, Optional.empty(), false, Speed.HIGH, false, List.of());
  }

  /** A stick with the content of an image file, which stays as it is: writes are kept aside. */
  public static Stick ofImage(Path image) {
    return new Stick(0, Optional.of(image), false, Speed.HIGH, false, List.of());
  }

  /** The same, but that writes change the image file. */
  public Stick writingToItsImage() {
    if (image.isEmpty()) {
      throw new IllegalStateException("a stick in memory has no image");
    }
    return new Stick(bytes, image, true, speed, removable, deviations);
  }

  /** The same as a full-speed device (12 Mbit/s). */
  public Stick atFullSpeed() {
    return new Stick(bytes, image, inPlace, Speed.FULL, removable, deviations);
  }

  /** The same with a medium that can be taken out, as in a card reader. */
  public Stick withRemovableMedium() {
    return new Stick(bytes, image, inPlace, speed, true, deviations);
  }

  /**
   * The same with something wrong about it.
   *
   * @param deviation one of those that {@code ums list deviations} lists, with its parameters if
   *     any: {@code ID:NAME=VALUE}
   * @throws IllegalArgumentException if there is none of this name, or it has no such parameters
   */
  public Stick with(String deviation) {
    var id = deviation.split(":", 2)[0];
    if (Deviations.named(id).isEmpty()) {
      throw new IllegalArgumentException(
          "there is no deviation '" + id + "'; see: ums list deviations, or docs/deviations.md");
    }
    var more = new ArrayList<>(deviations);
    more.add(Deviations.parse(deviation));
    return new Stick(bytes, image, inPlace, speed, removable, more);
  }

  /**
   * Plugs the stick into a simulated host, which enumerates it.
   *
   * @throws IOException if its image cannot be used
   * @throws HostException if the host could not use the device
   */
  public PluggedStick plugIn() throws IOException, HostException {
    var timeline = new Timeline();
    var files = new ArrayList<AutoCloseable>();
    try {
      var script = new FaultScript(List.of(), 0);
      var faulty = new FaultyMedium(script.over(medium(files)));
      var slot = removable ? MediumSlot.removable(faulty) : MediumSlot.fixed(faulty);
      var cable = new Runnable[1];
      var device = device(faulty, slot, script, timeline, () -> cable[0].run());
      var plugged = PluggedStick.plug(device, faulty, script, timeline, files);
      cable[0] = plugged::unplug;
      return plugged;
    } catch (IOException | HostException | RuntimeException e) {
      PluggedStick.closeAll(files, e);
      throw e;
    }
  }

  private Medium medium(List<AutoCloseable> files) throws IOException {
    if (image.isEmpty()) {
      return new FilledMedium(
          Fill.ZERO, FilledMedium.Writes.KEPT, BLOCK_BYTES, bytes / BLOCK_BYTES);
    }
    if (inPlace) {
      var file = FileMedium.open(image.get(), BLOCK_BYTES);
      files.add(file);
      return file;
    }
    var file = FileMedium.openReadOnly(image.get(), BLOCK_BYTES);
    files.add(file);
    var overlay = OverlayMedium.temporary(file);
    files.add(0, overlay);
    return overlay;
  }

  private ReferenceDevice device(
      Medium medium, MediumSlot slot, FaultScript script, Timeline timeline, Runnable unplug) {
    var deviating =
        Deviations.apply(
            deviations,
            new DeviceChoices(
                TransportChoices.of(ShortData.STALL, ExcessData.DISCARD),
                CommandChoices.CORRECT,
                RequestChoices.CORRECT),
            new DeviceTraits(
                lun -> removable,
                lun -> lun == 0 ? Optional.of(medium) : Optional.empty(),
                new byte[DeviceTraits.IDENTIFY_BYTES],
                report -> {},
                timeline::after));
    return ReferenceDevice.builder()
        .disk(slot)
        .dualSpeed(speed == Speed.HIGH)
        .choices(script.apply(deviating, timeline::after, unplug))
        .build();
  }
}
