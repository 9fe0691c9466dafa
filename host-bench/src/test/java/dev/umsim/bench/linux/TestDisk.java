package dev.umsim.bench.linux;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.CommandListener.CompletedCommand;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** A medium behind a device, with a record of the commands that read and write it. */
final class TestDisk implements AutoCloseable {
  private static final int READ_10 = 0x28;
  private static final int WRITE_10 = 0x2a;

  /**
   * A command that reached the disk.
   *
   * @param block its first block
   * @param count of blocks
   */
  record Command(boolean write, long block, int count) {
    /** As it stands in tests: {@code read 40+8}. */
    @Override
    public String toString() {
      return (write ? "write " : "read ") + block + "+" + count;
    }
  }

  final SimulatedLink link;
  final Disk disk;
  final List<Command> commands = new ArrayList<>();

  TestDisk(Medium medium) throws HostException {
    this(medium, new ZeroTimeBus());
  }

  TestDisk(Medium medium, Bus bus) throws HostException {
    link = ReferenceDevice.builder().medium(medium).build().attach(bus, Speed.HIGH);
    var host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
    disk = Disk.open(host, 0);
    host.setListener(this::record);
  }

  private void record(CompletedCommand completed) {
    int code = completed.cdb().operationCode();
    if (code == READ_10 || code == WRITE_10) {
      long block = (long) completed.cdb().u16(2) << 16 | completed.cdb().u16(4);
      commands.add(new Command(code == WRITE_10, block, completed.cdb().u16(7)));
    }
  }

  List<String> stream() {
    return commands.stream().map(Command::toString).toList();
  }

  List<Command> reads() {
    return commands.stream().filter(command -> !command.write()).toList();
  }

  List<Command> writes() {
    return commands.stream().filter(Command::write).toList();
  }

  /** Blocks as the disk has them, read past the host that is tested. */
  byte[] bytes(long block, int count) throws HostException {
    int size = disk.capacity().blockSize();
    var bytes = Unpooled.wrappedBuffer(new byte[count * size]);
    var record = List.copyOf(commands);
    for (int done = 0; done < count; done += 1024) {
      disk.read(block + done, Math.min(1024, count - done), bytes, done * size);
    }
    commands.clear();
    commands.addAll(record);
    return bytes.array();
  }

  /** Puts bytes on the disk in the same way. */
  void put(long block, byte[] bytes) throws HostException {
    int size = disk.capacity().blockSize();
    for (int done = 0; done < bytes.length / size; done += 1024) {
      int count = Math.min(1024, bytes.length / size - done);
      disk.write(block + done, count, Unpooled.wrappedBuffer(bytes), done * size, false);
    }
    commands.clear();
  }

  BlockDevice device(BlockRange range) {
    return BlockDevice.open(
        disk, range, OptionalInt.empty(), LinuxHostSettings.LINUX_2_6_24, Processor.UNTIMED);
  }

  BlockDevice wholeDevice() {
    return device(BlockRange.whole(disk.capacity()));
  }

  LinuxHost host() {
    return new LinuxHost(
        disk,
        BlockRange.whole(disk.capacity()),
        OptionalInt.empty(),
        LinuxHostSettings.LINUX_2_6_24,
        Processor.UNTIMED);
  }

  @Override
  public void close() {
    link.close();
  }
}
