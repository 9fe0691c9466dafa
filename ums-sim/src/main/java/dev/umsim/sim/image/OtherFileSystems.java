package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** File systems that are known by their names alone, and whatever begins like a boot sector. */
final class OtherFileSystems {
  /**
   * A name and where it gives itself away.
   *
   * @param magic each character is a byte
   */
  private record Sign(String name, long offsetBytes, String magic) {
    boolean isIn(ByteSource volume) throws IOException {
      byte[] wanted = magic.getBytes(StandardCharsets.ISO_8859_1);
      return ByteBuffer.wrap(wanted).equals(volume.read(offsetBytes, wanted.length));
    }
  }

  private static final List<Sign> SIGNS =
      List.of(
          new Sign("LUKS", 0, "LUKS\u00ba\u00be"),
          new Sign("BitLocker", 3, "-FVE-FS-"),
          new Sign("XFS", 0, "XFSB"),
          new Sign("Btrfs", 0x10040, "_BHRfS_M"),
          new Sign("F2FS", 1024, "\u0010\u0020\u00f5\u00f2"),
          new Sign("SquashFS", 0, "hsqs"),
          new Sign("Linux swap", 4086, "SWAPSPACE2"),
          new Sign("ReFS", 3, "ReFS\0\0\0\0"),
          new Sign("LVM physical volume", 512, "LABELONE"),
          new Sign("HFS", 1024, "BD"),
          new Sign("UDF", 0x8801, "NSR02"),
          new Sign("UDF", 0x8801, "NSR03"),
          new Sign("UDF", 0x9001, "NSR02"),
          new Sign("UDF", 0x9001, "NSR03"));

  private OtherFileSystems() {}

  /** The name of the file system that begins here. */
  static Optional<String> name(ByteSource volume) throws IOException {
    for (Sign each : SIGNS) {
      if (each.isIn(volume)) {
        return Optional.of(each.name());
      }
    }
    return Optional.empty();
  }

  /** Whether a first block is the boot sector of a volume, although its signature is an MBR's. */
  static boolean hasOwnBootSector(ByteBuffer first) {
    return BootSector.decode(first).isPresent()
        || ExfatInspection.hasName(first)
        || NtfsInspection.hasName(first);
  }
}
