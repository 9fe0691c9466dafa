package dev.umsim.bench.cli;

import dev.umsim.bench.device.Target;
import dev.umsim.bench.explain.ObservedDevice;
import dev.umsim.bench.file.GrowingFile;
import dev.umsim.bench.notation.TargetNotation.Simulated;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.CommandFailedException;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.recorded.CdbKey;
import dev.umsim.sim.recorded.LatencyLaw;
import dev.umsim.sim.recorded.RecordedTraits;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * A device made of a capture: what was observed of it becomes settings where settings explain it,
 * and recorded bytes elsewhere. What the reference device answers by itself is left out.
 */
final class DeviceRecording {
  private final CaptureInput input;
  private final Path file;

  DeviceRecording(CaptureInput input, Path file) {
    this.input = input;
    this.file = file;
  }

  /** Where the content of its medium goes: beside the file. */
  static Path image(Path file) {
    return file.resolveSibling(file.getFileName().toString().replaceFirst("\\.toml$", "") + ".img");
  }

  /** Writes the file and the image; what is to be told of it, a line each. */
  List<String> write() throws IOException, HostException {
    var image = image(file);
    if (Files.exists(image)) {
      throw new FileSystemException(
          image.toString(), null, "is there already, where the medium of the device is to go");
    }
    ObservedDevice observed;
    try (var medium = new RandomAccessFile(image.toFile(), "rw")) {
      observed = observe(medium);
      medium.setLength(observed.mediumBytes());
    }
    var settings = new TreeMap<>(observed.settings());
    if (observed.mediumBytes() > 0) {
      settings.put("image", image.getFileName() + (observed.removable() ? ",removable" : ""));
    } else {
      Files.delete(image);
    }
    var traits = traits(observed, settings);
    var remarks = new ArrayList<>(observed.remarks());
    if (traits.descriptors().size() + traits.replies().size() > 0) {
      remarks.add(
          "recorded bytes stand for "
              + traits.descriptors().size()
              + " descriptors and "
              + traits.replies().size()
              + " answers to commands, which no setting explains; the file lists them");
    }
    try (var out = GrowingFile.open(file)) {
      var head =
          new ArrayList<>(List.of("a device as " + input.file() + " shows it: " + input.device()));
      head.addAll(remarks);
      traits.write(out, head);
    }
    return remarks;
  }

  private ObservedDevice observe(RandomAccessFile medium) throws IOException {
    var observed =
        new ObservedDevice(
            input.device(),
            (offset, bytes) -> {
              for (byte each : bytes) {
                if (each != 0) {
                  medium.seek(offset);
                  medium.write(bytes);
                  return;
                }
              }
            });
    try (var traffic = input.traffic()) {
      for (var act = traffic.next(); act.isPresent(); act = traffic.next()) {
        observed.add(act.get());
      }
    }
    return observed;
  }

  /** The reference with the settings is asked the same, and what it answers as well left out. */
  private RecordedTraits traits(ObservedDevice observed, Map<String, String> settings)
      throws IOException, HostException {
    var notation = new Simulated(Simulated.REFERENCE.name(), List.of());
    for (var each : settings.entrySet()) {
      boolean image = each.getKey().equals("image");
      boolean attention = each.getKey().equals("power-on-attention");
      var value =
          image
              ? file.toAbsolutePath().resolveSibling(each.getValue()).toString()
              : each.getValue();
      notation = notation.with(each.getKey(), attention ? "off" : value);
    }
    try (var target = Targets.open(notation, Writes.TO_OVERLAY);
        var link = target.attach(Collections.max(target.speeds()))) {
      var found = Enumeration.enumerate(link, OptionalInt.empty());
      var reference = new Reference(link, new BulkOnlyHost(link, found), target);
      return new RecordedTraits(
          settings,
          reference.otherDescriptors(observed.descriptors()),
          reference.otherReplies(observed.replies()),
          reference.otherRefusals(observed.refusals()),
          observed.attentionOnce(),
          reference.latency(observed));
    }
  }

  /** The reference device with the settings, attached. */
  private record Reference(UsbLink link, BulkOnlyHost host, Target target) {
    Map<Integer, byte[]> otherDescriptors(Map<Integer, byte[]> observed) {
      var others = new TreeMap<Integer, byte[]>();
      for (var each : observed.entrySet()) {
        var setup =
            StandardRequest.getDescriptor(
                each.getKey() >> 8,
                each.getKey() & 0xff,
                each.getKey() >> 8 == 3 && (each.getKey() & 0xff) != 0 ? 0x0409 : 0,
                each.getValue().length);
        byte[] own = answer(setup);
        if (!Arrays.equals(own, each.getValue())) {
          others.put(each.getKey(), each.getValue());
        }
      }
      return others;
    }

