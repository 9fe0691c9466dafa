package dev.umsim.sim.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** Length and CRC-32 of a content: enough to tell whether two are the same. */
final class Digests {
  private Digests() {}

  static String of(byte[] content) {
    CRC32 crc = new CRC32();
    crc.update(content);
    return content.length + " " + Long.toHexString(crc.getValue());
  }

  static String of(SourceFile file) {
    try (ReadableByteChannel channel = file.content().open()) {
      return of(Channels.newInputStream(channel).readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All below a directory of the host, in the words of {@link Trees#describe}. */
  static Set<String> below(Path root) throws IOException {
    Set<String> lines = new TreeSet<>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.filter(path -> !path.equals(root)).toList()) {
        String name = "/" + root.relativize(path);
        lines.add(Files.isDirectory(path) ? name + "/" : name + " " + of(Files.readAllBytes(path)));
      }
    }
    return lines;
  }
}
