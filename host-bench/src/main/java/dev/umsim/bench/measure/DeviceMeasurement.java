package dev.umsim.bench.measure;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.UnitNumber;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.host.RefusedTransferException;
import dev.umsim.core.host.TransferTimeoutException;
import dev.umsim.core.usb.UsbLink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Measures a unit by a few hundred commands: reads of several sizes that follow each other, and, if
 * that is allowed, writes of the same sizes and writes of single blocks here and there.
 *
 * <p>Everything lies in the first mebibytes of the unit, half of which is read once before, so that
 * a disk turns and a firmware is awake.
 */
final class DeviceMeasurement {
  private static final int[] BYTES = {4096, 16_384, 65_536, 122_880};
  private static final int COMMANDS = 48;
  private static final int SINGLE_COMMANDS = 200;
  private static final int WARM_UP = 16;
  private static final int STEP_COMMANDS = 65;

  private final UsbLink link;
  private final int lun;
  private final boolean write;
  private final Random random;
  private final Map<Integer, Double> readSteps = new TreeMap<>();
  private final Map<Integer, Double> writeSteps = new TreeMap<>();
  private final List<CommandLimit> limits = new ArrayList<>();
  private OptionalInt interfaceNumber = OptionalInt.empty();
  private double readyNanos;
  private long timeoutNanos = BulkOnlyHost.COMMAND_TIMEOUT_NANOS;

  /**
   * @param write whether it may be written
   * @param seed what the data and the places of scattered writes follow from
   */
  DeviceMeasurement(UsbLink link, int lun, boolean write, long seed) {
    this.link = link;
    this.lun = lun;
    this.write = write;
    random = new Random(seed);
  }

  /** Through the interface that was named, if one was. */
  DeviceMeasurement through(OptionalInt number) {
    interfaceNumber = number;
    return this;
  }

  /** With another time in which a command has to end. */
  DeviceMeasurement within(long nanos) {
    timeoutNanos = nanos;
    return this;
  }

  /**
   * Measures.
   *
   * @throws NotationException if the unit is too small to say anything
   */
  DeviceFigures run() throws HostException {
    var device = Enumeration.enumerate(link, interfaceNumber);
    UnitNumber.requireAtMost(device.maxLun(), lun);
    var host = new BulkOnlyHost(link, device);
    host.setTimeoutNanos(timeoutNanos);
    var disk = Disk.open(host, lun);
    long needed = neededBlocks(disk);
    if (Long.compareUnsigned(disk.capacity().blockCount(), needed) < 0) {
      throw new NotationException(
          "a unit of "
              + Long.toUnsignedString(disk.capacity().blockCount())
              + " blocks is too small to be measured; "
              + needed
              + " are needed");
    }
    var buffer = Unpooled.buffer(BufferSteps.COMMAND_BYTES_MAX);
    disk.inspect();
    disk.limitCommands(smallBytes(disk));
    read(disk, buffer, BYTES[2], WARM_UP);
    disk.limitCommands(Long.MAX_VALUE);
    readyNanos = median(ready(disk));
    readSteps.putAll(steps(disk, false, bytes -> read(disk, buffer, bytes, STEP_COMMANDS)));
    var reads = new CommandTimes();
    reads.add(blockSize(disk), read(disk, buffer, blockSize(disk), SINGLE_COMMANDS));
    addSizes(disk, reads, false, bytes -> read(disk, buffer, bytes, COMMANDS));
    return write
        ? withWrites(disk, device.product(), reads, buffer)
        : figures(disk, device.product(), reads, Optional.empty(), 0, 0);
  }

  private DeviceFigures withWrites(Disk disk, String product, CommandTimes reads, ByteBuf buffer)
      throws HostException {
    random.nextBytes(buffer.array());
    // All blocks once: a guard keeps the old content of each before its first write.
    disk.limitCommands(smallBytes(disk));
    write(disk, buffer, BYTES[BYTES.length - 1], COMMANDS);
    disk.limitCommands(Long.MAX_VALUE);
    var writes = new CommandTimes();
    long[] single = write(disk, buffer, blockSize(disk), SINGLE_COMMANDS);
    writes.add(blockSize(disk), single);
    addSizes(disk, writes, true, bytes -> write(disk, buffer, bytes, COMMANDS));
    writeSteps.putAll(steps(disk, true, bytes -> write(disk, buffer, bytes, STEP_COMMANDS)));
    long[] scattered = writeHereAndThere(disk, buffer);
    return figures(disk, product, reads, Optional.of(writes), median(single), median(scattered));
  }

  private DeviceFigures figures(
      Disk disk,
      String product,
      CommandTimes reads,
      Optional<CommandTimes> writes,
      double writeNanos,
      double scatteredWriteNanos) {
    return new DeviceFigures(
        product.isBlank() ? "a device" : product,
        link.speed(),
        link.timeBase(),
        disk.capacity(),
        reads,
        writes,
        writeNanos,
        scatteredWriteNanos,
        readyNanos,
        readSteps,
        writeSteps,
        List.copyOf(limits),
        disk.host().notes().all());
  }

  @FunctionalInterface
  private interface Timed {
    long[] nanos(int bytes) throws HostException;
  }

  /** A size that every device takes: before the limit is known no larger command is sent. */
  private static int smallBytes(Disk disk) {
    return Math.max(BYTES[0], blockSize(disk));
  }

