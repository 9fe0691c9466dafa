package dev.umsim.core.scsi;

import java.util.ArrayList;
import java.util.List;

/** The parameter list of UNMAP: which blocks are given back (SBC-3, section 5.28.2). */
final class UnmapParameters {
  private static final int HEADER_BYTES = 8;
  private static final int DESCRIPTOR_BYTES = 16;

  private UnmapParameters() {}

  /**
   * The ranges of a list, which may lie anywhere within the medium and overlap.
   *
   * @param blockCount of the medium, unsigned
   */
  static List<BlockRange> decode(byte[] list, long blockCount) throws CheckConditionException {
    if (list.length < HEADER_BYTES
        || Bytes.u16(list, 0) + 2 > list.length
        || Bytes.u16(list, 2) + HEADER_BYTES > list.length) {
      throw new CheckConditionException(SenseData.of(Sense.PARAMETER_LIST_LENGTH_ERROR));
    }
    // What is left over behind the last whole descriptor is not looked at.
    int descriptors = Bytes.u16(list, 2) / DESCRIPTOR_BYTES;
    if (descriptors > VitalProductData.MAX_UNMAP_DESCRIPTORS) {
      throw new CheckConditionException(SenseData.invalidParameterByte(2));
    }
    var ranges = new ArrayList<BlockRange>();
    for (int i = 0; i < descriptors; i++) {
      int at = HEADER_BYTES + i * DESCRIPTOR_BYTES;
      var range = new BlockRange(Bytes.u64(list, at), Bytes.u32(list, at + 8));
      if (!range.within(blockCount)) {
        throw new CheckConditionException(SenseData.of(Sense.LBA_OUT_OF_RANGE));
      }
      ranges.add(range);
    }
    return ranges;
  }
}
