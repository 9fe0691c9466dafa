package dev.umsim.bench.linux;

import java.util.Arrays;
import java.util.Optional;

/** The operating system of a host, as far as it decides which commands there are. */
public enum Kernel {
  /** Read-ahead in windows of one size, no flush of a drive's cache by FAT. */
  LINUX_2_6_24("linux-2.6.24"),
  /**
   * Read-ahead in windows that grow ({@code mm/readahead.c}); SYNCHRONIZE CACHE behind each write
   * that has to be durable, where the drive says that it has a cache; writes of what has been dirty
   * for five seconds; and the last eight blocks of a disk by single ones, since some card readers
   * cannot do otherwise ({@code drivers/scsi/sd.c}, {@code last_sector_bug}).
   */
  LINUX_6_1("linux-6.1"),
  /** Taken to read ahead and to write behind as Linux 6.1 does. */
  WINDOWS_10("windows-10"),
  /** No operating system: each read is a command, and nothing is kept. */
  NONE("none");

  private final String word;

  Kernel(String word) {
    this.word = word;
  }

  /** The one of this name. */
  public static Optional<Kernel> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  boolean readsAheadOnDemand() {
    return this == LINUX_6_1 || this == WINDOWS_10;
  }

  boolean flushesCaches() {
    return this == LINUX_6_1 || this == WINDOWS_10;
  }

  boolean writesOldPages() {
    return this == LINUX_6_1;
  }

  boolean sparesLastBlocks() {
    return this == LINUX_6_1;
  }

  /** Its name on a command line and in a profile. */
  @Override
  public String toString() {
    return word;
  }
}
