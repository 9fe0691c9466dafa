package dev.umsim.sim.stick;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.CommandFailedException;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.host.Note;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.bus.TimedBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.fault.Fault;
import dev.umsim.sim.fault.FaultScript;
import dev.umsim.sim.medium.FaultyMedium;
import dev.umsim.sim.time.Timeline;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.OptionalInt;

/**
 * A simulated stick in a port: its host reads and writes whole blocks by SCSI commands over
 * Bulk-Only Transport, in simulated time that is the same in every run. One thread uses it.
 */
public final class PluggedStick implements AutoCloseable {
  /** Far below what a command of 16 bytes can ask for, and as much as Linux asks for at most. */
  private static final int COMMAND_BYTES_MAX = 120 * 1024;

  private final SimulatedLink link;
  private final Disk disk;
  private final FaultyMedium medium;
  private final FaultScript script;
  private final List<AutoCloseable> files;

  private PluggedStick(
      SimulatedLink link,
      Disk disk,
      FaultyMedium medium,
      FaultScript script,
      List<AutoCloseable> files) {
    this.link = link;
    this.disk = disk;
    this.medium = medium;
    this.script = script;
    this.files = files;
  }

  static PluggedStick plug(
      ReferenceDevice device,
      FaultyMedium medium,
      FaultScript script,
      Timeline timeline,
      List<AutoCloseable> files)
      throws HostException {
    var link = device.attach(new TimedBus(timeline), Speed.HIGH);
    try {
      var host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
      return new PluggedStick(link, Disk.open(host, 0), medium, script, files);
    } catch (HostException | RuntimeException e) {
      link.close();
      throw e;
    }
  }

  /** Bytes in a block. */
  public int blockBytes() {
    return disk.capacity().blockSize();
  }

  /** How many blocks there are. */
  public long blockCount() {
    return disk.capacity().blockCount();
  }

  /**
   * Reads blocks.
   *
   * @param firstBlock the number of the first, from 0 on
   * @return {@code blockCount} times {@link #blockBytes} bytes
   * @throws CommandFailedException if the device reports an error, which tells its sense
   * @throws DeviceGoneException if the stick was pulled
   */
  public byte[] read(long firstBlock, int blockCount) throws HostException {
    var bytes = new byte[Math.multiplyExact(blockCount, blockBytes())];
    var buffer = Unpooled.wrappedBuffer(bytes);
    for (int done = 0; done < blockCount; ) {
      int blocks = Math.min(blockCount - done, COMMAND_BYTES_MAX / blockBytes());
      disk.read(firstBlock + done, blocks, buffer, done * blockBytes());
      done += blocks;
    }
    return bytes;
  }

  /**
   * Writes blocks.
   *
   * @param firstBlock the number of the first, from 0 on
   * @param bytes a multiple of {@link #blockBytes}
   * @throws IllegalArgumentException if it is no such multiple
   * @throws CommandFailedException if the device reports an error, which tells its sense
   * @throws DeviceGoneException if the stick was pulled
   */
  public void write(long firstBlock, byte[] bytes) throws HostException {
    if (bytes.length % blockBytes() != 0) {
      throw new IllegalArgumentException(
          "blocks have "
              + blockBytes()
              + " bytes, and "
              + bytes.length
              + " is no multiple of that");
    }
    var buffer = Unpooled.wrappedBuffer(bytes);
    int blockCount = bytes.length / blockBytes();
    for (int done = 0; done < blockCount; ) {
      int blocks = Math.min(blockCount - done, COMMAND_BYTES_MAX / blockBytes());
      disk.write(firstBlock + done, blocks, buffer, done * blockBytes(), false);
      done += blocks;
    }
  }

  /**
   * Asks the device to make durable what was written (SYNCHRONIZE CACHE).
   *
   * @return false if the device cannot do that
   */
  public boolean synchronizeCache() throws HostException {
    return disk.synchronizeCache();
  }

  /** Lets every access to one block fail from now on, with MEDIUM ERROR. */
  public void failBlock(long block) {
    medium.failReads(block);
    medium.failWrites(block);
  }

  /** Lets all blocks work again. */
  public void failNothing() {
    medium.failNothing();
  }

  /**
   * Lets something go wrong once its time has come: a line such as {@code opcode=28 lba=4711 nth=3
   * -> sense=03/11/00}, as docs/faults.md has them.
   *
   * @throws IllegalArgumentException if the line is none, or makes no sense
   */
  public void fail(String fault) {
    script.add(Fault.parse(fault));
  }

  /** Pulls the stick, as somebody does who has not ejected it. */
  public void unplug() {
    link.unplug();
  }

  /** Nanoseconds of simulated time since it was plugged in, enumeration included. */
  public long nanos() {
    return link.nanos();
  }

  /** What the host found irregular about the device, and went on in spite of. */
  public List<Note> notes() {
    return disk.host().notes().all();
  }

  /** Pulls the stick, if that was not done, and closes its image. */
  @Override
  public void close() {
    link.close();
    var failure = new IllegalStateException("the image could not be closed");
    closeAll(files, failure);
    if (failure.getSuppressed().length > 0) {
      throw failure;
    }
  }

  static void closeAll(List<AutoCloseable> files, Exception failure) {
    for (var file : files) {
      try {
        file.close();
      } catch (Exception e) {
        failure.addSuppressed(e);
      }
    }
  }
}