  /** All sizes up to the first that fails, by which the limit is found. */
  private void addSizes(Disk disk, CommandTimes times, boolean writes, Timed timed)
      throws HostException {
    int passed = blockSize(disk);
    for (int bytes : BYTES) {
      if (bytes <= blockSize(disk)) {
        continue;
      }
      if (bytes > largest(writes)) {
        return;
      }
      var nanos = timed(disk, writes, passed, bytes, timed);
      if (nanos.isEmpty()) {
        return;
      }
      times.add(bytes, nanos.get());
      passed = bytes;
    }
  }

  /** Nothing where commands of this size fail, which has become a limit then. */
  private Optional<long[]> timed(Disk disk, boolean writes, int passed, int bytes, Timed timed)
      throws HostException {
    try {
      return Optional.of(timed.nanos(bytes));
    } catch (DeviceGoneException | RefusedTransferException e) {
      throw e;
    } catch (HostException e) {
      limits.add(limit(disk, writes, passed, bytes, e));
      return Optional.empty();
    }
  }

  /** By halves; a device that does not answer is not asked so often. */
  private CommandLimit limit(
      Disk disk, boolean writes, int passed, int refused, HostException first)
      throws HostException {
    int good = passed / blockSize(disk);
    int bad = refused / blockSize(disk);
    var why = first;
    while (bad - good > 1 && !(why instanceof TransferTimeoutException)) {
      int middle = (good + bad) / 2;
      try {
        once(disk, writes, middle);
        good = middle;
      } catch (DeviceGoneException | RefusedTransferException e) {
        throw e;
      } catch (HostException e) {
        bad = middle;
        why = e;
      }
    }
    return new CommandLimit(
        writes, good * blockSize(disk), bad * blockSize(disk), why.getMessage());
  }

  private static void once(Disk disk, boolean writes, int blocks) throws HostException {
    var buffer = Unpooled.wrappedBuffer(new byte[blocks * blockSize(disk)]);
    if (writes) {
      disk.write(0, blocks, buffer, 0, false);
    } else {
      disk.read(0, blocks, buffer, 0);
    }
  }

  private int largest(boolean writes) {
    return limits.stream()
        .filter(each -> each.writes() == writes)
        .mapToInt(CommandLimit::bytes)
        .findFirst()
        .orElse(Integer.MAX_VALUE);
  }

  /** Commands of the sizes that buffers have, and of a block more. */
  private Map<Integer, Double> steps(Disk disk, boolean writes, Timed timed) throws HostException {
    var sizes = new TreeSet<Integer>();
    int block = blockSize(disk);
    sizes.addAll(List.of(block, 2 * block, 4 * block));
    for (int bytes = BufferSteps.SMALLEST_BYTES; bytes <= BufferSteps.LARGEST_BYTES; bytes *= 2) {
      if (bytes > block) {
        int longest = BufferSteps.mostBuffers(bytes) * bytes;
        sizes.addAll(List.of(bytes, bytes + block, 2 * bytes, longest));
      }
    }
    var medians = new TreeMap<Integer, Double>();
    int passed = block;
    for (int bytes : sizes) {
      if (bytes > largest(writes)) {
        break;
      }
      var nanos = timed(disk, writes, passed, bytes, timed);
      nanos.ifPresent(each -> medians.put(bytes, median(each)));
      passed = bytes;
    }
    return medians;
  }

  private long[] ready(Disk disk) throws HostException {
    long[] nanos = new long[SINGLE_COMMANDS];
    for (int index = 0; index < nanos.length; index++) {
      long begin = link.nanos();
      disk.testReady();
      nanos[index] = link.nanos() - begin;
    }
    return exceptFirst(nanos);
  }

  private static int blockSize(Disk disk) {
    return disk.capacity().blockSize();
  }

  private static long neededBlocks(Disk disk) {
    return (long) COMMANDS * BYTES[BYTES.length - 1] / blockSize(disk);
  }

  private long[] read(Disk disk, ByteBuf buffer, int bytes, int commands) throws HostException {
    int blocks = bytes / blockSize(disk);
    long[] nanos = new long[commands];
    for (int command = 0; command < commands; command++) {
      long begin = link.nanos();
      disk.read((long) command * blocks, blocks, buffer, 0);
      nanos[command] = link.nanos() - begin;
    }
    return exceptFirst(nanos);
  }

  private long[] write(Disk disk, ByteBuf buffer, int bytes, int commands) throws HostException {
    int blocks = bytes / blockSize(disk);
    long[] nanos = new long[commands];
    for (int command = 0; command < commands; command++) {
      long begin = link.nanos();
      disk.write((long) command * blocks, blocks, buffer, 0, false);
      nanos[command] = link.nanos() - begin;
    }
    return exceptFirst(nanos);
  }

  /** Blocks of which no two follow each other. */
  private long[] writeHereAndThere(Disk disk, ByteBuf buffer) throws HostException {
    long[] nanos = new long[SINGLE_COMMANDS];
    int half = (int) (neededBlocks(disk) / 2);
    for (int command = 0; command < nanos.length; command++) {
      long block = random.nextInt(half) * 2L;
      long begin = link.nanos();
      disk.write(block, 1, buffer, 0, false);
      nanos[command] = link.nanos() - begin;
    }
    return exceptFirst(nanos);
  }

  /** The first one of a row goes on nowhere. */
  private static long[] exceptFirst(long[] nanos) {
    return Arrays.copyOfRange(nanos, 1, nanos.length);
  }

  private static double median(long[] nanos) {
    var times = new CommandTimes();
    times.add(1, nanos);
    return times.sizes().get(0).medianNanos();
  }
}
