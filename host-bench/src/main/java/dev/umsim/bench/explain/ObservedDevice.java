package dev.umsim.bench.explain;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CommandCatalog;
import dev.umsim.core.scsi.CommandFormat;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.sim.capture.CapturedCommand;
import dev.umsim.sim.capture.CapturedDevice;
import dev.umsim.sim.capture.CapturedTransfer.Outcome;
import dev.umsim.sim.capture.DeviceTraffic.Act;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a capture shows of how a device is: who it is, what it answers, and how long it takes. */
public final class ObservedDevice {
  private static final int REQUEST_SENSE = 0x03;
  private static final int INQUIRY = 0x12;
  private static final int READ_CAPACITY_10 = 0x25;
  private static final int TIMES_MAX = 10_000;

  private final CapturedDevice device;
  private final Content content;
  private final Map<Cdb, byte[]> replies =
      new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
  private final Map<Cdb, Integer> refusals =
      new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
  private final Map<Long, List<Long>> reads = new TreeMap<>();
  private final Map<Long, List<Long>> writes = new TreeMap<>();
  private final List<Long> withoutData = new ArrayList<>();
  private final List<Long> withData = new ArrayList<>();
  private final BitSet known = new BitSet();
  private long blocks;
  private int blockBytes;
  private byte[] inquiry = new byte[0];
  private int attentions;
  private int connections;
  private int stalledShort;
  private int padded;
  private int cutShort;
  private long unobservedBytes;
  private CapturedCommand failed;

  /** Takes the content of blocks as it was first seen. */
  @FunctionalInterface
  public interface Content {
    void put(long offsetBytes, byte[] bytes) throws IOException;
  }

  /**
   * @param content is told what stands on the medium
   */
  public ObservedDevice(CapturedDevice device, Content content) {
    this.device = device;
    this.content = content;
  }

  /** Takes the next thing that the host did. */
  public void add(Act act) throws IOException {
    if (act instanceof Act.Command command) {
      add(command.command());
    } else if (act instanceof Act.Request request) {
      request
          .transfer()
          .setup()
          .filter(StandardRequest.SET_CONFIGURATION::is)
          .ifPresent(setup -> connections++);
    }
  }

  private void add(CapturedCommand command) throws IOException {
    var cdb = new Cdb(command.cdb());
    boolean in = command.direction() == Direction.IN;
    boolean passed = TrafficClauses.passed(command);
    addTime(command, cdb, in);
    if (cdb.operationCode() == REQUEST_SENSE && failed != null) {
      addSense(command);
      failed = null;
      return;
    }
    failed = passed || command.status().isEmpty() ? null : command;
    if (!passed) {
      return;
    }
    addShortData(command, in);
    Optional<CommandFormat> format =
        CommandCatalog.of(cdb, in).filter(each -> cdb.length() >= each.cdbLength());
    boolean blockCommand =
        format.filter(CommandFormat::namesBlocks).isPresent() && command.dataLength() > 0;
    if (blockCommand) {
      addBlocks(command, cdb, format.get(), in);
      return;
    }
    byte[] reply = command.dataBytes();
    if (!command.isWhole()) {
      // How long it is, is known at least.
      unobservedBytes += command.movedBytes() - reply.length;
      reply = Arrays.copyOf(reply, (int) Math.min(command.movedBytes(), 1 << 16));
    }
    if (cdb.operationCode() == READ_CAPACITY_10 && reply.length >= 8 && command.lun() == 0) {
      blocks = TrafficClauses.u32(reply, 0) + 1;
      blockBytes = (int) TrafficClauses.u32(reply, 4);
    } else if (in && reply.length > 0 && command.lun() == 0) {
      byte[] before = replies.get(cdb);
      if (before == null || before.length <= reply.length) {
        replies.put(cdb, reply);
      }
      if (cdb.operationCode() == INQUIRY && !cdb.bit(1, 0) && reply.length >= inquiry.length) {
        inquiry = reply;
      }
    }
  }

