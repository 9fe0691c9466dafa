package dev.umsim.bench.simulated;

import static dev.umsim.bench.notation.SimulatedKey.BAD_BLOCKS;
import static dev.umsim.bench.notation.SimulatedKey.BIT_ROT;
import static dev.umsim.bench.notation.SimulatedKey.DEAD_AFTER_WRITES;
import static dev.umsim.bench.notation.SimulatedKey.ERASE_BLOCK;
import static dev.umsim.bench.notation.SimulatedKey.FAKE;
import static dev.umsim.bench.notation.SimulatedKey.VOLATILE_CACHE;
import static dev.umsim.bench.notation.SimulatedKey.WRITE_CACHE;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.SizeNotation;
import dev.umsim.core.scsi.BlockRange;
import dev.umsim.sim.flaw.Fake;
import dev.umsim.sim.flaw.Flaws;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The settings of a target that make its media worse. */
final class FlawSettings {
  private static final int MOST_BAD_BLOCKS = 1_000_000;

  private FlawSettings() {}

  /** A kind of fake, with its real size where it has one. */
  private record FakeSetting(Fake.Kind kind, long realBytes) {}

  static Flaws flaws(SettingValues values, long seed) {
    var fake = values.value(FAKE, FlawSettings::fake, new FakeSetting(Fake.Kind.GOOD, 0));
    if (values.has(VOLATILE_CACHE) && !values.onOrOff(WRITE_CACHE, true)) {
      throw new NotationException(
          "with 'write-cache=off' every write is durable before its status, and nothing is left to"
              + " 'volatile-cache'; leave one out");
    }
    return new Flaws(
        fake.kind(),
        fake.realBytes(),
        values.value(VOLATILE_CACHE, FlawSettings::bytes, 0),
        values.value(ERASE_BLOCK, FlawSettings::bytes, 0),
        values.value(BAD_BLOCKS, FlawSettings::ranges, List.of()),
        values.value(BIT_ROT, FlawSettings::perMillion, 0),
        values.has(DEAD_AFTER_WRITES)
            ? OptionalLong.of(values.value(DEAD_AFTER_WRITES, SizeNotation::parse, 0L))
            : OptionalLong.empty(),
        seed);
  }

  private static FakeSetting fake(String text) {
    var words = text.split(":", -1);
    var kind =
        Arrays.stream(Fake.Kind.values())
            .filter(each -> each.toString().equals(words[0]))
            .findAny()
            .orElseThrow(
                () ->
                    new NotationException(
                        "a fake is one of "
                            + Arrays.stream(Fake.Kind.values())
                                .map(Fake.Kind::toString)
                                .collect(Collectors.joining(", "))
                            + ", not '"
                            + words[0]
                            + "'"));
    boolean sized = kind != Fake.Kind.GOOD && kind != Fake.Kind.BAD;
    if (words.length > 2 || sized != (words.length == 2)) {
      throw new NotationException(
          sized
              ? "a fake of kind " + kind + " has a real size; write " + kind + ":SIZE"
              : "a medium of kind " + kind + " has no real size of its own; write " + kind);
    }
    return new FakeSetting(kind, sized ? SizeNotation.parse(words[1]) : 0);
  }

  private static int bytes(String text) {
    long bytes = SizeNotation.parse(text);
    if (bytes < 1 || bytes > 1 << 30) {
      throw new NotationException("it has 1 byte to 1 GiB, not " + text);
    }
    return (int) bytes;
  }

  private static int perMillion(String text) {
    long number = SizeNotation.parse(text);
    if (number < 1 || number > 1_000_000) {
      throw new NotationException("1 to 1000000 blocks of a million are rotten, not " + text);
    }
    return (int) number;
  }

  /** {@code 7-9,4711}. */
  private static List<BlockRange> ranges(String text) {
    var ranges = Arrays.stream(text.split(",", -1)).map(FlawSettings::range).toList();
    if (ranges.stream().mapToLong(BlockRange::blockCount).sum() > MOST_BAD_BLOCKS) {
      throw new NotationException("at most " + MOST_BAD_BLOCKS + " blocks are bad");
    }
    return ranges;
  }

  private static BlockRange range(String text) {
    var ends = text.split("-", -1);
    try {
      long first = Long.parseLong(ends[0]);
      long last = ends.length > 1 ? Long.parseLong(ends[1]) : first;
      if (ends.length <= 2 && first >= 0 && last >= first && last - first < MOST_BAD_BLOCKS) {
        return new BlockRange(first, last - first + 1);
      }
    } catch (NumberFormatException e) {
      // Told below, with what else cannot be read.
    }
    throw new NotationException(
        "blocks are numbers and ranges of them such as 7-9,4711, not '" + text + "'");
  }
}
