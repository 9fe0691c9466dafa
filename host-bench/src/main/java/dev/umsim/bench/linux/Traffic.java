package dev.umsim.bench.linux;

/**
 * The commands that a disk was given.
 *
 * @param readCommands how many of them read
 * @param readBytes what they read together
 * @param writeCommands how many of them wrote
 * @param writtenBytes what they wrote together
 */
public record Traffic(long readCommands, long readBytes, long writeCommands, long writtenBytes) {
  /** No command. */
  public static final Traffic NONE = new Traffic(0, 0, 0, 0);

  /** All commands. */
  public long commands() {
    return readCommands + writeCommands;
  }

  /** What has come since an earlier moment. */
  Traffic since(Traffic earlier) {
    return new Traffic(
        readCommands - earlier.readCommands,
        readBytes - earlier.readBytes,
        writeCommands - earlier.writeCommands,
        writtenBytes - earlier.writtenBytes);
  }

  Traffic withRead(int bytes) {
    return new Traffic(readCommands + 1, readBytes + bytes, writeCommands, writtenBytes);
  }

  Traffic withWrite(int bytes) {
    return new Traffic(readCommands, readBytes, writeCommands + 1, writtenBytes + bytes);
  }
}