  /** Whatever came of it, a command without blocks takes its time. */
  private void addTime(CapturedCommand command, Cdb cdb, boolean in) {
    boolean blockCommand =
        CommandCatalog.of(cdb, in).filter(CommandFormat::namesBlocks).isPresent();
    var times = command.dataLength() == 0 ? withoutData : withData;
    boolean small = command.dataLength() <= 512;
    boolean counts = command.status().isPresent() && !(blockCommand && command.dataLength() > 0);
    if (counts && small && times.size() < TIMES_MAX) {
      times.add(command.nanos());
    }
  }

  private void addSense(CapturedCommand command) {
    byte[] sense = command.dataBytes();
    if (sense.length < 14) {
      return;
    }
    int key = sense[2] & 0x0f;
    int code = sense[12] & 0xff;
    if (key == 6 && code == 0x29) {
      attentions++;
    }
    var cdb = new Cdb(failed.cdb());
    boolean blockCommand =
        CommandCatalog.of(cdb, failed.direction() == Direction.IN)
            .filter(CommandFormat::namesBlocks)
            .isPresent();
    if (key == 5 && !blockCommand && failed.lun() == 0) {
      refusals.put(cdb, key << 16 | code << 8 | sense[13] & 0xff);
    }
  }

  private void addShortData(CapturedCommand command, boolean in) {
    long residue = command.statusWrapper().orElseThrow().residue();
    if (!in || command.dataLength() == 0 || residue == 0) {
      return;
    }
    if (command.data().stream().anyMatch(each -> each.outcome() == Outcome.STALL)) {
      stalledShort++;
    } else if (command.movedBytes() == command.dataLength()) {
      padded++;
    } else {
      cutShort++;
    }
  }

  private void addBlocks(CapturedCommand command, Cdb cdb, CommandFormat format, boolean in)
      throws IOException {
    boolean moves = format.title().startsWith("READ") || format.title().startsWith("WRITE (");
    if (!moves) {
      return;
    }
    var times =
        (in ? reads : writes).computeIfAbsent(command.dataLength(), each -> new ArrayList<>());
    if (times.size() < TIMES_MAX) {
      times.add(command.nanos());
    }
    long first = format.firstBlock(cdb);
    long count = format.blockCount(cdb);
    if (blockBytes == 0 || first < 0 || count <= 0 || first + count > Integer.MAX_VALUE) {
      return;
    }
    byte[] data = in ? command.dataBytes() : new byte[0];
    for (int i = 0; i < count; i++) {
      int block = (int) (first + i);
      boolean there = (long) (i + 1) * blockBytes <= data.length;
      if (in && !there) {
        unobservedBytes += blockBytes;
      } else if (in && !known.get(block)) {
        var bytes = Arrays.copyOfRange(data, i * blockBytes, (i + 1) * blockBytes);
        content.put((long) block * blockBytes, bytes);
      }
      // What the host has written is no more what was there.
      if (!in || there) {
        known.set(block);
      }
    }
  }

  /** Bytes of its medium, if it told them. */
  public long mediumBytes() {
    return blocks * blockBytes;
  }

  /** Whether INQUIRY says that its media come and go. */
  public boolean removable() {
    return inquiry.length > 1 && (inquiry[1] & 0x80) != 0;
  }

