package dev.umsim.sim.recorded;

import dev.umsim.sim.toml.BadTomlException;
import dev.umsim.sim.toml.GuardedToml;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tomlj.TomlTable;

/**
 * What was observed of a device, as a file in TOML has it.
 *
 * @param settings keys of {@code sim:reference} and their values
 * @param descriptors answers to GET_DESCRIPTOR that no setting explains, by wValue
 * @param replies answers to commands that no setting explains, by the command without its
 *     allocation length
 * @param refusals commands that the device refuses and the reference does not, with sense key, code
 *     and qualifier
 * @param attentionOnce whether 06/29/00 is told after the first attachment and never again
 * @param latency how long it takes
 */
public record RecordedTraits(
    Map<String, String> settings,
    Map<Integer, byte[]> descriptors,
    Map<String, byte[]> replies,
    Map<String, Integer> refusals,
    boolean attentionOnce,
    LatencyLaw latency) {
  /** Far more than any device says of itself. */
  private static final long FILE_BYTES_MAX = 1 << 20;

  public RecordedTraits {
    settings = Map.copyOf(settings);
    descriptors = Map.copyOf(descriptors);
    replies = Map.copyOf(replies);
    refusals = Map.copyOf(refusals);
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read, or is no such file
   */
  public static RecordedTraits read(Path file) throws IOException {
    if (Files.size(file) > FILE_BYTES_MAX) {
      throw new FileSystemException(file.toString(), null, "is too large to describe a device");
    }
    String text;
    try {
      text = Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new FileSystemException(file.toString(), null, "is not in UTF-8");
    }
    try {
      return of(GuardedToml.parse(text));
    } catch (BadTomlException e) {
      throw new FileSystemException(
          file.toString(), null, "describes no device, line " + e.line() + ": " + e.why());
    } catch (RuntimeException e) {
      throw new FileSystemException(
          file.toString(), null, "describes no device: " + e.getMessage());
    }
  }

  private static RecordedTraits of(TomlTable root) {
    for (var key : root.keySet()) {
      if (!List.of("settings", "descriptors", "replies", "refusals", "habits", "timing")
          .contains(key)) {
        throw new IllegalArgumentException("there is no table [" + key + "]");
      }
    }
    var settings = new TreeMap<String, String>();
    texts(root, "settings").forEach(settings::put);
    var descriptors = new TreeMap<Integer, byte[]>();
    texts(root, "descriptors")
        .forEach((key, value) -> descriptors.put(Integer.parseInt(key, 16), hex(value)));
    var replies = new TreeMap<String, byte[]>();
    texts(root, "replies").forEach((key, value) -> replies.put(key, hex(value)));
    var refusals = new TreeMap<String, Integer>();
    texts(root, "refusals").forEach((key, value) -> refusals.put(key, Integer.parseInt(value, 16)));
    TomlTable timing = root.getTableOrEmpty("timing");
    return new RecordedTraits(
        settings,
        descriptors,
        replies,
        refusals,
        root.getTableOrEmpty("habits").getBoolean("power-on-attention-once", () -> false),
        new LatencyLaw(
            timing.getLong("command-ns", () -> 0),
            timing.getLong("data-ns", () -> 0),
            timing.getLong("read-ns", () -> 0),
            timing.getLong("read-ps-per-byte", () -> 0),
            timing.getLong("write-ns", () -> 0),
            timing.getLong("write-ps-per-byte", () -> 0)));
  }

  private static Map<String, String> texts(TomlTable root, String name) {
    var texts = new TreeMap<String, String>();
    TomlTable table = root.getTableOrEmpty(name);
    for (var key : table.keySet()) {
      if (!(table.get(List.of(key)) instanceof String text)) {
        throw new IllegalArgumentException("[" + name + "] " + key + " is no text");
      }
      texts.put(key, text);
    }
    return texts;
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  /**
   * Writes the file.
   *
   * @param remarks comments at its head
   */
  public void write(Appendable out, List<String> remarks) throws IOException {
    for (var remark : remarks) {
      out.append("# ").append(remark).append('\n');
    }
    table(out, "settings", "keys of sim:reference, which a target may overrule", settings);
    var described = new TreeMap<String, String>();
    descriptors.forEach(
        (key, value) -> described.put(String.format("%04x", key), HexFormat.of().formatHex(value)));
    table(out, "descriptors", "recorded bytes: what the settings do not explain", described);
    var replied = new TreeMap<String, String>();
    replies.forEach((key, value) -> replied.put(key, HexFormat.of().formatHex(value)));
    table(out, "replies", "recorded bytes: what the settings do not explain", replied);
    var refused = new TreeMap<String, String>();
    refusals.forEach((key, value) -> refused.put(key, String.format("%06x", value)));
    table(out, "refusals", "commands that are refused, with their sense", refused);
    out.append("\n[habits]\npower-on-attention-once = " + attentionOnce + "\n");
    out.append("\n[timing]  # beyond what the wire takes\n");
    out.append("command-ns = " + latency.commandNanos() + "\n");
    out.append("data-ns = " + latency.dataNanos() + "\n");
    out.append("read-ns = " + latency.readNanos() + "\n");
    out.append("read-ps-per-byte = " + latency.readPicosPerByte() + "\n");
    out.append("write-ns = " + latency.writeNanos() + "\n");
    out.append("write-ps-per-byte = " + latency.writePicosPerByte() + "\n");
  }

  private static void table(Appendable out, String name, String remark, Map<String, String> values)
      throws IOException {
    if (values.isEmpty()) {
      return;
    }
    out.append("\n[" + name + "]  # " + remark + "\n");
    for (var each : new TreeMap<>(values).entrySet()) {
      var text = each.getValue().replace("\\", "\\\\").replace("\"", "\\\"");
      out.append("\"" + each.getKey() + "\" = \"" + text + "\"\n");
    }
  }
}
