package dev.umsim.bench.linux;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.HostException;
import dev.umsim.sim.image.DirectoryEntry;
import dev.umsim.sim.image.FatGeometry;
import java.util.Optional;
import java.util.OptionalInt;

/** Linux with a disk, on which a program is run. */
public final class LinuxHost {
  private static final int BUFFER_BYTES = 64 << 10;

  private final Disk disk;
  private final BlockRange range;
  private final OptionalInt softBlockBytes;
  private final LinuxHostSettings settings;
  private final Processor processor;

  /**
   * @param range the partition on which programs are run
   * @param softBlockBytes of the partition, if it is not the one that the kernel chooses
   */
  public LinuxHost(
      Disk disk,
      BlockRange range,
      OptionalInt softBlockBytes,
      LinuxHostSettings settings,
      Processor processor) {
    this.disk = disk;
    this.range = range;
    this.softBlockBytes = softBlockBytes;
    this.settings = settings;
    this.processor = processor;
  }

  /**
   * Runs a program to its end. Nothing of the disk is in memory when it begins.
   *
   * @param file its other file
   * @throws NotationException if the workload cannot be carried out on this disk
   * @throws UnusableVolumeException if the volume cannot be mounted, or has no room for the file
   */
  public WorkloadResult run(Workload workload, HostFile file)
      throws HostException, UnusableVolumeException {
    var device = BlockDevice.open(disk, range, softBlockBytes, settings, processor);
    if (workload instanceof Workload.DdRead read) {
      return read(read, device, file);
    }
    if (disk.writeProtected()) {
      throw new NotationException(
          workload.word() + " writes, and the disk is write-protected; choose dd-read");
    }
    if (workload instanceof Workload.DdWrite write) {
      return write(write, device, file);
    }
    return synchronously((Workload.FatSync) workload, device, file);
  }

  private WorkloadResult read(Workload.DdRead read, BlockDevice device, HostFile file)
      throws HostException {
    long offset = Workload.requireFits(read, read.skipBlocks(), device);
    var timer = new Timer(device);
    var block = new byte[read.blockBytes()];
    for (long done = 0; done < read.bytes(); done += block.length) {
      int length = (int) Math.min(block.length, read.bytes() - done);
      device.read(offset + done, block, 0, length);
      file.write(done, block, length);
      device.work(settings.readWritePairNanos());
    }
    device.close();
    return timer.stop(read.bytes());
  }

  private WorkloadResult write(Workload.DdWrite write, BlockDevice device, HostFile file)
      throws HostException {
    long offset = Workload.requireFits(write, write.seekBlocks(), device);
    var timer = new Timer(device);
    int blockBytes = write.blockBytes();
    // Small blocks are taken from the file many at once; the device gets them one by one.
    var buffer = new byte[Math.max(1, BUFFER_BYTES / blockBytes) * blockBytes];
    for (long done = 0; done < write.bytes(); done += buffer.length) {
      int filled = (int) Math.min(buffer.length, write.bytes() - done);
      file.read(done, buffer, filled);
      for (int at = 0; at < filled; at += blockBytes) {
        device.write(offset + done + at, buffer, at, Math.min(blockBytes, filled - at));
        device.work(settings.readWritePairNanos());
      }
    }
    device.close();
    return timer.stop(write.bytes());
  }

  private WorkloadResult synchronously(Workload.FatSync sync, BlockDevice device, HostFile file)
      throws HostException, UnusableVolumeException {
    var volume = Vfat.mount(device);
    requireRoom(sync, volume.geometry());
    var output = volume.create(sync.path());
    var timer = new Timer(device);
    var block = new byte[sync.blockBytes()];
    for (long done = 0; done < sync.bytes(); done += block.length) {
      int length = (int) Math.min(block.length, sync.bytes() - done);
      file.read(done, block, length);
      output.write(block, 0, length);
      device.work(settings.readWritePairNanos());
    }
    device.settle();
    var result = timer.stop(sync.bytes());
    volume.unmount();
    return result;
  }

  /** Refuses before an hour is spent on it what can never have room, however much is free. */
  private static void requireRoom(Workload.FatSync sync, FatGeometry geometry) {
    long clusterBytes = (long) geometry.clusterCount() * geometry.clusterBytes();
    long most = Math.min(clusterBytes, DirectoryEntry.SIZE_BYTES_MAX);
    if (sync.bytes() > most) {
      throw new NotationException(
          "fat-sync of %d bytes is more than a file on this volume can have, which is %d; choose"
                  .formatted(sync.bytes(), most)
              + " less");
    }
  }

  /**
   * Compares what a copy has put on the disk with the file that it came from, reading the disk past
   * all memory. That is not in any time that was taken.
   *
   * @return where the first difference is, in words; nothing if there is none
   */
  public Optional<String> difference(Workload.DdWrite write, HostFile file)
      throws HostException, UnusableVolumeException {
    return comparison(file).ofBytes(write.seekBlocks() * write.blockBytes(), write.bytes());
  }

  /** Does the same for a file on a volume. */
  public Optional<String> difference(Workload.FatSync sync, HostFile file)
      throws HostException, UnusableVolumeException {
    return comparison(file).ofFile(sync.path(), sync.bytes());
  }

  private Comparison comparison(HostFile file) {
    return new Comparison(new DiskSource(disk, range), file);
  }

  /** Takes the time as dd does: it starts when all files are open. */
  private final class Timer {
    private final BlockDevice device;
    private final Traffic trafficBefore;
    private final long startNanos;

    Timer(BlockDevice device) {
      this.device = device;
      trafficBefore = device.traffic();
      processor.timingBegins();
      startNanos = processor.nanos();
    }

    WorkloadResult stop(long bytes) {
      long nanos = processor.nanos() - startNanos;
      processor.timingEnds();
      return new WorkloadResult(bytes, nanos, device.traffic().since(trafficBefore));
    }
  }
}