  /** Keys of {@code sim:reference} that make it so. */
  public Map<String, String> settings() {
    var settings = new TreeMap<String, String>();
    device
        .device()
        .ifPresent(
            found -> {
              settings.put("vid", String.format("%04x", found.vendorId()));
              settings.put("pid", String.format("%04x", found.productId()));
              var serial = device.string(found.serialNumberIndex());
              if (serial.matches("[0-9A-F]{12,126}") && !serial.endsWith("000000000000")) {
                settings.put("serial", serial);
              }
            });
    device
        .configuration()
        .flatMap(
            found ->
                found.interfaces().stream()
                    .flatMap(each -> each.endpoints().stream())
                    .filter(each -> each.isBulk())
                    .findFirst())
        .ifPresent(bulk -> settings.put("speed", bulk.maxPacketBytes() > 64 ? "high" : "full"));
    if (blockBytes >= 512 && blockBytes <= 4096 && Integer.bitCount(blockBytes) == 1) {
      settings.put("block-size", Integer.toString(blockBytes));
    }
    text(settings, "vendor", 8, 8);
    text(settings, "product", 16, 16);
    text(settings, "revision", 32, 4);
    boolean stalls = stalledShort >= padded && stalledShort >= cutShort;
    settings.put("short-data", stalls ? "stall" : padded >= cutShort ? "pad" : "short");
    settings.put("power-on-attention", attentions > 0 ? "on" : "off");
    return settings;
  }

  private void text(Map<String, String> settings, String key, int at, int length) {
    if (inquiry.length >= at + length) {
      var text = new String(inquiry, at, length, StandardCharsets.ISO_8859_1).stripTrailing();
      if (text.matches("[ -~]+")) {
        settings.put(key, text);
      }
    }
  }

  /** Whether it told of its power once only, however often it was attached. */
  public boolean attentionOnce() {
    return attentions == 1 && connections > 1;
  }

  /** The longest answer to each command that asks for something. */
  public Map<Cdb, byte[]> replies() {
    return replies;
  }

  /** Commands that were refused, with their sense. */
  public Map<Cdb, Integer> refusals() {
    return refusals;
  }

  /** The descriptors that were asked for, by wValue. */
  public Map<Integer, byte[]> descriptors() {
    var found = new TreeMap<Integer, byte[]>();
    if (isSuperSpeed()) {
      return found;
    }
    for (SetupPacket setup : device.replies().keySet()) {
      if (StandardRequest.GET_DESCRIPTOR.is(setup)
          && setup.recipient() == SetupPacket.Recipient.DEVICE) {
        device
            .descriptor(setup.value() >> 8, setup.value() & 0xff)
            .ifPresent(bytes -> found.put(setup.value(), bytes));
      }
    }
    return found;
  }

  private boolean isSuperSpeed() {
    return device.descriptor(1, 0).filter(bytes -> bytes.length > 3 && bytes[3] >= 3).isPresent();
  }

  /** How long commands took that read so many bytes, on the average. */
  public Map<Long, Long> readNanos() {
    return means(reads);
  }

  /** The same of commands that write. */
  public Map<Long, Long> writeNanos() {
    return means(writes);
  }

  /** The same of commands without data; negative if there was none. */
  public long withoutDataNanos() {
    return mean(withoutData);
  }

  /** The same of commands with a little data, and no blocks; negative if there was none. */
  public long withDataNanos() {
    return mean(withData);
  }

  /** Their mean, so that all of them together take as long as they took. */
  private static long mean(List<Long> nanos) {
    return nanos.isEmpty() ? -1 : nanos.stream().mapToLong(each -> each).sum() / nanos.size();
  }

  private static Map<Long, Long> means(Map<Long, List<Long>> times) {
    var means = new TreeMap<Long, Long>();
    times.forEach((bytes, nanos) -> means.put(bytes, mean(nanos)));
    return means;
  }

  /** What is not known of it, a line each. */
  public List<String> remarks() {
    var remarks = new ArrayList<String>();
    if (isSuperSpeed()) {
      remarks.add("SuperSpeed is not simulated: it has high speed, and no recorded descriptors");
    }
    if (blocks == 0) {
      remarks.add("its capacity was not asked for and is the reference's");
    }
    if (reads.isEmpty()) {
      remarks.add("no blocks were read: its medium is empty and takes no time to read");
    }
    if (writes.isEmpty()) {
      remarks.add("no blocks were written: its medium takes no time to write");
    }
    if (unobservedBytes > 0) {
      remarks.add(unobservedBytes + " bytes of its answers are not in the capture");
    }
    remarks.add("what was not observed is the reference's; blocks that were not read are zero");
    return remarks;
  }
}
