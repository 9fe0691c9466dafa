package dev.umsim.bench.file;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A {@link GrowingStream} of text, in which all is that was written. */
public final class GrowingFile extends Writer {
  private final GrowingStream stream;

  private GrowingFile(GrowingStream stream) {
    this.stream = stream;
  }

  /** Opens it; what is in it stays for now. */
  public static GrowingFile open(Path path) throws IOException {
    return new GrowingFile(GrowingStream.open(path));
  }

  @Override
  public void write(char[] text, int start, int length) throws IOException {
    stream.write(new String(text, start, length).getBytes(StandardCharsets.UTF_8));
  }

  /** All is in the file already. */
  @Override
  public void flush() {}

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
