package dev.umsim.bench.report;

import dev.umsim.core.scsi.Sense;
import dev.umsim.core.scsi.SenseData;
import java.util.Map;

/** Sense data in the words of the standard (SPC-4, section 4.5.6 and annex F). */
final class SenseWords {
  private static final String[] KEYS = {
    "NO SENSE",
    "RECOVERED ERROR",
    "NOT READY",
    "MEDIUM ERROR",
    "HARDWARE ERROR",
    "ILLEGAL REQUEST",
    "UNIT ATTENTION",
    "DATA PROTECT",
    "BLANK CHECK",
    "VENDOR SPECIFIC",
    "COPY ABORTED",
    "ABORTED COMMAND",
    "RESERVED",
    "VOLUME OVERFLOW",
    "MISCOMPARE",
    "COMPLETED"
  };

  private static final Map<Integer, String> CODES =
      Map.ofEntries(
          Map.entry(0x0000, "no additional sense"),
          Map.entry(0x0401, "becoming ready"),
          Map.entry(0x0402, "initializing command required"),
          Map.entry(0x0c00, "write error"),
          Map.entry(0x1100, "unrecovered read error"),
          Map.entry(0x1a00, "parameter list length error"),
          Map.entry(0x1d00, "miscompare during verify operation"),
          Map.entry(0x2000, "invalid command operation code"),
          Map.entry(0x2100, "logical block address out of range"),
          Map.entry(0x2400, "invalid field in CDB"),
          Map.entry(0x2500, "logical unit not supported"),
          Map.entry(0x2600, "invalid field in parameter list"),
          Map.entry(0x2700, "write protected"),
          Map.entry(0x2800, "not ready to ready change, medium may have changed"),
          Map.entry(0x2900, "power on, reset, or bus device reset occurred"),
          Map.entry(0x3002, "cannot read medium, incompatible format"),
          Map.entry(0x3900, "saving parameters not supported"),
          Map.entry(0x3a00, "medium not present"),
          Map.entry(0x4400, "internal target failure"),
          Map.entry(0x5302, "medium removal prevented"));

  private SenseWords() {}

  /** For example {@code 03/11/00 MEDIUM ERROR, unrecovered read error, block 8}. */
  static String of(SenseData senseData) {
    var sense = senseData.sense();
    var words = sense + " " + KEYS[sense.key()] + text(sense);
    return senseData.information().isPresent()
        ? words + ", block " + Long.toUnsignedString(senseData.information().getAsLong())
        : words;
  }

  private static String text(Sense sense) {
    var text = CODES.get(sense.code() << 8 | sense.qualifier());
    return text == null ? "" : ", " + text;
  }
}
