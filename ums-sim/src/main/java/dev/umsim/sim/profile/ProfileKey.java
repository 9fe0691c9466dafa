package dev.umsim.sim.profile;

import dev.umsim.core.rockbox.RockboxRevision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A value that a profile can have: its layer, its name with the unit, and what is possible. */
public enum ProfileKey {
  OPERATING_SYSTEM(
      Layer.HOST,
      "operating-system",
      Range.words("linux-2.6.24", "linux-6.1", "windows-10", "none"),
      "Which commands the host sends; \"none\" sends one after the other and keeps nothing"),
  FULL_SPEED_PACKETS(
      Layer.HOST,
      "full-speed-packets-per-ms",
      Range.count(1, 19),
      "Bulk packets of 64 bytes that the controller gets into a millisecond at full speed"),
  HIGH_SPEED_PACKETS(
      Layer.HOST,
      "high-speed-packets-per-ms",
      Range.count(1, 104),
      "Bulk packets of 512 bytes that the controller gets into a millisecond at high speed"),
  COMPLETION(
      Layer.HOST,
      "completion",
      Range.words("at-boundary", "at-once"),
      "When the end of a transfer shows: at the next (micro)frame, or at once"),
  COMPLETION_LATENCY(
      Layer.HOST,
      "completion-latency-us",
      Range.decimal(0, 1e6),
      "From there to the storage driver of the host"),
  COMPLETION_JITTER(
      Layer.HOST,
      "completion-jitter-percent",
      Range.decimal(0, 100),
      "How far that latency may lie from its mean"),
  PACKET(
      Layer.HOST,
      "packet-us",
      Range.decimal(0, 1000),
      "What a packet takes at least where the host's processor carries each"),
  OUT_PACKET(
      Layer.HOST,
      "out-packet-us",
      Range.decimal(0, 1000),
      "The same of a packet to the device; packet-us where it is not set"),
  LARGEST_COMMAND(
      Layer.HOST,
      "largest-command-bytes",
      Range.multiple(4096, 4096, 1 << 24),
      "The most that the host moves by one command"),
  READ_AHEAD(
      Layer.HOST,
      "read-ahead-bytes",
      Range.multiple(4096, 0, 1 << 24),
      "How far the page cache reads ahead"),
  READ_WRITE_PAIR(
      Layer.HOST,
      "read-write-pair-ns",
      Range.decimal(0, 1e9),
      "Processor time of one read() and write() of dd"),
  DIRTY_LIMIT(
      Layer.HOST,
      "dirty-limit-bytes",
      Range.count(0, 1L << 40),
      "How much of a file a program may leave behind in memory; a writer of more waits"),

  FIRMWARE(
      Layer.STACK,
      "firmware",
      new Range.Words(firmwares()),
      "What answers: a conformant device that streams, one with buffers in one thread, or a revision"
          + " of Rockbox"),
  LINK(
      Layer.STACK,
      "link",
      Range.words("usb", "none"),
      "What lies between host and device: USB, or nothing that takes time"),
  SPEED(Layer.STACK, "speed", Range.words("full", "high"), "The highest speed of the device"),
  COMMAND_LATENCY(
      Layer.STACK,
      "command-latency-us",
      Range.decimal(0, 1e6),
      "Streamed: from a command wrapper to the beginning of its command"),
  TURNAROUND(
      Layer.STACK,
      "turnaround-us",
      Range.decimal(0, 1e6),
      "Buffered, Rockbox: from an event to what the firmware's thread does about it"),
  BUFFERS(
      Layer.STACK,
      "buffers",
      Range.count(1, 16),
      "Buffered: how many there are; with one of them nothing overlaps"),
  FIRMWARE_JITTER(
      Layer.STACK,
      "jitter-percent",
      Range.decimal(0, 100),
      "How far command latency or turnaround may lie from its mean"),
  READ_BUFFER(
      Layer.STACK,
      "read-buffer-bytes",
      Range.multiple(512, 512, 1 << 20),
      "Buffered, Rockbox: each buffer of the host's reads; by Rockbox's revision where it is not"
          + " set"),
  WRITE_BUFFER(
      Layer.STACK,
      "write-buffer-bytes",
      Range.multiple(512, 512, 1 << 20),
      "Buffered, Rockbox: each buffer of the host's writes; by Rockbox's revision where it is not"
          + " set"),
  NEXT_COMMAND(
      Layer.STACK,
      "next-command",
      Range.words("with-status", "after-status"),
      "Buffered, Rockbox: when the next command is awaited; by Rockbox's revision, otherwise after"
          + " the status, where it is not set"),
  ENDPOINT_PACKETS(
      Layer.STACK,
      "endpoint-packets",
      Range.count(1, 2),
      "How many packets an endpoint's FIFO holds; 2 where it is not set"),
  PACKETS_PER_FRAME(
      Layer.STACK,
      "packets-per-frame",
      Range.count(1, 104),
      "How many packets the device takes in a frame of a millisecond at most"),
  IDLE_AFTER(
      Layer.STACK,
      "idle-after-us",
      Range.decimal(0, 1e9),
      "Firmware that had nothing to do for so long since its last command is slower at its next"
          + " event"),
  IDLE_PENALTY(Layer.STACK, "idle-penalty-us", Range.decimal(0, 1e6), "By how much"),

