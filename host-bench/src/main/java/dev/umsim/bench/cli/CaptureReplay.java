package dev.umsim.bench.cli;

import dev.umsim.bench.device.Target;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.HostException;
import dev.umsim.sim.exchange.CapturedCases;
import dev.umsim.sim.exchange.CapturedCases.Captured;
import dev.umsim.sim.exchange.CaseResult;
import dev.umsim.sim.exchange.DifferenceReport;
import dev.umsim.sim.exchange.ExchangePlayer;
import dev.umsim.sim.exchange.TimedLink;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Collections;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * What a host did in a capture, done to another device: where its answers differ, and how long each
 * command took there and here.
 */
final class CaptureReplay {
  private final CaptureInput input;
  private final boolean all;
  private final long nakTimeoutNanos;
  private final PrintWriter out;
  private final String permissionHint;
  private final Consumer<String> notes;
  private long agreeing;
  private long differing;
  private long skipped;
  private long capturedNanos;
  private long playedNanos;

  /**
   * @param all whether it goes on after a difference
   * @param permissionHint what is said behind the number of cases that were skipped
   */
  CaptureReplay(
      CaptureInput input,
      boolean all,
      long nakTimeoutNanos,
      PrintWriter out,
      String permissionHint,
      Consumer<String> notes) {
    this.input = input;
    this.all = all;
    this.nakTimeoutNanos = nakTimeoutNanos;
    this.out = out;
    this.permissionHint = permissionHint;
    this.notes = notes;
  }

  /** Plays it; the exit status. */
  int play(Target target) throws IOException, HostException {
    input.notes().forEach(notes);
    var link = new TimedLink(target.attach(Collections.max(target.speeds())));
    try (var traffic = input.traffic();
        var player = player(link, target)) {
      var cases = new CapturedCases(traffic);
      var next = cases.next();
      out.println("         captured         here  command");
      while (next.isPresent() && (all || differing == 0)) {
        play(next.get(), player, link);
        next = cases.next();
      }
      cases.notes().forEach(notes);
      summarize(next.isPresent());
    }
    return differing == 0 && agreeing > 0 ? Errors.GOOD : Errors.BAD_RESULT;
  }

  private ExchangePlayer player(TimedLink link, Target target) throws HostException {
    try {
      return ExchangePlayer.inTime(link, target.interfaceNumber(), nakTimeoutNanos);
    } catch (HostException e) {
      throw new DeviceGoneException(e.getMessage() + "; is this a mass storage device?");
    }
  }

  private void play(Captured captured, ExchangePlayer player, TimedLink link) throws HostException {
    link.beginCase();
    CaseResult result;
    try {
      result = player.play(captured.exchangeCase());
    } catch (DeviceGoneException e) {
      throw e;
    } catch (HostException e) {
      throw new DeviceGoneException(
          "'"
              + captured.exchangeCase().name()
              + "': the device cannot be brought back: "
              + e.getMessage());
    }
    print(captured, result, link.caseNanos());
  }

  private void print(Captured captured, CaseResult result, OptionalLong nanos) {
    var name = captured.exchangeCase().name();
    if (result.skipped().isPresent()) {
      skipped++;
      out.println("skipped  " + name + " (" + result.skipped().get() + ")");
    } else if (result.difference().isPresent()) {
      differing++;
      out.println("DIFFERS  " + name);
      DifferenceReport.lines(result.difference().get()).forEach(line -> out.println("  " + line));
    } else {
      agreeing++;
      boolean timed = captured.nanos().isPresent() && nanos.isPresent();
      if (timed) {
        capturedNanos += captured.nanos().getAsLong();
        playedNanos += nanos.getAsLong();
      }
      out.printf(
          Locale.ROOT,
          "agrees %s %s  %s%n",
          millis(timed ? captured.nanos() : OptionalLong.empty()),
          millis(timed ? nanos : OptionalLong.empty()),
          name);
    }
  }

  private static String millis(OptionalLong nanos) {
    return nanos.isEmpty()
        ? " ".repeat(12)
        : String.format(Locale.ROOT, "%9.3f ms", nanos.getAsLong() / 1e6);
  }

  private void summarize(boolean more) {
    out.printf(
        Locale.ROOT,
        "%d agree, %d %s%s%s; the commands that agree took %.3f ms in the capture and %.3f ms"
            + " here%n",
        agreeing,
        differing,
        differing == 1 ? "differs" : "differ",
        skipped > 0 ? ", " + skipped + " skipped" + permissionHint : "",
        more ? ", the rest not played (--all plays it)" : "",
        capturedNanos / 1e6,
        playedNanos / 1e6);
  }
}
