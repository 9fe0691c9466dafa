package dev.umsim.sim.host;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import dev.umsim.sim.medium.FileMedium;
import dev.umsim.sim.serve.ExportedDevice;
import dev.umsim.sim.serve.WorkerMedium;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;

/** An image behind a USB/IP server of this process, whose writes can be counted and held. */
public final class ServedImage implements AutoCloseable {
  private final ServedDisk served = new ServedDisk();
  private final AtomicInteger writes = new AtomicInteger();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private volatile BiPredicate<Boolean, BlockAccess> hold = (write, access) -> false;
  private final FileMedium file;
  private final WorkerMedium worker;
  private final ExportedDevice device;

  /** Serves it until it is closed. */
  public ServedImage(Path image) throws IOException, InterruptedException {
    file = FileMedium.open(image, 512);
    worker = new WorkerMedium(new Counting(file), served.service.loop());
    device = served.add(worker);
  }

  /** What a host names it by. */
  public String target() {
    return "usbip://127.0.0.1:" + served.server.address().getPort() + "/" + device.busId();
  }

  /** Writes that have arrived. */
  public int writes() {
    return writes.get();
  }

  /** The write with this number, from 1 on, is not carried out until {@link #release}. */
  public void holdWrite(int number) {
    hold = (write, access) -> write && writes.get() == number;
  }

  /** The first access for which this holds is not carried out until {@link #release}. */
  public void hold(BiPredicate<Boolean, BlockAccess> isWriteAndAccess) {
    hold = isWriteAndAccess;
  }

  /** Waits until that access has arrived. */
  public void awaitHeldWrite() throws InterruptedException {
    held.await();
  }

  /** Lets it be carried out. */
  public void release() {
    released.countDown();
  }

  /** Pulls its plug. */
  public void unplug() throws InterruptedException {
    served.service.call(device::unplug);
  }

  /** Plugs it in again. */
  public void plug() throws InterruptedException {
    served.service.call(device::plug);
  }

  @Override
  public void close() throws IOException {
    released.countDown();
    served.close();
    worker.close();
    file.close();
  }

  /** Works on the thread of the worker. */
  private final class Counting implements Medium {
    private final Medium inner;

    Counting(Medium inner) {
      this.inner = inner;
    }

    @Override
    public int blockSize() {
      return inner.blockSize();
    }

    @Override
    public long blockCount() {
      return inner.blockCount();
    }

    @Override
    public boolean writeProtected() {
      return inner.writeProtected();
    }

    @Override
    public void read(BlockAccess access) {
      holdIfWanted(false, access);
      inner.read(access);
    }

    @Override
    public void write(BlockAccess access) {
      writes.incrementAndGet();
      holdIfWanted(true, access);
      inner.write(access);
    }

    private void holdIfWanted(boolean write, BlockAccess access) {
      if (held.getCount() == 0 || !hold.test(write, access)) {
        return;
      }
      held.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException("a worker is never interrupted", e);
      }
    }

    @Override
    public void synchronize(BlockAccess access) {
      inner.synchronize(access);
    }
  }
}
