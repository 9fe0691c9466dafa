package dev.umsim.bench.cli;

import dev.umsim.bench.copy.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on the terminal, which disappears when all is done. */
final class TerminalProgress implements Progress, AutoCloseable {
  private static final long STEP_BYTES = 1 << 20;

  private final ProgressBar bar =
      new ProgressBarBuilder()
          .setTaskName("ums bench")
          .setUnit(" MB", 1_000_000)
          .setStyle(ProgressBarStyle.ASCII)
          .setInitialMax(1)
          .clearDisplayOnFinish()
          .build();
  private long untold;

  /** Whether somebody looks: all of the program's streams are a terminal, as far as can be told. */
  static boolean wanted() {
    return System.console() != null && standardErrorIsTerminal();
  }

  /** Java tells of standard input and output only; Linux shows what is behind the third. */
  private static boolean standardErrorIsTerminal() {
    try {
      var target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return !System.getProperty("os.name").equals("Linux");
    }
  }

  @Override
  public void begin(String copy) {
    untold = 0;
    bar.stepTo(0);
    bar.setExtraMessage(" " + copy);
  }

  @Override
  public void expect(long bytes) {
    bar.maxHint(bytes);
  }

  /** The bar is told now and then only: it locks. */
  @Override
  public void moved(long bytes) {
    untold += bytes;
    if (untold >= STEP_BYTES) {
      bar.stepBy(untold);
      untold = 0;
    }
  }

  @Override
  public void close() {
    bar.close();
  }
}
