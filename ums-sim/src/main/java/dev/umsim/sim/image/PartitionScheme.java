package dev.umsim.sim.image;

/** How a medium is divided. */
public enum PartitionScheme {
  /** Not at all: the file system starts at the first block, as on a floppy disk. */
  NONE,
  /** By the table of four in a master boot record. */
  MBR,
  /** By a GUID partition table (UEFI 2.10, section 5.3). */
  GPT,
  /** By a partition map of Apple's, as a Macintosh with a PowerPC wanted it; it is only read. */
  APPLE
}
