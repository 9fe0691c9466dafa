package dev.umsim.bench.journal;

import dev.umsim.bench.device.ForwardingTarget;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.CommandFailedException;
import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.host.MassStorageDevice;
import dev.umsim.core.host.RefusedTransferException;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A target that is only read; or one that may be written, and whose old contents are put back when
 * it is closed.
 */
public final class GuardedTarget extends ForwardingTarget {
  private static final long LARGEST_BYTES = 32 << 10;

  private final StopRequest stop;
  private final WriteGuard guard;

  /** Null where nothing is put back. */
  private final Journal journal;

  /** By which somebody can put back what this could not. */
  private final String restoreLine;

  /** As it was seen when it was opened; null where nothing is put back. */
  private final MassStorageDevice device;

  private GuardedTarget(Target inner, StopRequest stop, WriteGuard guard) {
    super(inner);
    this.stop = stop;
    this.guard = guard;
    journal = null;
    restoreLine = null;
    device = null;
  }

  private GuardedTarget(
      Target inner,
      StopRequest stop,
      Journal journal,
      String restoreLine,
      MassStorageDevice device) {
    super(inner);
    this.stop = stop;
    this.journal = journal;
    this.restoreLine = restoreLine;
    this.device = device;
    guard = this::beforeWrite;
  }

  /**
   * A target that is only read. It takes the other over, and the request to stop.
   *
   * @param stop is closed with it
   */
  public static GuardedTarget readOnly(Target inner, StopRequest stop) {
    return new GuardedTarget(inner, stop, WriteGuard.NOTHING);
  }

  /** A target to which everything is sent, and where nothing is put back; likewise. */
  public static GuardedTarget unguarded(
      Target inner, StopRequest stop, String name, Permission permission) {
    permission.require(name);
    return new GuardedTarget(inner, stop, WriteGuard.ANYTHING);
  }

  /**
   * A target that may be written. It takes the other over, and the request to stop.
   *
   * @param notation of the target
   * @param arguments of the program behind it
   * @param file of the journal; nothing for one in the current folder
   * @param begun is told when the journal has come to be
   */
  public static GuardedTarget writable(
      Target inner,
      StopRequest stop,
      TargetNotation notation,
      List<String> arguments,
      Optional<Path> file,
      Permission permission,
      Consumer<Path> begun)
      throws HostException {
    try (var link = inner.attach(Collections.max(inner.speeds()))) {
      var device = Enumeration.enumerate(link, inner.interfaceNumber());
      var size = size(host(inner, link, device));
      var known = DeviceName.of(device);
      var name = notation.text();
      permission.require(name + ", device " + known + ", " + size);
      var path = file.orElseGet(() -> usualPath(known));
      var journal = new Journal(path, new JournalRecord.OfDevice(name, known), begun);
      return new GuardedTarget(
          inner, stop, journal, RestoreLine.of(path, notation, arguments), device);
    }
  }

  private static BulkOnlyHost host(Target target, UsbLink link, MassStorageDevice device) {
    var host = new BulkOnlyHost(link, device);
    host.setTimeoutNanos(target.commandTimeoutNanos());
    return host;
  }

  /** Of the first unit that has a medium: the slots of a card reader are often empty. */
  private static String size(BulkOnlyHost host) throws HostException {
    for (int lun = 0; lun < host.device().maxLun(); lun++) {
      try {
        return size(Disk.open(host, lun));
      } catch (CommandFailedException e) {
        // The next one may have a medium.
      }
    }
    return size(Disk.open(host, host.device().maxLun()));
  }

  private static String size(Disk disk) {
    var capacity = disk.capacity();
    return String.format(
        "%s %s with %,d blocks of %d bytes",
        disk.identity().vendor().strip(),
        disk.identity().product().strip(),
        capacity.blockCount(),
        capacity.blockSize());
  }

  private static Path usualPath(DeviceName name) {
    return Path.of(
        String.format(
            "ums-%04x-%04x-%d.journal",
            name.vendorId(), name.productId(), ProcessHandle.current().pid()));
  }

  @Override
  public boolean onlyRead() {
    return guard == WriteGuard.NOTHING;
  }

  @Override
  public UsbLink attach(Speed highestSpeed) {
    return guarded(inner.attach(highestSpeed));
  }

  private UsbLink guarded(UsbLink link) {
    return new GuardedLink(link, guard, stop);
  }

  @Override
  public void beforeWriting(Disk disk, long firstBlock, long blockCount) throws HostException {
    if (journal != null) {
      save(disk, firstBlock, blockCount);
    }
  }

  /** A command that nobody has told of before. */
  private void beforeWrite(UsbLink link, int lun, BlockEffect.Writes writes) {
    try {
      var disk = Disk.open(host(inner, link, device), lun);
      long left = Math.max(0, disk.capacity().blockCount() - writes.firstBlock());
      long count =
          writes.firstBlock() < 0
              ? 0
              : writes.blockCount() == BlockEffect.Writes.TO_THE_END
                  ? left
                  : Math.min(left, writes.blockCount());
      if (count > 0) {
        // What is overwritten is read in no larger commands than it is written.
        disk.limitCommands(Math.min(LARGEST_BYTES, count * disk.capacity().blockSize()));
        save(disk, writes.firstBlock(), count);
      }
    } catch (HostException e) {
      throw new RefusedTransferException(
          "what it overwrites cannot be read, and so could not be put back: " + e.getMessage());
    }
  }

  private void save(Disk disk, long firstBlock, long count) throws HostException {
    try {
      journal.save(disk, firstBlock, count);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Optional<DeviceControls> controls() {
    return inner.controls().map(controls -> new GuardedControls(controls, this::guarded));
  }

  /**
   * Puts back what was written.
   *
   * @throws IOException if that fails; the journal is kept then
   */
  @Override
  public void close() throws IOException {
    try {
      putBack();
    } finally {
      try {
        inner.close();
      } finally {
        stop.close();
      }
    }
  }

  private void putBack() throws IOException {
    if (journal == null || !journal.isBegun()) {
      return;
    }
    journal.close();
    try {
      Restoration.run(journal.path(), inner, Permission.GIVEN);
    } catch (IOException | HostException | RuntimeException e) {
      throw new NotPutBackException(restoreLine, e);
    }
    journal.delete();
  }
}
