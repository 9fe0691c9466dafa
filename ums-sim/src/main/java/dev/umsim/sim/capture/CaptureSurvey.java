package dev.umsim.sim.capture;

import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.sim.capture.CapturedTransfer.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a first look through a capture finds: its devices.
 *
 * @param devices in the order of their places
 * @param notes what could not be used of the file
 */
public record CaptureSurvey(List<CapturedDevice> devices, List<String> notes) {
  /** More addresses than a capture of any machine has; a hostile one shall take no memory. */
  private static final int PLACES_MAX = 4096;

  private static final int REPLIES_MAX = 256;

  public CaptureSurvey {
    devices = List.copyOf(devices);
    notes = List.copyOf(notes);
  }

  /** One address on one bus, and what went there. */
  private static final class Sighting {
    private final DevicePlace place;
    private final Map<SetupPacket, byte[]> replies = new HashMap<>();
    private long first = -1;
    private long last;
    private long commands;
    private int bulkIn;
    private int bulkOut;

    Sighting(DevicePlace place) {
      this.place = place;
    }

    void see(CapturedTransfer transfer, long index) {
      first = first < 0 ? index : first;
      last = index;
      transfer.setup().ifPresent(setup -> reply(setup, transfer));
      if (CommandAssembler.isWrapper(transfer)) {
        commands++;
        bulkOut = transfer.endpointAddress();
      } else if (CommandAssembler.isStatus(transfer)) {
        bulkIn = transfer.endpointAddress();
      }
    }

    private void reply(SetupPacket setup, CapturedTransfer transfer) {
      boolean reads = setup.direction() == Direction.IN && setup.length() > 0;
      if (reads && transfer.outcome() == Outcome.OK && transfer.isWhole()) {
        byte[] before = replies.get(setup);
        boolean longer = before == null || transfer.data().length >= before.length;
        if (longer && (before != null || replies.size() < REPLIES_MAX)) {
          replies.put(setup, transfer.data());
        }
      }
    }

    byte[] descriptor(int type) {
      return device(List.of(this)).descriptor(type, 0).orElse(new byte[0]);
    }
  }

  /** Reads the whole file once. */
  public static CaptureSurvey of(Path file) throws IOException {
    var sightings = new TreeMap<DevicePlace, Sighting>();
    try (var capture = Capture.open(file)) {
      long index = 0;
      for (var each = capture.next(); each.isPresent(); each = capture.next()) {
        var transfer = each.get();
        if (sightings.size() < PLACES_MAX || sightings.containsKey(transfer.device())) {
          sightings.computeIfAbsent(transfer.device(), Sighting::new).see(transfer, index++);
        }
      }
      return new CaptureSurvey(devices(List.copyOf(sightings.values())), capture.notes());
    }
  }

  /** A device that is enumerated anew has another address, and is the same one. */
  private static List<CapturedDevice> devices(List<Sighting> sightings) {
    var groups = new ArrayList<List<Sighting>>();
    var inTime =
        sightings.stream()
            .filter(each -> each.place.address() != 0 || each.commands > 0)
            .sorted((one, other) -> Long.compare(one.first, other.first))
            .toList();
    for (var each : inTime) {
      Optional<List<Sighting>> same =
          groups.stream()
              .filter(group -> group.get(group.size() - 1).last < each.first)
              .filter(group -> group.stream().allMatch(other -> isSame(other, each)))
              .findFirst();
      if (same.isPresent()) {
        same.get().add(each);
      } else {
        groups.add(new ArrayList<>(List.of(each)));
      }
    }
    return groups.stream().map(CaptureSurvey::device).toList();
  }

  /**
   * A BIOS reads the first eight bytes of a device descriptor; what both have has to agree. On
   * another bus, where it may have another speed, its serial number tells that it is the same.
   */
  private static boolean isSame(Sighting one, Sighting other) {
    if (!agree(one.descriptor(1), other.descriptor(1))) {
      return false;
    }
    if (one.place.bus() == other.place.bus()) {
      return agree(one.descriptor(2), other.descriptor(2));
    }
    var serial = serialNumber(one);
    return !serial.isEmpty() && serial.equals(serialNumber(other));
  }

  private static String serialNumber(Sighting sighting) {
    var device = device(List.of(sighting));
    return device.device().map(found -> device.string(found.serialNumberIndex())).orElse("");
  }

  private static boolean agree(byte[] one, byte[] other) {
    int common = Math.min(one.length, other.length);
    return common >= 8 && Arrays.equals(one, 0, common, other, 0, common);
  }

  private static CapturedDevice device(List<Sighting> group) {
    var replies = new HashMap<SetupPacket, byte[]>();
    long commands = 0;
    int bulkIn = 0;
    int bulkOut = 0;
    for (var each : group) {
      replies.putAll(each.replies);
      commands += each.commands;
      bulkIn = each.bulkIn == 0 ? bulkIn : each.bulkIn;
      bulkOut = each.bulkOut == 0 ? bulkOut : each.bulkOut;
    }
    return new CapturedDevice(
        group.stream().map(each -> each.place).toList(), replies, commands, bulkIn, bulkOut);
  }

  /**
   * The device that is meant.
   *
   * @param place where it is; if that is not told, the only mass storage device
   * @throws UnclearDeviceException says which there are
   */
  public CapturedDevice choose(Optional<DevicePlace> place) throws UnclearDeviceException {
    if (place.isPresent()) {
      return devices.stream()
          .filter(each -> each.places().contains(place.get()))
          .findFirst()
          .orElseThrow(
              () -> new UnclearDeviceException("has no device " + place.get() + listed(devices)));
    }
    var busy = devices.stream().filter(each -> each.commands() > 0).toList();
    var fitting =
        busy.isEmpty() ? devices.stream().filter(CapturedDevice::isMassStorage).toList() : busy;
    if (fitting.isEmpty()) {
      throw new UnclearDeviceException(
          devices.isEmpty()
              ? "has no USB traffic" + (notes.isEmpty() ? "" : ": " + notes.get(0))
              : "has no mass storage device" + listed(devices));
    }
    if (fitting.size() > 1) {
      throw new UnclearDeviceException(
          "has several mass storage devices; say which: " + list(fitting));
    }
    return fitting.get(0);
  }

  private static String listed(List<CapturedDevice> devices) {
    return devices.isEmpty() ? "" : "; in it are " + list(devices);
  }

  private static String list(List<CapturedDevice> devices) {
    var shown = devices.stream().limit(5).map(Object::toString).toList();
    int more = devices.size() - shown.size();
    return String.join(", ", shown) + (more > 0 ? " and " + more + " more" : "");
  }

  /** All that cannot be used with a device, a line for each kind. */
  public List<String> notes(CapturedDevice chosen) {
    var all = new ArrayList<>(notes);
    if (chosen.device().isEmpty() || chosen.configuration().isEmpty()) {
      all.add("the capture begins after the device was enumerated: its descriptors are not in it");
    }
    long others = devices.size() - 1L;
    if (others > 0) {
      all.add(
          "traffic of "
              + others
              + (others == 1 ? " other device" : " other devices")
              + " is left aside");
    }
    return all;
  }
}
