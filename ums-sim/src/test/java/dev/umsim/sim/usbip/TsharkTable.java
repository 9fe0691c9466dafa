package dev.umsim.sim.usbip;

import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Commands, and what tshark has to read in each: a table in a resource, whose notation {@code
 * tshark-disk.txt} explains.
 */
record TsharkTable(List<Row> rows) {
  private static final Pattern LUN = Pattern.compile("LUN: ?0x([0-9a-f]{2})");

  /**
   * One command.
   *
   * @param title what tshark calls it
   * @param room bytes that may come in
   * @param sent bytes that go out
   * @param command fields of the frame with the command, by their names
   * @param data fields of the frame with the data
   * @param dataUnread whether tshark makes nothing of the data
   * @param status the status of the wrapper, the residue, and the status of SAM that follows
   * @param complaint what tshark has against the data, empty if nothing
   */
  record Row(
      String title,
      byte[] cdb,
      int room,
      byte[] sent,
      Map<String, String> command,
      Map<String, String> data,
      boolean dataUnread,
      List<String> status,
      String complaint) {
    int lun() {
      var found = LUN.matcher(title);
      if (!found.find()) {
        throw new IllegalArgumentException("no LUN in " + title);
      }
      return Integer.parseInt(found.group(1), 16);
    }

    int operationCode() {
      return cdb[0] & 0xff;
    }

    boolean movesData() {
      return room > 0 || sent.length > 0;
    }

    boolean good() {
      return status.get(0).equals("0x00");
    }

    @Override
    public String toString() {
      return title + ", " + ByteBufUtil.hexDump(cdb);
    }
  }

  /** Reads a table. */
  static TsharkTable of(String resource) {
    try (var in = TsharkTable.class.getResourceAsStream(resource)) {
      var text =
          new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^ *#.*\n", "");
      return new TsharkTable(
          Arrays.stream(text.split("\n\\s*\n"))
              .map(String::strip)
              .filter(row -> !row.isEmpty())
              .map(TsharkTable::row)
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Row row(String text) {
    var head = text.lines().findFirst().orElseThrow().split(" \\| ");
    var marked = new LinkedHashMap<Character, List<String>>();
    for (char mark : "><=!".toCharArray()) {
      marked.put(mark, new ArrayList<>());
    }
    for (var line : text.lines().skip(1).map(String::strip).filter(l -> !l.isEmpty()).toList()) {
      marked.get(line.charAt(0)).add(line.substring(1).strip());
    }
    boolean unread = marked.get('<').equals(List.of("nothing"));
    var transfer = head[2].strip();
    return new Row(
        head[0],
        hex(head[1]),
        transfer.startsWith("in ") ? Integer.parseInt(transfer.substring(3)) : 0,
        transfer.startsWith("out ") ? bytes(transfer.substring(4)) : new byte[0],
        fields(marked.get('>')),
        unread ? Map.of() : fields(marked.get('<')),
        unread,
        status(marked.get('=').isEmpty() ? "0x00 0" : marked.get('=').get(0)),
        String.join("", marked.get('!')));
  }

  private static byte[] hex(String text) {
    return ByteBufUtil.decodeHexDump(text.replace(" ", ""));
  }

  /** Bytes in hex, or so many times one of them. */
  private static byte[] bytes(String text) {
    int times = text.indexOf('*');
    return times < 0
        ? hex(text)
        : hex(text.substring(times + 1).repeat(Integer.parseInt(text.substring(0, times))));
  }

  /** GOOD or CHECK CONDITION, as the status of the wrapper says. */
  private static List<String> status(String text) {
    var both = text.split(" ");
    return List.of(both[0], both[1], both[0].equals("0x00") ? "0x00" : "0x02");
  }

  private static Map<String, String> fields(List<String> lines) {
    var fields = new LinkedHashMap<String, String>();
    for (var line : lines) {
      for (var field : line.split(" {2,}")) {
        int equals = field.indexOf('=');
        var value = field.substring(equals + 1);
        // Bytes may stand in groups.
        boolean bytes = field.startsWith("data.data");
        fields.put(field.substring(0, equals), bytes ? value.replace(" ", "") : value);
      }
    }
    return fields;
  }

  /** The names of all fields that some row asks for. */
  Set<String> fieldNames() {
    var names = new LinkedHashSet<String>();
    for (var row : rows) {
      names.addAll(row.command().keySet());
      names.addAll(row.data().keySet());
    }
    return names;
  }

  /** The operation codes that a unit carries out here, and not only refuses. */
  Set<Integer> goodOperationCodes(int lun) {
    var codes = new TreeSet<Integer>();
    rows.stream()
        .filter(row -> row.lun() == lun && row.good())
        .forEach(row -> codes.add(row.operationCode()));
    return codes;
  }
}
