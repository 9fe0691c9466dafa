package dev.umsim.sim.image;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Trees for tests, made in memory. */
final class Trees {
  static final Instant TIME = Instant.parse("2021-03-04T05:06:08Z");

  private Trees() {}

  static SourceDirectory root(SourceNode... children) {
    return directory("", children);
  }

  static SourceDirectory directory(String name, SourceNode... children) {
    return new SourceDirectory(name, TIME, List.of(children));
  }

  static SourceFile file(String name, byte[] content) {
    return new SourceFile(
        name, TIME, content.length, () -> Channels.newChannel(new ByteArrayInputStream(content)));
  }

  static SourceFile file(String name, String content) {
    return file(name, content.getBytes(StandardCharsets.UTF_8));
  }

  /** A file of so many bytes that are unlike those of other files. */
  static SourceFile file(String name, int sizeBytes) {
    byte[] content = new byte[sizeBytes];
    new Random(name.hashCode()).nextBytes(content);
    return file(name, content);
  }

  /** Names, sizes and depths that have given file systems trouble, in ASCII. */
  static SourceDirectory varied() {
    List<SourceNode> many = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      many.add(file("One of many similar names, number %03d.text".formatted(i), "" + i));
    }
    SourceDirectory deep = directory("deepest", file("bottom.bin", 10_000));
    for (int i = 0; i < 12; i++) {
      deep = directory("level " + i, deep);
    }
    return root(
        file("EMPTY.DAT", ""),
        file("one byte", "x"),
        file("exactly.4k", 4096),
        file("over.4k", 4097),
        file(".hidden", "dot"),
        file("two.dots.txt", "dots"),
        file("n".repeat(255), "longest"),
        file("plus+comma,semi;eq=[].x", "odd"),
        directory("empty directory"),
        new SourceDirectory("MANY", TIME, many),
        deep,
        file("large.bin", 700_001));
  }

  /** Each file's path and a digest of its content, each directory's path, as a tree has them. */
  static Set<String> describe(SourceDirectory root) {
    Set<String> lines = new TreeSet<>();
    describe(root, "", lines);
    return lines;
  }

  private static void describe(SourceDirectory directory, String path, Set<String> lines) {
    for (SourceNode child : directory.children()) {
      String childPath = path + "/" + child.name();
      if (child instanceof SourceDirectory inner) {
        lines.add(childPath + "/");
        describe(inner, childPath, lines);
      } else {
        lines.add(childPath + " " + Digests.of((SourceFile) child));
      }
    }
  }

  /** The same of a volume, read with this package's own reader. */
  static Set<String> describe(FatVolume volume) throws IOException {
    Set<String> lines = new TreeSet<>();
    describe(volume, volume.root(), "", lines);
    return lines;
  }

  private static void describe(
      FatVolume volume, List<DirectoryEntry> entries, String path, Set<String> lines)
      throws IOException {
    for (DirectoryEntry entry : entries) {
      String childPath = path + "/" + entry.name();
      if (entry.isDirectory()) {
        lines.add(childPath + "/");
        List<DirectoryEntry> inner = volume.list(entry);
        describe(volume, inner.subList(2, inner.size()), childPath, lines);
      } else {
        lines.add(childPath + " " + Digests.of(volume.read(entry)));
      }
    }
  }
}