    /** What comes for a request; nothing if it is declined. */
    private byte[] answer(SetupPacket setup) {
      var buffer = Unpooled.buffer(Math.max(1, setup.length()));
      var transfer = new ControlTransfer(ended -> {}).of(setup, buffer, 0);
      link.submit(transfer);
      link.runUntil(() -> !transfer.submitted(), Long.MAX_VALUE);
      return ByteBufUtil.getBytes(buffer, 0, transfer.movedBytes());
    }

    Map<String, byte[]> otherReplies(Map<Cdb, byte[]> observed) throws HostException {
      var others = new TreeMap<String, byte[]>();
      for (var each : observed.entrySet()) {
        if (CdbKey.isQuestion(each.getKey().operationCode())) {
          byte[] own = ask(each.getKey(), each.getValue().length);
          var key = CdbKey.of(each.getKey());
          byte[] before = others.get(key);
          boolean longer = before == null || before.length < each.getValue().length;
          if (!Arrays.equals(own, each.getValue()) && longer) {
            others.put(key, each.getValue());
          }
        }
      }
      return others;
    }

    private byte[] ask(Cdb cdb, int length) throws HostException {
      var data = Unpooled.buffer(length);
      try {
        int came = host.execute(0, cdb, Direction.IN, data, 0, length);
        return ByteBufUtil.getBytes(data, 0, came);
      } catch (CommandFailedException e) {
        return new byte[0];
      }
    }

    Map<String, Integer> otherRefusals(Map<Cdb, Integer> observed) throws HostException {
      var others = new TreeMap<String, Integer>();
      for (var each : observed.entrySet()) {
        int own;
        try {
          host.execute(0, each.getKey());
          own = 0;
        } catch (CommandFailedException e) {
          var sense = e.senseData().sense();
          own = sense.key() << 16 | sense.code() << 8 | sense.qualifier();
        } catch (HostException e) {
          own = 0;
        }
        if (own != each.getValue()) {
          others.put(CdbKey.of(each.getKey()), each.getValue());
        }
      }
      return others;
    }

    /** What is left when the time of the wire is taken away. */
    LatencyLaw latency(ObservedDevice observed) throws HostException {
      long command =
          beyond(observed.withoutDataNanos(), time(Cdb.of(0, 0, 0, 0, 0, 0), Direction.OUT, 0));
      var inquiry = Cdb.of(0x12, 0, 0, 0, 36, 0);
      long both = beyond(observed.withDataNanos(), time(inquiry, Direction.IN, 36));
      if (observed.withoutDataNanos() < 0) {
        command = both;
      }
      long data = Math.max(0, both - command);
      long[] read = law(observed.readNanos(), 0x28, Direction.IN);
      long[] write = law(observed.writeNanos(), 0x2a, Direction.OUT);
      return new LatencyLaw(
          command, data, Math.max(0, read[0]), read[1], Math.max(0, write[0]), write[1]);
    }

    private static long beyond(long observedNanos, long wireNanos) {
      return observedNanos < 0 ? 0 : Math.max(0, observedNanos - wireNanos);
    }

    /** Nanoseconds beyond the wire, and picoseconds for each byte. */
    private long[] law(Map<Long, Long> observed, int code, Direction direction)
        throws HostException {
      var beyond = new TreeMap<Long, Long>();
      int blockBytes = target.medium(0).orElseThrow().blockSize();
      for (var each : observed.entrySet()) {
        long blocks = each.getKey() / blockBytes;
        if (blocks > 0
            && blocks < 0x10000
            && blocks <= target.medium(0).orElseThrow().blockCount()) {
          var cdb = Cdb.of(code, 0, 0, 0, 0, 0, 0, (int) blocks >> 8, (int) blocks & 0xff, 0);
          beyond.put(
              each.getKey(), each.getValue() - time(cdb, direction, each.getKey().intValue()));
        }
      }
      if (beyond.isEmpty()) {
        return new long[] {0, 0};
      }
      var small = beyond.firstEntry();
      var large = beyond.lastEntry();
      long picos =
          small.getKey().equals(large.getKey())
              ? 0
              : Math.max(
                  0,
                  (large.getValue() - small.getValue()) * 1000 / (large.getKey() - small.getKey()));
      return new long[] {small.getValue() - picos * small.getKey() / 1000, picos};
    }

    private long time(Cdb cdb, Direction direction, int length) throws HostException {
      long before = link.nanos();
      host.execute(0, cdb, direction, Unpooled.buffer(Math.max(1, length)), 0, length);
      return link.nanos() - before;
    }
  }
}
