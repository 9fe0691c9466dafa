package dev.umsim.bench.explain;

import dev.umsim.bench.report.CommandWords;
import dev.umsim.bench.report.TextTable;
import dev.umsim.bench.report.TextTable.Column;
import dev.umsim.core.bot.ReceivedCommand;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CommandCatalog;
import dev.umsim.core.scsi.SenseData;
import dev.umsim.core.usb.Direction;
import dev.umsim.sim.capture.CapturedCommand;
import dev.umsim.sim.capture.CapturedDevice;
import dev.umsim.sim.capture.CapturedTransfer;
import dev.umsim.sim.capture.DeviceTraffic.Act;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What went over the wire, for people: the commands in words, how fast they were by their size, the
 * longest pauses of the host, what failed, and what was against a standard.
 */
public final class TrafficReport {
  /** More lines nobody reads; --all has them. */
  private static final int LINES_MAX = 400;

  private static final int GAPS_MAX = 5;
  private static final int LATENCIES_MAX = 1 << 20;

  private final CapturedDevice device;
  private final boolean all;
  private final String showAll;
  private final TrafficClauses clauses = new TrafficClauses();
  private final List<String> lines = new ArrayList<>();
  private final Map<Kind, Times> times = new TreeMap<>();
  private final List<Gap> gaps = new ArrayList<>();
  private final Findings errors = new Findings();
  private long firstNanos = Long.MIN_VALUE;
  private long lastNanos;
  private long commands;
  private long requests;
  private long hiddenLines;
  private Run run;
  private CapturedCommand failed;

  /** Commands that are compared with each other. */
  private record Kind(String title, long bytes) implements Comparable<Kind> {
    private static final Comparator<Kind> ORDER =
        Comparator.comparing(Kind::title).thenComparingLong(Kind::bytes);

    @Override
    public int compareTo(Kind other) {
      return ORDER.compare(this, other);
    }
  }

  /** How long the commands of a kind took. */
  private static final class Times {
    private final List<Long> nanos = new ArrayList<>();
    private long bytes;
    private long sum;
    private long count;

    void add(CapturedCommand command) {
      count++;
      bytes += command.movedBytes();
      sum += command.nanos();
      if (nanos.size() < LATENCIES_MAX) {
        nanos.add(command.nanos());
      }
    }

    /** The time that a share of the commands did not exceed. */
    long share(double share) {
      nanos.sort(null);
      return nanos.get((int) Math.min(nanos.size() - 1, Math.floor(nanos.size() * share)));
    }
  }

  private record Gap(long nanos, long atNanos, String before) {}

  /** Commands that go on where the one before ended, and tell nothing new. */
  private static final class Run {
    private final String title;
    private final long atNanos;
    private final String firstWords;
    private final long firstBlock;
    private long nextBlock;
    private long count = 1;
    private long nanos;

    Run(String title, long atNanos, String firstWords, long firstBlock, long blocks, long nanos) {
      this.title = title;
      this.atNanos = atNanos;
      this.firstWords = firstWords;
      this.firstBlock = firstBlock;
      this.nextBlock = firstBlock + blocks;
      this.nanos = nanos;
    }
  }

  /**
   * @param all whether each command has a line of its own
   * @param showAll what is said behind the number of lines that were left out
   */
  public TrafficReport(CapturedDevice device, boolean all, String showAll) {
    this.device = device;
    this.all = all;
    this.showAll = showAll;
    clauses.judge(device);
  }

  /** Takes the next thing that the host did. */
  public void add(Act act) {
    if (act instanceof Act.Command command) {
      add(command.command());
    } else if (act instanceof Act.Request request) {
      see(request.transfer());
      requests++;
      if (request.transfer().outcome() != CapturedTransfer.Outcome.OK) {
        endRun();
        line(
            request.transfer().submittedNanos(),
            request.transfer().endedNanos() - request.transfer().submittedNanos(),
            "request "
                + request
                    .transfer()
                    .setup()
                    .map(Object::toString)
                    .orElse("without its setup packet"),
            outcome(request.transfer()));
      }
    } else if (act instanceof Act.Loose loose) {
      see(loose.transfer());
      endRun();
      line(
          loose.transfer().submittedNanos(),
          loose.transfer().endedNanos() - loose.transfer().submittedNanos(),
          String.format(
              "%d bytes %s that belong to no command",
              loose.transfer().movedBytes(),
              loose.transfer().direction() == Direction.IN ? "in" : "out"),
          outcome(loose.transfer()));
    }
  }

