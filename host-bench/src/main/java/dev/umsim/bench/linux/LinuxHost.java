package dev.umsim.bench.linux;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.core.host.CommandFailedException;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.HostException;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.usb.Direction;
import dev.umsim.sim.image.DirectoryEntry;
import dev.umsim.sim.image.FatGeometry;
import io.netty.buffer.Unpooled;
import java.util.Optional;
import java.util.OptionalInt;

/** Linux with a disk, on which a program is run. */
public final class LinuxHost {
  private static final int BUFFER_BYTES = 64 << 10;

  /** Where blocks here and there lie: the same places in every run. */
  private static final long PLACES_SEED = 1;

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
      return settings.kernel() == Kernel.NONE
          ? direct(
              new Workload.Direct(false, read.blockBytes(), read.bytes(), read.skipBlocks()),
              device,
              file)
          : read(read, device, file);
    }
    if (workload instanceof Workload.HdparmRead read) {
      return hdparm(read, device);
    }
    if (workload instanceof Workload.Direct direct && !direct.write()) {
      return direct(direct, device, file);
    }
    if (workload instanceof Workload.Random random && !random.write()) {
      return random(random, device, file);
    }
    if (disk.writeProtected()) {
      throw new NotationException(
          workload.word() + " writes, and the disk is write-protected; choose dd-read");
    }
    if (workload instanceof Workload.DdWrite write) {
      return write(write, device, file);
    }
    if (workload instanceof Workload.Direct direct) {
      return direct(direct, device, file);
    }
    if (workload instanceof Workload.Random random) {
      return random(random, device, file);
    }
    if (workload instanceof Workload.DdFile written) {
      return behind(written, device, file);
    }
    return synchronously((Workload.FatSync) workload, device, file);
  }

  private WorkloadResult direct(Workload.Direct direct, BlockDevice device, HostFile file)
      throws HostException {
    device.requireSectors(direct);
    long offset = Workload.requireFits(direct, direct.skipBlocks(), device);
    var timer = new Timer(device);
    new DirectAccess(device, file).inOrder(direct, offset, settings.readWritePairNanos());
    return timer.stop(direct.bytes());
  }

  private WorkloadResult hdparm(Workload.HdparmRead read, BlockDevice device) throws HostException {
    if (settings.kernel().flushesCaches()) {
      identifyAta();
    }
    long most = Math.min(read.bytes(), device.sizeBytes());
    var timer = new Timer(device);
    long begin = processor.nanos();
    var block = new byte[read.blockBytes()];
    long done = 0;
    while (done < most && processor.nanos() - begin < Workload.HdparmRead.NANOS) {
      int length = (int) Math.min(block.length, most - done);
      if (read.direct()) {
        var piece = new Workload.Direct(false, length, length, 0);
        new DirectAccess(device, HostFile.ZEROS).inOrder(piece, done, 0);
      } else {
        device.read(done, block, 0, length);
      }
      done += length;
    }
    device.settle();
    var result = timer.stop(done);
    // It drops what is in memory, twice.
    device.flush();
    device.flush();
    return result;
  }

  /** It asks an ATA disk who it is; what is none says so. */
  private void identifyAta() throws HostException {
    byte[] identify = {(byte) 0x85, 8, 14, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x40, (byte) 0xec, 0};
    try {
      disk.host()
          .execute(disk.lun(), new Cdb(identify), Direction.IN, Unpooled.buffer(512), 0, 512);
    } catch (CommandFailedException e) {
      // It is none.
    }
  }

  private WorkloadResult random(Workload.Random random, BlockDevice device, HostFile file)
      throws HostException {
    device.requireSectors(random);
    Workload.requireFits(random, 0, device);
    var timer = new Timer(device);
    new DirectAccess(device, file).hereAndThere(random, PLACES_SEED, settings.readWritePairNanos());
    return timer.stop(random.bytes());
  }

  private WorkloadResult behind(Workload.DdFile written, BlockDevice device, HostFile file)
      throws HostException {
    Workload.requireFits(written, 0, device);
    var timer = new Timer(device);
    var behind = new WriteBehind(device.queue(), file, settings.dirtyLimitBytes());
    for (long done = 0; done < written.bytes(); done += written.blockBytes()) {
      behind.add((int) Math.min(written.blockBytes(), written.bytes() - done));
      device.work(settings.readWritePairNanos());
    }
    behind.close();
    if (written.synchronize()) {
      behind.synchronize();
    }
    device.settle();
    var result = timer.stop(written.bytes());
    behind.synchronize();
    return result;
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

  /** Does the same for any workload that wrote; nothing for one of which that cannot be told. */
  public Optional<String> differenceOf(Workload workload, HostFile file)
      throws HostException, UnusableVolumeException {
    if (workload instanceof Workload.DdWrite write) {
      return difference(write, file);
    }
    if (workload instanceof Workload.Direct direct && direct.write()) {
      return difference(direct, file);
    }
    if (workload instanceof Workload.DdFile written) {
      return difference(written, file);
    }
    return workload instanceof Workload.FatSync sync ? difference(sync, file) : Optional.empty();
  }

  /** Does the same for a copy past all memory. */
  public Optional<String> difference(Workload.Direct direct, HostFile file)
      throws HostException, UnusableVolumeException {
    return comparison(file).ofBytes(direct.skipBlocks() * direct.blockBytes(), direct.bytes());
  }

  /** Does the same for a file that was written behind its writer's back. */
  public Optional<String> difference(Workload.DdFile written, HostFile file)
      throws HostException, UnusableVolumeException {
    return comparison(file).ofBytes(0, written.bytes());
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
