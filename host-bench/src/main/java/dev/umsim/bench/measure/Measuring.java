package dev.umsim.bench.measure;

import dev.umsim.bench.device.Target;
import dev.umsim.bench.report.TextTable;
import dev.umsim.bench.report.TextTable.Column;
import dev.umsim.core.host.HostException;
import dev.umsim.core.host.Note;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.profile.Profiles;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Measures a target and says what was found, as a table and as a profile. */
public final class Measuring {
  private final DeviceFigures figures;

  private Measuring(DeviceFigures figures) {
    this.figures = figures;
  }

  /**
   * Measures a unit of a device, which is attached for that.
   *
   * @param highestSpeed of the port
   * @param write whether it may be written
   * @param seed what data and places of writes follow from
   */
  public static Measuring of(Target target, Speed highestSpeed, int lun, boolean write, long seed)
      throws HostException {
    try (var link = target.attach(highestSpeed)) {
      return new Measuring(
          new DeviceMeasurement(link, lun, write, seed)
              .within(target.commandTimeoutNanos())
              .through(target.interfaceNumber())
              .run());
    }
  }

  /** The profile, as TOML that can be used as it is. */
  public String profile(String name) {
    var text = MeasuredProfile.of(figures, name);
    // Whoever reads it will ask the same of it.
    Profiles.parse(name, text);
    return text;
  }

  /** Writes what commands took, and how well a line through them says it. */
  public void write(Appendable to) throws IOException {
    var table =
        new TextTable(
            List.of(
                new Column("operation", false),
                new Column("block size", true),
                new Column("commands", true),
                new Column("median", true),
                new Column("by the profile", true)));
    add(table, "read", figures.reads());
    figures.writes().ifPresent(writes -> add(table, "write", writes));
    table.write(to);
    to.append(line("read", figures.reads()));
    if (figures.writes().isPresent()) {
      to.append(line("write", figures.writes().get()));
      to.append(
          String.format(
              Locale.ROOT,
              "a block written here and there: %.1f us, where they follow: %.1f us%n",
              figures.scatteredWriteNanos() / 1000,
              figures.writeNanos() / 1000));
    }
  }

  /** What is irregular about the device, and how large its commands may be, a line each. */
  public List<String> notes() {
    return Stream.concat(
            figures.limits().stream().map(CommandLimit::text),
            figures.notes().stream().map(Note::text))
        .toList();
  }

  private static void add(TextTable table, String operation, CommandTimes times) {
    for (var size : times.sizes()) {
      double said = times.nanosPerCommand() + times.nanosPerByte() * size.bytes();
      table.add(
          List.of(
              operation,
              Integer.toString(size.bytes()),
              Integer.toString(size.commands()),
              String.format(Locale.ROOT, "%.1f us", size.medianNanos() / 1000),
              String.format(Locale.ROOT, "%.1f us", said / 1000)));
    }
  }

  private static String line(String operation, CommandTimes times) {
    return String.format(
        Locale.ROOT,
        "%s: %.1f us a command and %s, at most %.1f %% off%n",
        operation,
        times.nanosPerCommand() / 1000,
        times.nanosPerByte() == 0
            ? "bytes too fast to be seen"
            : String.format(Locale.ROOT, "%.3f MB/s", 1000 / times.nanosPerByte()),
        times.worstMiss() * 100);
  }
}
