package dev.umsim.bench.target;

import dev.umsim.bench.target.Target.Writes;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.MediumSlot;
import dev.umsim.sim.serve.WorkerMedium;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * A unit of a served device: its slot, and what is in the slot or was last.
 *
 * <p>Files are worked on away from the loop. All methods wait, and are not to be called on it.
 */
public final class ServedUnit {
  private static final int LEAST_ACCESS_BYTES = 4096;

  private final Executor loop;
  private final TargetUnit.Kind kind;
  private final int blockSize;
  private final MediumSlot slot;
  private Loaded loaded;

  /** A medium, the files behind it, and the thread that works on them. */
  private record Loaded(TargetUnit unit, Medium medium) {
    static Loaded of(TargetUnit unit, Executor loop) {
      return new Loaded(
          unit, unit.onFiles() ? new WorkerMedium(unit.medium(), loop) : unit.medium());
    }

    /** Ends the thread; what was written is durable then. */
    void settle() throws IOException {
      if (medium instanceof WorkerMedium worker) {
        worker.close();
      }
      var accesses = new BlockAccessPool(UnpooledByteBufAllocator.DEFAULT, LEAST_ACCESS_BYTES);
      var access = accesses.take().prepare(0, 0, false);
      unit.medium().synchronize(access);
      boolean failed = access.failed();
      accesses.giveBack(access);
      accesses.close();
      if (failed) {
        throw new IOException(
            "what was written last may be lost: "
                + unit.lastFailure().map(Exception::getMessage).orElse("the medium failed"));
      }
    }
  }

  ServedUnit(Executor loop, TargetUnit unit, int blockSize) {
    this.loop = loop;
    this.blockSize = blockSize;
    kind = unit.kind();
    loaded = Loaded.of(unit, loop);
    slot = kind.slot(loaded.medium());
  }

  MediumSlot slot() {
    return slot;
  }

  TargetUnit.Kind kind() {
    return kind;
  }

  /** Whether media come and go. */
  public boolean isRemovable() {
    return kind != TargetUnit.Kind.FIXED_DISK;
  }

  /** Whether the host can reach a medium. */
  public boolean isLoaded() {
    return onLoop(() -> slot.medium().isPresent());
  }

  /** Takes the medium out, whether the host likes it or not. */
  public void eject() {
    requireRemovable();
    if (onLoop(slot::remove).isEmpty()) {
      throw new NotationException("there is no medium in it");
    }
  }

  /** Puts the medium in again that was taken out last. */
  public void insert() {
    requireRemovable();
    if (isLoaded()) {
      throw new NotationException("there is a medium in it already; eject it, or use swap");
    }
    onLoop(
        () -> {
          slot.insert(loaded.medium());
          return null;
        });
  }

  /**
   * Puts another image in, in the place of what is there.
   *
   * @param image an absolute path, with options behind it
   */
  public void swap(String image) throws IOException {
    requireRemovable();
    var notation = (TargetNotation.Simulated) TargetNotation.parse(image);
    var setting = ImageSetting.parse(notation.settings().get(0).encoded());
    var plain =
        new ImageSetting(
            setting.path(),
            setting.readOnly() || kind == TargetUnit.Kind.CD_ROM,
            setting.overlay(),
            true,
            kind == TargetUnit.Kind.CD_ROM);
    var next = Loaded.of(TargetUnit.open(plain, blockSize, Writes.IN_PLACE), loop);
    var before = loaded;
    loaded = next;
    onLoop(
        () -> {
          slot.insert(next.medium());
          return null;
        });
    before.settle();
    before.unit().close();
  }

  private void requireRemovable() {
    if (!isRemovable()) {
      throw new NotationException("its medium is fixed; serve the image with ,removable");
    }
  }

  private <T> T onLoop(Supplier<T> action) {
    try {
      return CompletableFuture.supplyAsync(action, loop).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : e;
    }
  }

  /** Why its file failed last. */
  public Optional<IOException> lastFailure() {
    return loaded.unit().lastFailure();
  }

  /** Makes durable what was written, and closes the files. */
  void close() throws IOException {
    try {
      loaded.settle();
    } finally {
      loaded.unit().close();
    }
  }
}
