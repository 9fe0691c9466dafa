package dev.umsim.bench.cli;

import dev.umsim.bench.copy.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on the terminal, which disappears when all is done. */
final class TerminalProgress implements Progress, AutoCloseable {
  private static final long STEP_BYTES = 1 << 20;

  /** What fits on every terminal. */
  private static final int COLUMNS = 79;

  /**
   * The library's own consumers ask JLine for the terminal, and that sets the signals back to what
   * the operating system does by default: Ctrl-C would then kill the program at once.
   */
  private final ProgressBarConsumer terminal;

  private ProgressBar bar;
  private long untold;

  TerminalProgress() {
    this(new DelegatingProgressBarConsumer(TerminalProgress::show, COLUMNS));
  }

  TerminalProgress(ProgressBarConsumer terminal) {
    this.terminal = terminal;
    bar = newBar();
  }

  private ProgressBar newBar() {
    return new ProgressBarBuilder()
        .setTaskName("ums bench")
        .setUnit(" MB", 1_000_000)
        .setStyle(ProgressBarStyle.ASCII)
        .setInitialMax(1)
        .setConsumer(terminal)
        .clearDisplayOnFinish()
        .build();
  }

  private static void show(String line) {
    System.err.print(line.startsWith("\r") ? line : "\r" + line);
    System.err.flush();
  }

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
    // Its speed and remaining time count from its beginning.
    bar.close();
    bar = newBar();
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

  /** When the bar of this row began. */
  Instant begun() {
    return bar.getStartInstant();
  }

  @Override
  public void close() {
    bar.close();
  }
}
