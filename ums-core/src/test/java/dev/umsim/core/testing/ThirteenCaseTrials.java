package dev.umsim.core.testing;

import dev.umsim.core.bot.ExcessData;
import dev.umsim.core.bot.ShortData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The thirteen cases as test data: which commands make them, and what a host has to see then.
 *
 * <p>All of it stands in the tables beside this class; nothing is asked of the device.
 */
public final class ThirteenCaseTrials {
  /** One command with one length, and what has to come of it. */
  public record Trial(
      String place,
      String caseName,
      Way way,
      byte[] cdb,
      int deviceBytes,
      int hostBytes,
      byte[] reply,
      Expected expected) {
    /** The first block that a WRITE (10) names. */
    public int firstBlock() {
      return cdb[5];
    }

    @Override
    public String toString() {
      return String.format(
          "%s case %s, %s, L %d, D %d", place, caseName, Hex.text(cdb), hostBytes, deviceBytes);
    }
  }

  /** Which way the host expects data to go. */
  public enum Way {
    NONE,
    IN,
    OUT
  }

  /**
   * What a host has to see.
   *
   * @param residue -1 for any
   * @param stored bytes on the medium, -1 for whole blocks out of what was sent
   */
  public record Expected(int data, boolean stall, int status, long residue, int stored) {}

  private final List<Table.Row> cases = Table.read(ThirteenCaseTrials.class, "thirteen-cases.txt");
  private final int blockSize = 512;
  private final ShortData shortData;
  private final ExcessData excessData;

  public ThirteenCaseTrials(ShortData shortData, ExcessData excessData) {
    this.shortData = shortData;
    this.excessData = excessData;
  }

  /** All trials with data phases of up to six packets, where the table does not say more. */
  public List<Trial> small(int packetBytes) {
    var trials = new ArrayList<Trial>();
    for (var row : Table.read(getClass(), "thirteen-case-commands.txt")) {
      var most = row.cell(6).split("/");
      int packets = Integer.parseInt(most[packetBytes == 64 ? 0 : 1]);
      for (int length : lengths(packets, packetBytes)) {
        if (belongs(length, row.cell(4))) {
          trials.add(trial(row, length));
        }
      }
    }
    return trials;
  }

  /** The trials with a data phase of 120 KiB. */
  public List<Trial> large() {
    return Table.read(getClass(), "large-cases.txt").stream()
        .map(row -> trial(row, 122_880))
        .toList();
  }

  /** For each number of packets: all full, the last one short, the last one of a single byte. */
  private static List<Integer> lengths(int packets, int packetBytes) {
    if (packets == 0) {
      return List.of(0);
    }
    var lengths = new ArrayList<Integer>();
    for (int count = 1; count <= packets; count++) {
      lengths.add((count - 1) * packetBytes + 1);
      lengths.add((count - 1) * packetBytes + 8);
      lengths.add((count - 1) * packetBytes + packetBytes / 2);
      lengths.add(count * packetBytes);
    }
    return lengths;
  }

  private static boolean belongs(int length, String condition) {
    int bound = Integer.parseInt(condition.replaceAll("[^0-9]", ""));
    return switch (condition.replaceAll("[L0-9]", "")) {
      case "<" -> length < bound;
      case "<=" -> length <= bound;
      case "=" -> length == bound;
      case ">=" -> length >= bound;
      case ">" -> length > bound;
      default -> throw new AssertionError(condition);
    };
  }

  private Trial trial(Table.Row row, int length) {
    int deviceBytes = Integer.parseInt(row.cell(3));
    return new Trial(
        row.place(),
        row.cell(0),
        Way.valueOf(row.cell(1).toUpperCase(Locale.ROOT)),
        Hex.bytes(row.cell(2)),
        deviceBytes,
        length,
        reply(row.cell(5), deviceBytes),
        expected(row.cell(0), deviceBytes, length));
  }

  private byte[] reply(String cell, int deviceBytes) {
    if (cell.startsWith("blocks ")) {
      long first = Long.parseLong(cell.substring("blocks ".length()));
      return ScriptedMedium.patterns(blockSize, first, deviceBytes / blockSize);
    }
    return Hex.bytes(cell);
  }

  private Expected expected(String caseName, int deviceBytes, int hostBytes) {
    var policies =
        List.of(
            "any",
            (isOut(caseName) ? excessData.name() : shortData.name()).toLowerCase(Locale.ROOT));
    var rows =
        cases.stream()
            .filter(row -> row.cell(0).equals(caseName) && policies.contains(row.cell(1)))
            .toList();
    if (rows.size() != 1) {
      throw new AssertionError("not one row, but " + rows);
    }
    var row = rows.get(0);
    return new Expected(
        amount(row.cell(2), deviceBytes, hostBytes),
        row.cell(3).equals("yes"),
        Integer.parseInt(row.cell(4), 16),
        amount(row.cell(5), deviceBytes, hostBytes),
        amount(row.cell(6), deviceBytes, hostBytes));
  }

  private static boolean isOut(String caseName) {
    return Integer.parseInt(caseName.split(" ")[0]) >= 9;
  }

  private static int amount(String text, int deviceBytes, int hostBytes) {
    return switch (text) {
      case "0" -> 0;
      case "D" -> deviceBytes;
      case "L" -> hostBytes;
      case "L-D" -> hostBytes - deviceBytes;
      case "*" -> -1;
      default -> throw new AssertionError(text);
    };
  }

  /**
   * Every way of cutting so many bytes into transfers, of which all but the last are whole packets.
   */
  public static List<int[]> cuts(int bytes, int packetBytes) {
    int packets = (bytes + packetBytes - 1) / packetBytes;
    if (packets == 0) {
      return List.of(new int[0]);
    }
    var cuts = new ArrayList<int[]>();
    for (int pattern = 0; pattern < 1 << packets - 1; pattern++) {
      var cut = new ArrayList<Integer>();
      int from = 0;
      for (int packet = 1; packet < packets; packet++) {
        if ((pattern >> packet - 1 & 1) != 0) {
          cut.add((packet - from) * packetBytes);
          from = packet;
        }
      }
      cut.add(bytes - from * packetBytes);
      cuts.add(cut.stream().mapToInt(Integer::intValue).toArray());
    }
    return cuts;
  }

  /** In two behind the first, the second and before the last packet, and packet by packet. */
  public static List<int[]> largeCuts(int bytes, int packetBytes) {
    var single = new int[bytes / packetBytes];
    Arrays.fill(single, packetBytes);
    return List.of(
        new int[] {packetBytes, bytes - packetBytes},
        new int[] {2 * packetBytes, bytes - 2 * packetBytes},
        new int[] {bytes - packetBytes, packetBytes},
        single,
        new int[] {bytes});
  }
}
