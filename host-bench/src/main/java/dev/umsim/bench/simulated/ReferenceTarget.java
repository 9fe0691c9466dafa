package dev.umsim.bench.simulated;

import dev.umsim.bench.device.ServedTarget;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.ImageSetting;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.Parameter;
import dev.umsim.bench.notation.TargetNotation.Simulated;
import dev.umsim.bench.unit.TargetUnit;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.scsi.MediumSlot;
import dev.umsim.core.usb.RequestChoices;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.bus.HostController;
import dev.umsim.sim.bus.TimedBus;
import dev.umsim.sim.deviation.Deviations;
import dev.umsim.sim.deviation.DeviceChoices;
import dev.umsim.sim.deviation.DeviceTraits;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.fault.FaultScript;
import dev.umsim.sim.recorded.RecordedHabits;
import dev.umsim.sim.recorded.RecordedTraits;
import dev.umsim.sim.serve.PacedBus;
import dev.umsim.sim.time.Delay;
import dev.umsim.sim.time.Timeline;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The conformant device, on a bus that takes the time that the USB specification gives it. */
public final class ReferenceTarget implements Target {
  private final ReferenceSettings settings;
  private final List<TargetUnit> units;
  private final FaultScript script;
  private final SimulatedExtras extras;
  private final RecordedHabits habits;
  private final List<String> events = new ArrayList<>();
  private final Optional<ReferenceControls> controls;
  private final ReferenceDevice device;
  private Timeline timeline = new Timeline();
  private SimulatedLink link;

  private ReferenceTarget(
      ReferenceSettings settings,
      RecordedTraits traits,
      List<TargetUnit> units,
      FaultScript script,
      SimulatedExtras extras) {
    this.settings = settings;
    habits = new RecordedHabits(traits, (nanos, action) -> timeline.after(nanos, action));
    this.units = units;
    this.script = script;
    this.extras = extras;
    controls =
        extras.controlled()
            ? Optional.of(new ReferenceControls(this::reconnect, events))
            : Optional.empty();
    var builder =
        builder(events::add, (nanos, action) -> timeline.after(nanos, action), () -> link.unplug());
    for (int lun = 0; lun < units.size(); lun++) {
      units.get(lun).kind().add(builder, slot(lun));
    }
    // A device that is served computes in no time, like every other.
    device = builder.pace(habits.pace()).build();
  }

  /**
   * A device with these settings and deviations, still without a unit.
   *
   * @param reports is told what the device does beside the bus
   * @param delay its clock
   * @param unplug pulls its plug
   */
  private ReferenceDevice.Builder builder(Consumer<String> reports, Delay delay, Runnable unplug) {
    var deviating =
        Deviations.apply(
            settings.deviations(),
            new DeviceChoices(
                TransportChoices.of(settings.shortData(), settings.excessData()),
                CommandChoices.CORRECT,
                RequestChoices.CORRECT),
            new DeviceTraits(this::removable, this::medium, extras.identifyData(), reports, delay));
    var choices = script.apply(deviating, delay, unplug);
    return ReferenceDevice.builder()
        .choices(choices)
        .dualSpeed(settings.highestSpeed() == Speed.HIGH)
        .transportChoices(habits.transport(choices.transport()))
        .commandChoices(
            habits.commands(
                choices.commands(),
                lun -> lun < units.size() ? units.get(lun).medium().blockSize() : 0))
        .requestChoices(habits.requests(choices.requests()))
        .writeCache(settings.writeCache())
        .powerOnAttention(settings.powerOnAttention())
        .identity(settings.identity())
        .inquiryData(settings.inquiryData());
  }

  private boolean removable(int lun) {
    return extras.drive(lun).removable()
        || lun < units.size() && units.get(lun).kind() != TargetUnit.Kind.FIXED_DISK;
  }

  private MediumSlot slot(int lun) {
    var medium = habits.medium(units.get(lun).medium());
    boolean removable = removable(lun);
    return controls
        .map(each -> each.slot(units.get(lun), removable))
        .orElseGet(() -> units.get(lun).slot(medium, removable));
  }

  public static ReferenceTarget open(Simulated notation, Writes writes, SimulatedExtras extras)
      throws IOException {
    var device = RecordedDeviceFile.of(notation);
    var settings = ReferenceSettings.of(device.notation());
    var units = new ArrayList<TargetUnit>();
    try {
      for (var image : settings.images()) {
        units.add(TargetUnit.open(image, settings.blockSize(), writes));
      }
    } catch (IOException | RuntimeException refusal) {
      try {
        closeAll(units);
      } catch (IOException e) {
        refusal.addSuppressed(e);
      }
      throw refusal;
    }
    if (units.isEmpty()) {
      for (var drive : extras.drives()) {
        units.add(
            TargetUnit.inMemory(
                drive.fill().orElse(settings.fill()),
                drive.blockSize().orElse(settings.blockSize()),
                drive.blockCount().orElse(settings.blockCount())));
      }
    }
    var script = new FaultScript(settings.faults(), settings.seed());
    var faultable =
        withFlaws(units, settings).stream().map(unit -> unit.under(script::over)).toList();
    return new ReferenceTarget(settings, device.traits(), faultable, script, extras);
  }

  private static List<TargetUnit> withFlaws(List<TargetUnit> units, ReferenceSettings settings)
      throws IOException {
    try {
      return units.stream().map(unit -> unit.with(settings.flaws())).toList();
    } catch (NotationException refusal) {
      closeAll(units);
      throw refusal;
    }
  }

  /** The faults that go wrong in it. */
  FaultScript faults() {
    return script;
  }

  @Override
  public Set<Speed> speeds() {
    return EnumSet.range(Speed.FULL, settings.highestSpeed());
  }

  @Override
  public NotationException speedRefusal() {
    return NotationException.about(
        "this target is a full-speed device; leave %s out, or speed=full in the target",
        Parameter.SPEED);
  }

  @Override
  public UsbLink attach(Speed highestSpeed, HostController controller) {
    timeline = new Timeline();
    link = device.attach(TimedBus.of(timeline, controller), highestSpeed);
    return link;
  }

  @Override
  public UsbLink attach(Speed highestSpeed) {
    timeline = new Timeline();
    link = device.attach(new TimedBus(timeline), highestSpeed);
    return link;
  }

  private UsbLink reconnect() {
    var speed = link.speed();
    link.close();
    return attach(speed);
  }

  @Override
  public Optional<DeviceControls> controls() {
    return controls.map(each -> each);
  }

  @Override
  public ServedTarget serve(EventLoop loop) {
    return new ServedReference(units, settings, this::builder, script, loop, ZeroTimeBus::new);
  }

  @Override
  public ServedTarget servePaced(EventLoop loop) {
    return new ServedReference(
        units, settings, this::builder, script, loop, () -> PacedBus.ofSpecification(loop));
  }

  @Override
  public Optional<Medium> medium(int lun) {
    return lun < units.size() ? Optional.of(units.get(lun).medium()) : Optional.empty();
  }

  @Override
  public List<Path> images() {
    return settings.images().stream().map(ImageSetting::path).toList();
  }

  @Override
  public Optional<IOException> lastFailure() {
    return units.stream().flatMap(unit -> unit.lastFailure().stream()).findFirst();
  }

  @Override
  public void close() throws IOException {
    closeAll(units);
  }

  private static void closeAll(List<TargetUnit> units) throws IOException {
    IOException first = null;
    for (var unit : units) {
      try {
        unit.close();
      } catch (IOException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
