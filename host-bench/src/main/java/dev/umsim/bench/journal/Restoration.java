package dev.umsim.bench.journal;

import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.CommandFailedException;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.scsi.Sense;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** Puts back what a journal holds, and looks whether it is there. */
public final class Restoration {
  private final Map<Integer, Disk> disks = new HashMap<>();
  private final BulkOnlyHost host;
  private final DeviceName name;
  private long blocks;
  private long wanted;
  private boolean damaged;

  private Restoration(BulkOnlyHost host) {
    this.host = host;
    name = DeviceName.of(host.device());
  }

  /** The target of which a journal is. */
  public static TargetNotation target(Path journal) throws IOException {
    try (var reader = JournalReader.open(journal)) {
      return TargetNotation.parse(reader.device().target());
    } catch (NotationException e) {
      throw new IOException(journal + " names no device: " + e.getMessage());
    }
  }

  /**
   * Puts all blocks back.
   *
   * @param permission is asked when all is known to fit, and nothing has been written
   * @return how many
   * @throws IOException if the journal says what no journal of this program does; nothing is
   *     written then either
   * @throws WrongDeviceException if the journal is of another device; nothing is written then
   */
  public static long run(Path journal, Target target, Permission permission)
      throws IOException, HostException {
    try (var link = target.attach(Collections.max(target.speeds()))) {
      var device = Enumeration.enumerate(link, target.interfaceNumber());
      var host = new BulkOnlyHost(link, device);
      host.setTimeoutNanos(target.commandTimeoutNanos());
      var restoration = new Restoration(host);
      // All is looked at before the first block is written.
      restoration.each(journal, record -> restoration.look(journal, record));
      permission.require(
          "device "
              + restoration.name
              + ", "
              + restoration.wanted
              + (restoration.wanted == 1 ? " block" : " blocks"));
      restoration.each(journal, restoration::write);
      restoration.synchronize();
      restoration.each(journal, restoration::compare);
      restoration.requireWhole(journal);
      return restoration.blocks;
    }
  }

  private void requireWhole(Path journal) throws IOException {
    if (damaged) {
      throw new IOException(
          journal
              + " is damaged: "
              + blocks
              + " blocks were put back, and what stood behind them is lost");
    }
  }

  private interface Step {
    void take(JournalRecord record) throws IOException, HostException;
  }

  private void each(Path journal, Step step) throws IOException, HostException {
    try (var reader = JournalReader.open(journal)) {
      requireSame(reader.device().name().equals(name), reader.device().name().toString());
      for (var record = reader.next(); record != null; record = reader.next()) {
        step.take(record);
      }
      damaged |= reader.isDamaged();
    }
  }

  private void requireSame(boolean same, String wanted) throws WrongDeviceException {
    if (!same) {
      throw new WrongDeviceException(
          "the journal is of device "
              + wanted
              + ", and this is "
              + name
              + "; nothing was written to it");
    }
  }

  private void look(Path journal, JournalRecord record) throws IOException, HostException {
    if (record instanceof JournalRecord.OfDevice) {
      throw notOurs(journal, "a second device");
    }
    if (record instanceof JournalRecord.OfBlocks blocks) {
      look(journal, blocks);
    }
    if (record instanceof JournalRecord.OfUnit unit) {
      if (disks.containsKey(unit.lun())) {
        throw notOurs(journal, "unit " + unit.lun() + " twice");
      }
      if (unit.lun() > host.device().maxLun()) {
        throw new WrongDeviceException("the device has no LUN " + unit.lun() + " any more");
      }
      var disk = Disk.open(host, unit.lun());
      requireSame(
          disk.capacity().equals(unit.capacity()) && disk.identity().equals(unit.identity()),
          "with "
              + unit.capacity().blockCount()
              + " blocks of "
              + unit.capacity().blockSize()
              + " bytes in LUN "
              + unit.lun());
      disks.put(unit.lun(), disk);
    }
  }

  private void look(Path journal, JournalRecord.OfBlocks old) throws IOException {
    var disk = disks.get(old.lun());
    if (disk == null) {
      throw notOurs(journal, "blocks of unit " + old.lun() + " before the unit itself");
    }
    int blockSize = disk.capacity().blockSize();
    long count = old.data().length / blockSize;
    if (old.data().length % blockSize != 0 || count == 0) {
      throw notOurs(journal, "a part of a block of unit " + old.lun());
    }
    if (old.firstBlock() < 0 || old.firstBlock() > disk.capacity().blockCount() - count) {
      throw notOurs(journal, "a block that unit " + old.lun() + " does not have");
    }
    wanted += count;
  }

  private static IOException notOurs(Path journal, String what) {
    return new IOException(
        journal
            + " has "
            + what
            + ", as no journal of ums has; nothing was written, and it is kept");
  }

  private void write(JournalRecord record) throws IOException, HostException {
    if (record instanceof JournalRecord.OfBlocks old) {
      var disk = disk(old);
      int count = old.data().length / disk.capacity().blockSize();
      disk.write(old.firstBlock(), count, Unpooled.wrappedBuffer(old.data()), 0, false);
      blocks += count;
    }
  }

  private void compare(JournalRecord record) throws IOException, HostException {
    if (record instanceof JournalRecord.OfBlocks old) {
      var disk = disk(old);
      var now = Unpooled.wrappedBuffer(new byte[old.data().length]);
      disk.read(old.firstBlock(), old.data().length / disk.capacity().blockSize(), now, 0);
      if (!now.equals(Unpooled.wrappedBuffer(old.data()))) {
        throw new IOException(
            "what was put back from block "
                + old.firstBlock()
                + " on is not what is read there; the journal is kept");
      }
    }
  }

  private Disk disk(JournalRecord.OfBlocks blocks) {
    return disks.get(blocks.lun());
  }

  private void synchronize() throws HostException {
    for (var disk : disks.values()) {
      try {
        disk.synchronizeCache();
      } catch (CommandFailedException e) {
        // A unit that knows no such command has no cache to be written.
        if (!e.senseData().sense().equals(Sense.INVALID_OPERATION_CODE)) {
          throw e;
        }
      }
    }
  }
}
