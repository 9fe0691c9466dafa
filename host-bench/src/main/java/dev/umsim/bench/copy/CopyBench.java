package dev.umsim.bench.copy;

import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.HostException;
import dev.umsim.core.host.RefusedTransferException;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.UsbLink.TimeBase;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Optional;

/**
 * Copies from or to a disk and takes the time: the host is ideal, which sends one command for each
 * piece, each at the moment when the one before has ended.
 */
final class CopyBench {
  private final Disk disk;
  private final Optional<Medium> medium;
  private final Progress progress;

  /**
   * @param medium of the disk, where it can be looked at past the device
   */
  CopyBench(Disk disk, Optional<Medium> medium, Progress progress) {
    this.disk = disk;
    this.medium = medium;
    this.progress = progress;
  }

  /** Carries out a plan that fits the disk. */
  CopyResult run(CopyPlan plan) throws HostException {
    long firstBlock = plan.firstBlock(disk.capacity());
    long bytes = plan.bytesOn(disk.capacity());
    var buffer = ByteBufAllocator.DEFAULT.directBuffer(plan.commandBytes(), plan.commandBytes());
    try (var verification = new Verification(disk, medium, firstBlock, bytes)) {
      return switch (plan.operation()) {
        case READ -> read(plan, firstBlock, bytes, buffer, verification);
        case WRITE -> write(plan, firstBlock, bytes, buffer, verification);
      };
    } finally {
      buffer.release();
    }
  }

  private CopyResult read(
      CopyPlan plan, long firstBlock, long bytes, ByteBuf buffer, Verification verification)
      throws HostException {
    var sums = new Checksums(bytes, plan.commandBytes());
    var data = buffer.nioBuffer(0, plan.commandBytes());
    int blockSize = disk.capacity().blockSize();
    long commands = 0;
    var link = disk.host().link();
    var times = new CopyTimes();
    long start = link.nanos();
    for (long position = 0; position < bytes; position += plan.commandBytes()) {
      int length = (int) Math.min(plan.commandBytes(), bytes - position);
      long begun = link.nanos();
      disk.read(firstBlock + position / blockSize, length / blockSize, buffer, 0);
      times.add(begun - start, link.nanos() - start, length);
      commands++;
      sums.add(data.clear().limit(length));
      progress.moved(length);
    }
    long nanos = link.nanos() - start;
    sums.finish();
    return result(
        bytes,
        nanos,
        commands,
        times,
        plan.verify()
            ? Optional.of(compared(() -> verification.ofRead(sums, plan.commandBytes())))
            : Optional.empty(),
        Optional.empty());
  }

  private CopyResult write(
      CopyPlan plan, long firstBlock, long bytes, ByteBuf buffer, Verification verification)
      throws HostException {
    var pattern = new Pattern(plan.seed());
    int blockSize = disk.capacity().blockSize();
    long commands = 0;
    var link = disk.host().link();
    var times = new CopyTimes();
    long start = link.nanos();
    for (long position = 0; position < bytes; position += plan.commandBytes()) {
      int length = (int) Math.min(plan.commandBytes(), bytes - position);
      pattern.fill(buffer, position, length);
      long begun = link.nanos();
      disk.write(firstBlock + position / blockSize, length / blockSize, buffer, 0, false);
      times.add(begun - start, link.nanos() - start, length);
      commands++;
      progress.moved(length);
    }
    long nanos = link.nanos() - start;
    Optional<Boolean> synchronizedCache = Optional.empty();
    if (plan.synchronize()) {
      boolean passed = disk.synchronizeCache();
      synchronizedCache = Optional.of(passed);
      if (passed) {
        // One that fails is no part of the copy, and least of all the wait for it.
        nanos = link.nanos() - start;
        commands++;
      }
    }
    return result(
        bytes,
        nanos,
        commands,
        times,
        plan.verify()
            ? Optional.of(compared(() -> verification.ofWrite(pattern)))
            : Optional.empty(),
        synchronizedCache);
  }

  private interface Comparing {
    Optional<String> run() throws HostException;
  }

  /** What cannot be read back is not what it should be; the time that was taken stands. */
  private Optional<String> compared(Comparing comparing) throws HostException {
    try {
      return comparing.run();
    } catch (DeviceGoneException | RefusedTransferException e) {
      throw e;
    } catch (HostException e) {
      return comparedByBlocks(comparing);
    }
  }

  /** What could not be read in commands of the row's size need not be wrong. */
  private Optional<String> comparedByBlocks(Comparing comparing) throws HostException {
    disk.limitCommands(disk.capacity().blockSize());
    try {
      return comparing.run();
    } catch (DeviceGoneException | RefusedTransferException e) {
      throw e;
    } catch (HostException e) {
      return Optional.of("it cannot be compared: " + e.getMessage());
    }
  }

  /**
   * @param verified where the data differs, if it does; nothing if that was not looked at
   */
  private CopyResult result(
      long bytes,
      long nanos,
      long commands,
      CopyTimes times,
      Optional<Optional<String>> verified,
      Optional<Boolean> synchronizedCache) {
    boolean real = disk.host().link().timeBase() == TimeBase.WALL;
    return new CopyResult(
        bytes,
        nanos,
        commands,
        real ? Optional.of(times.latency()) : Optional.empty(),
        real ? Optional.of(times.throughput(nanos)) : Optional.empty(),
        verified.map(Optional::isEmpty),
        verified.orElse(Optional.empty()),
        synchronizedCache);
  }
}