  PORT_LATENCY(
      Layer.PORT,
      "latency-us",
      Range.decimal(0, 1e6),
      "From a command of the firmware's storage driver to its first byte"),
  READ_LATENCY(Layer.PORT, "read-latency-us", Range.decimal(0, 1e6), "The same of reads alone"),
  WRITE_LATENCY(Layer.PORT, "write-latency-us", Range.decimal(0, 1e6), "The same of writes alone"),
  READ_RATE(
      Layer.PORT, "read-rate-mb-s", Range.decimal(0.001, 10_000), "How fast the driver reads"),
  WRITE_RATE(
      Layer.PORT, "write-rate-mb-s", Range.decimal(0.001, 10_000), "How fast the driver writes"),
  SCATTERED_WRITE(
      Layer.PORT,
      "scattered-write-us",
      Range.decimal(0, 1e6),
      "What a write costs on top that does not go on where the last one ended"),
  WRITE_CACHE(
      Layer.PORT,
      "write-cache",
      Range.words("on", "off"),
      "Whether the driver lets the drive keep writes for later"),
  OVERLAP(
      Layer.PORT,
      "overlap",
      Range.words("on", "off"),
      "Buffered: off where the processor itself copies between drive and memory; on where it is not"
          + " set"),
  PREFETCH(
      Layer.PORT,
      "prefetch",
      Range.words("on", "off"),
      "Buffered: whether a buffer is read beyond the end of a command; off where it is not set"),
  READ_AHEAD_KEPT(
      Layer.PORT,
      "read-ahead-kept-us",
      Range.decimal(0, 1e9),
      "How long after the last command a disk still has what it read ahead; for ever where it is not"
          + " set"),

  MEDIUM_KIND(Layer.MEDIUM, "kind", Range.words("flash", "disk"), "What it is"),
  MEDIUM_RATE(
      Layer.MEDIUM,
      "rate-mb-s",
      Range.decimal(0.001, 10_000),
      "How fast bytes come off it or go onto it"),
  SLEEP_AFTER(
      Layer.MEDIUM,
      "sleep-after-us",
      Range.decimal(0, 1e9),
      "It sleeps when its last command has ended so long ago"),
  WAKE(Layer.MEDIUM, "wake-us", Range.decimal(0, 1e6), "How long it takes to wake"),
  ROTATION(Layer.MEDIUM, "rotation-us", Range.decimal(1, 1e6), "Disk: one revolution"),
  SEEK(Layer.MEDIUM, "seek-us", Range.decimal(0, 1e6), "Disk: a short seek with settling"),
  NEAR(
      Layer.MEDIUM,
      "near-bytes",
      Range.count(0, 1L << 40),
      "Disk: how far the head gets without a seek that counts"),
  WRITE_SLOTS(
      Layer.MEDIUM, "write-slots", Range.count(1, 4096), "Disk: how many writes its cache keeps"),