  private void see(CapturedTransfer transfer) {
    if (firstNanos == Long.MIN_VALUE) {
      firstNanos = transfer.submittedNanos();
    }
    lastNanos = Math.max(lastNanos, transfer.endedNanos());
  }

  private static String outcome(CapturedTransfer transfer) {
    return switch (transfer.outcome()) {
      case OK -> "";
      case STALL -> "STALL";
      case BABBLE -> "BABBLE";
      case CANCELLED -> "given up by the host";
      case DISCONNECTED -> "the device is gone";
      case ERROR -> "error on the bus";
      case UNFINISHED -> "not ended in the capture";
    };
  }

  private void add(CapturedCommand command) {
    if (commands++ > 0) {
      gap(command);
    }
    see(command.wrapper());
    lastNanos = Math.max(lastNanos, command.endedNanos());
    var cdb = new Cdb(command.cdb());
    boolean in = command.direction() == Direction.IN;
    var format = CommandCatalog.of(cdb, in).filter(each -> cdb.length() >= each.cdbLength());
    var title =
        format.map(each -> each.title()).orElse(String.format("command %02x", cdb.operationCode()));
    if (command.status().isPresent()) {
      times
          .computeIfAbsent(new Kind(title, command.dataLength()), each -> new Times())
          .add(command);
    }
    boolean isSense = failed != null && clauses.isSenseOf(command);
    clauses.judge(command);
    boolean passed = TrafficClauses.passed(command);
    if (isSense && passed) {
      tellSense(command);
    }
    failed = passed ? null : command;
    var words =
        (command.lun() == 0 ? "" : "LUN " + command.lun() + ": ") + CommandWords.of(cdb, in);
    boolean blocks = format.filter(each -> each.namesBlocks()).isPresent();
    boolean plain =
        passed
            && blocks
            && command.movedBytes() == command.dataLength()
            && command.received() instanceof ReceivedCommand.Valid;
    if (plain && !all) {
      var known = format.orElseThrow();
      addToRun(title, command, words, known.firstBlock(cdb), known.blockCount(cdb));
    } else {
      endRun();
      line(command.beganNanos(), command.nanos(), words, verdict(command));
    }
  }

  private void gap(CapturedCommand command) {
    long gap = command.beganNanos() - lastNanos;
    gaps.add(
        new Gap(
            gap,
            command.beganNanos(),
            CommandWords.of(new Cdb(command.cdb()), command.direction() == Direction.IN)));
    if (gaps.size() > GAPS_MAX) {
      gaps.sort(Comparator.comparingLong(Gap::nanos).reversed());
      gaps.remove(GAPS_MAX);
    }
  }

  private void addToRun(
      String title, CapturedCommand command, String words, long firstBlock, long blocks) {
    if (run != null && run.title.equals(title) && run.nextBlock == firstBlock) {
      run.count++;
      run.nextBlock += blocks;
      run.nanos += command.nanos();
      return;
    }
    endRun();
    run = new Run(title, command.beganNanos(), words, firstBlock, blocks, command.nanos());
  }

  private void endRun() {
    if (run != null) {
      var ended = run;
      run = null;
      line(
          ended.atNanos,
          ended.nanos,
          ended.count == 1
              ? ended.firstWords
              : String.format(
                  "%s %d commands, one behind the other, blocks %d to %d",
                  ended.title, ended.count, ended.firstBlock, ended.nextBlock - 1),
          "");
    }
  }

