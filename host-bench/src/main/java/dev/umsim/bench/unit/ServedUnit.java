package dev.umsim.bench.unit;

import dev.umsim.bench.file.Failures;
import dev.umsim.bench.notation.ImageSetting;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.Medium;
import dev.umsim.sim.serve.WorkerMedium;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A unit of a served device: its bay, and what is in the bay or was last.
 *
 * <p>Files are worked on away from the loop. All methods wait, and are not to be called on it.
 */
public final class ServedUnit {
  private static final int LEAST_ACCESS_BYTES = 4096;

  /** How long a host that looks at its drives every two seconds may take, at its leisure. */
  private static final int PATIENCE_TENTHS = 100;

  private final Executor loop;
  private final TargetUnit.Kind kind;
  private final int blockSize;
  private final MediumBay bay;
  private volatile Loaded loaded;

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
            (unit.image() == null ? "the medium" : unit.image())
                + " may lack what was written last: "
                + unit.lastFailure().map(Exception::getMessage).orElse("it failed")
                + "; see that its disk is sound and has room, and write it again");
      }
    }
  }

  /**
   * Takes a unit over.
   *
   * @param bays makes the bay with the medium in it
   */
  public ServedUnit(
      Executor loop, TargetUnit unit, int blockSize, Function<Medium, MediumBay> bays) {
    this.loop = loop;
    this.blockSize = blockSize;
    kind = unit.kind();
    loaded = Loaded.of(unit, loop);
    bay = bays.apply(loaded.medium());
  }

  /** The file that is in it or was last; none where the medium is in memory. */
  public Optional<Path> image() {
    return Optional.ofNullable(loaded.unit().image());
  }

  /** Whether media come and go. */
  public boolean isRemovable() {
    return kind != TargetUnit.Kind.FIXED_DISK;
  }

  /** Whether the host can reach a medium. */
  public boolean isLoaded() {
    return onLoop(bay::isLoaded);
  }

  /** Whether there is a medium that the host has ejected, or is not told of. */
  public boolean isHidden() {
    return onLoop(bay::isHidden);
  }

  /** Its power fails and comes back: what it had not made durable is lost. */
  public void cutPower() {
    loaded.unit().powerCut().cutPower();
  }

  /** Takes the medium out, whether the host likes it or not. */
  public void eject() {
    requireRemovable();
    if (!onLoop(bay::remove)) {
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
          bay.insert(loaded.medium());
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
    var setting = imageSetting(image);
    var plain =
        new ImageSetting(
            setting.path(),
            setting.readOnly() || kind == TargetUnit.Kind.CD_ROM,
            setting.overlay(),
            true,
            kind == TargetUnit.Kind.CD_ROM,
            false);
    var next = Loaded.of(TargetUnit.open(plain, blockSize, Writes.IN_PLACE), loop);
    if (!becomesOpen()) {
      next.settle();
      next.unit().close();
      throw new NotationException(
          "the drive is empty now, but its host has not looked at it for "
              + PATIENCE_TENTHS / 10
              + " s and would take the new medium for the old one; let it look, and swap again");
    }
    var before = loaded;
    loaded = next;
    onLoop(
        () -> {
          bay.insert(next.medium());
          return null;
        });
    before.settle();
    before.unit().close();
  }

  /** Only an image can be put in; a target is a device of its own. */
  private static ImageSetting imageSetting(String image) {
    if (TargetNotation.parse(image) instanceof TargetNotation.Simulated simulated
        && simulated.settings().size() == 1
        && simulated.hasImages()) {
      return ImageSetting.parse(simulated.settings().get(0).encoded());
    }
    throw new NotationException(
        "'" + image + "' is a device and no medium; put an image file into the drive");
  }

  /** Takes the medium out and waits for the host to look, if that is the only way to tell it. */
  private boolean becomesOpen() throws IOException {
    if (!onLoop(bay::isOpenToOthers)) {
      onLoop(bay::remove);
    }
    for (int tenth = 0; tenth < PATIENCE_TENTHS; tenth++) {
      if (onLoop(bay::isOpenToOthers)) {
        return true;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(100);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("the server is being ended", e);
      }
    }
    return false;
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

  /** Closes all, whatever fails of it, and tells what failed. */
  public static void closeAll(List<ServedUnit> units) throws IOException {
    var failures = new Failures();
    units.forEach(unit -> failures.keep(unit::close));
    failures.throwAny();
  }

  /** Makes durable what was written, and closes the files. */
  void close() throws IOException {
    try {
      loaded.settle();
    } catch (IOException lost) {
      try {
        loaded.unit().close();
      } catch (IOException again) {
        // It is the same once more.
        lost.addSuppressed(again);
      }
      throw lost;
    }
    loaded.unit().close();
  }
}