  BLOCK_BYTES(
      Layer.VOLUME, "block-bytes", Range.powers(512, 4096), "A logical block, as the host sees it"),
  DEVICE_BLOCKS(
      Layer.VOLUME, "device-blocks", Range.count(1, 1L << 32), "Logical blocks of the device"),
  RAW_FIRST_BLOCK(
      Layer.VOLUME,
      "raw-first-block",
      Range.count(0, 1L << 32),
      "Where the partition begins that is read and written raw"),
  RAW_BLOCKS(
      Layer.VOLUME, "raw-blocks", Range.count(1, 1L << 32), "Logical blocks of that partition"),
  FAT_FIRST_BLOCK(
      Layer.VOLUME,
      "fat-first-block",
      Range.count(0, 1L << 32),
      "Where the partition with the FAT file system begins"),
  FAT_BLOCKS(
      Layer.VOLUME, "fat-blocks", Range.count(1, 1L << 32), "Logical blocks of that partition"),
  CLUSTER_BYTES(
      Layer.VOLUME,
      "cluster-bytes",
      Range.powers(512, 1 << 16),
      "A cluster of the FAT file system");

  /** Conformant firmware that passes data on as it comes. */
  public static final String STREAMED = "streamed";

  /** Conformant firmware in one thread, with buffers. */
  public static final String BUFFERED = "buffered";

  private final Layer layer;
  private final String key;
  private final Range range;
  private final String meaning;

  ProfileKey(Layer layer, String key, Range range, String meaning) {
    this.layer = layer;
    this.key = key;
    this.range = range;
    this.meaning = meaning;
  }

  private static List<String> firmwares() {
    var names = new ArrayList<String>();
    names.add(STREAMED);
    names.add(BUFFERED);
    RockboxRevision.all().forEach(each -> names.add(each.name()));
    return List.copyOf(names);
  }

  /** The layer that has it. */
  public Layer layer() {
    return layer;
  }

  /** Its name within the layer, in kebab case, with the unit. */
  public String key() {
    return key;
  }

  /** What it says, as a phrase. */
  public String meaning() {
    return meaning;
  }

  Range range() {
    return range;
  }

  /** What is possible, as a phrase. */
  public String wanted() {
    return range.wanted();
  }

  /** Its unit, if it has one. */
  public Optional<Unit> unit() {
    return List.of(Unit.values()).stream().filter(each -> key.endsWith(each.suffix())).findFirst();
  }

  /** Whether a value is a word and not a number. */
  public boolean isWord() {
    return range instanceof Range.Words;
  }

  /** Whether a value is a whole number. */
  public boolean isWhole() {
    return !isWord() && !(range instanceof Range.Decimals);
  }

  /**
   * The key of this name.
   *
   * @param name with its layer, and with or without its unit: {@code stack.write-buffer}
   */
  public static Optional<ProfileKey> find(String name) {
    return List.of(values()).stream()
        .filter(
            each ->
                each.toString().equals(name)
                    || each.unit().isPresent()
                        && each.toString().equals(name + each.unit().get().suffix()))
        .findFirst();
  }

  /** Whether it can be given or left out by itself. */
  boolean optional() {
    return switch (this) {
      case OPERATING_SYSTEM,
          PACKET,
          OUT_PACKET,
          DIRTY_LIMIT,
          LINK,
          NEXT_COMMAND,
          ENDPOINT_PACKETS,
          PACKETS_PER_FRAME,
          IDLE_AFTER,
          IDLE_PENALTY,
          OVERLAP,
          PREFETCH,
          READ_AHEAD_KEPT,
          SLEEP_AFTER,
          WAKE ->
          true;
      default -> false;
    };
  }

  /** The keys of a layer, in their order. */
  public static List<ProfileKey> of(Layer layer) {
    return List.of(values()).stream().filter(each -> each.layer == layer).toList();
  }

  /** The key with this name in a layer. */
  static Optional<ProfileKey> named(Layer layer, String key) {
    return of(layer).stream().filter(each -> each.key.equals(key)).findFirst();
  }

  /** The name with its layer, as in {@code stack.turnaround-us}. */
  @Override
  public String toString() {
    return layer + "." + key;
  }
}