  private void tellSense(CapturedCommand command) {
    var bytes = command.dataBytes();
    clauses.judgeSense(failed, bytes);
    var words =
        bytes.length >= 14 ? SenseData.decode(bytes).words() : "sense data that says nothing";
    errors.add(
        CommandCatalog.of(new Cdb(failed.cdb()), failed.direction() == Direction.IN)
                .map(each -> each.title())
                .orElse("command " + new Cdb(failed.cdb()))
            + ": "
            + words);
  }

  private static String verdict(CapturedCommand command) {
    var words = new ArrayList<String>();
    var status = command.statusWrapper();
    if (status.isEmpty()) {
      words.add("no status");
    } else {
      switch (status.get().status()) {
        case 0 -> {}
        case 1 -> words.add("FAILED");
        case 2 -> words.add("PHASE ERROR");
        default -> words.add("status " + status.get().status());
      }
    }
    long moved = command.movedBytes();
    if (moved != command.dataLength()) {
      words.add(moved + " of " + command.dataLength() + " bytes");
    }
    if (command.data().stream()
        .anyMatch(each -> each.outcome() == CapturedTransfer.Outcome.STALL)) {
      words.add("STALL");
    }
    return String.join(", ", words);
  }

  private void line(long atNanos, long nanos, String what, String verdict) {
    if (!all && lines.size() >= LINES_MAX) {
      hiddenLines++;
      return;
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "%12s %10s  %s%s",
            seconds(atNanos - firstNanos),
            millis(nanos),
            what,
            verdict.isEmpty() ? "" : ": " + verdict));
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.6f s", nanos / 1e9);
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.3f ms", nanos / 1e6);
  }

  /** Writes it. */
  public void write(Appendable out) throws IOException {
    endRun();
    out.append("device " + device + "\n");
    device
        .massStorage()
        .ifPresent(
            place ->
                lines.add(
                    0,
                    String.format(
                        "interface %d, bulk-in %02x, bulk-out %02x",
                        place.number(), place.bulkIn(), place.bulkOut())));
    out.append(
        String.format(
            Locale.ROOT,
            "%d commands and %d requests in %s%n%n",
            commands,
            requests,
            seconds(firstNanos == Long.MIN_VALUE ? 0 : lastNanos - firstNanos)));
    for (var line : lines) {
      out.append(line).append('\n');
    }
    if (hiddenLines > 0) {
      out.append(hiddenLines + " more lines" + showAll + "\n");
    }
    writeTimes(out);
    gaps.sort(Comparator.comparingLong(Gap::nanos).reversed());
    section(
        out,
        "longest pauses of the host",
        gaps.stream()
            .map(
                gap ->
                    millis(gap.nanos())
                        + " before "
                        + gap.before()
                        + " at "
                        + seconds(gap.atNanos() - firstNanos))
            .toList());
    section(out, "commands that failed", errors.lines());
    section(out, "what the device did against a standard", clauses.device().lines());
    section(out, "what the host did against a standard", clauses.host().lines());
    section(out, "what Linux needs a flag for (usb-storage)", clauses.quirks().lines());
  }

  private void writeTimes(Appendable out) throws IOException {
    if (times.isEmpty()) {
      return;
    }
    out.append('\n');
    var table =
        new TextTable(
            List.of(
                new Column("command", false),
                new Column("bytes", true),
                new Column("commands", true),
                new Column("half below", true),
                new Column("longest", true),
                new Column("MB/s", true)));
    for (var each : times.entrySet()) {
      var found = each.getValue();
      table.add(
          List.of(
              each.getKey().title(),
              Long.toString(each.getKey().bytes()),
              Long.toString(found.count),
              millis(found.share(0.5)),
              millis(found.share(1)),
              found.sum == 0 || found.bytes == 0
                  ? "-"
                  : String.format(Locale.ROOT, "%.3f", found.bytes * 1e3 / found.sum)));
    }
    table.write(out);
  }

  private static void section(Appendable out, String title, List<String> lines) throws IOException {
    out.append('\n').append(title).append(":\n");
    for (var line : lines) {
      out.append("  ").append(line).append('\n');
    }
    if (lines.isEmpty()) {
      out.append("  nothing\n");
    }
  }
}
