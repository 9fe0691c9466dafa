package dev.umsim.core.scsi;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the descriptor block of one command is laid out: its operation code, its service action and
 * its fields by their names (SPC-4, section 4.2). Bits of no field are reserved or obsolete.
 */
public final class CommandFormat {
  /** What {@link #blockCount} says where a command is about all blocks from its first one on. */
  public static final long TO_THE_END = -1;

  private static final String CODE_NOTATION = "[0-9A-F]{2}(/[0-9A-F]{2})?";
  private static final String SERVICE_ACTION = "SERVICE ACTION";
  private static final String ALLOCATION_LENGTH = "ALLOCATION LENGTH";

  /** SBC-3: of WRITE SAME and SYNCHRONIZE CACHE, for which 0 means all that follow. */
  private static final String ALL_IF_ZERO = "NUMBER OF LOGICAL BLOCKS";

  private static final List<String> ADDRESSES =
      List.of("LOGICAL BLOCK ADDRESS", "STARTING LOGICAL BLOCK ADDRESS");
  private static final List<String> COUNTS =
      List.of("TRANSFER LENGTH", "VERIFICATION LENGTH", ALL_IF_ZERO);

  private final String title;
  private final int code;
  private final @Nullable Integer serviceAction;
  private final CommandEffect effect;
  private final List<CdbField> fields;

  /**
   * @param code in hexadecimal, with a service action as {@code 9E/10}
   * @param fields in the notation of {@link CdbField#read}, separated by commas
   */
  CommandFormat(String code, String title, CommandEffect effect, String fields) {
    if (!code.matches(CODE_NOTATION)) {
      throw new IllegalArgumentException("not an operation code: " + code);
    }
    this.title = title;
    this.code = Integer.parseInt(code.substring(0, 2), 16);
    serviceAction = code.length() == 2 ? null : Integer.valueOf(code.substring(3), 16);
    this.effect = effect;
    var all = fields.isEmpty() ? "" : fields;
    if (serviceAction != null) {
      all = SERVICE_ACTION + " 1.4-0" + (all.isEmpty() ? "" : ", " + all);
    }
    this.fields =
        all.isEmpty() ? List.of() : Arrays.stream(all.split(", ")).map(CdbField::read).toList();
    requireFieldsApart();
  }

  private void requireFieldsApart() {
    var taken = new int[Cdb.CAPACITY];
    for (var field : fields) {
      if (field.firstByte() < 1 || !field.within(cdbLength())) {
        throw new IllegalArgumentException(title + " has no room for " + field.name());
      }
      for (int at = field.firstByte(); at <= field.lastByte(); at++) {
        if ((taken[at] & field.maskOf(at)) != 0) {
          throw new IllegalArgumentException(field.name() + " of " + title + " overlaps another");
        }
        taken[at] |= field.maskOf(at);
      }
    }
  }

  /** What the standard calls the command: {@code READ (10)}. */
  public String title() {
    return title;
  }

  /** The operation code. */
  public int code() {
    return code;
  }

  /** Whether it has a service action, in b4–0 of byte 1. */
  public boolean hasServiceAction() {
    return serviceAction != null;
  }

  /** The service action, 0 if there is none. */
  public int serviceAction() {
    return serviceAction == null ? 0 : serviceAction;
  }

  /** Bytes of the block. */
  public int cdbLength() {
    return Cdb.lengthFor(code);
  }

  /** What the command may do to a unit. */
  public CommandEffect effect() {
    return effect;
  }

  /** The fields between the operation code and CONTROL, in the order in which they lie. */
  public List<CdbField> fields() {
    return fields;
  }

  /** The field of a name. */
  public Optional<CdbField> field(String name) {
    return fields.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** Whether the command is one that a device sends data for, as much as is allocated. */
  public boolean allocates() {
    return field(ALLOCATION_LENGTH).isPresent();
  }

  /** Whether a block is one of this command, whole or not. */
  public boolean matches(Cdb cdb) {
    return cdb.operationCode() == code
        && (serviceAction == null || cdb.length() > 1 && (cdb.u8(1) & 0x1f) == serviceAction);
  }

  /** Whether a flag is set; false where there is no such flag. */
  public boolean isSet(String flag, Cdb cdb) {
    return field(flag).filter(each -> each.value(cdb) != 0).isPresent();
  }

  /** Whether the command names a row of blocks. */
  public boolean namesBlocks() {
    return oneOf(ADDRESSES).isPresent() && oneOf(COUNTS).isPresent();
  }

  /** The first of the blocks that the command names; unsigned. */
  public long firstBlock(Cdb cdb) {
    return oneOf(ADDRESSES).orElseThrow().value(cdb);
  }

  /** How many blocks the command names, or {@link #TO_THE_END}. */
  public long blockCount(Cdb cdb) {
    var field = oneOf(COUNTS).orElseThrow();
    long count = field.value(cdb);
    if (count != 0) {
      return count;
    }
    // In the commands of 6 bytes, 0 stands for 256 (SBC-3, section 5.8).
    return field.name().equals(ALL_IF_ZERO) ? TO_THE_END : field.widthBits() == 8 ? 256 : 0;
  }

  private Optional<CdbField> oneOf(List<String> names) {
    return fields.stream().filter(each -> names.contains(each.name())).findFirst();
  }

  /** The bits of each byte behind the operation code that units look at; in the end CONTROL. */
  byte[] evaluatedBits() {
    var bits = new byte[cdbLength()];
    for (var field : fields) {
      for (int at = field.firstByte(); field.evaluated() && at <= field.lastByte(); at++) {
        bits[at] |= (byte) field.maskOf(at);
      }
    }
    return bits;
  }

  /**
   * Where an error in a bit is pointed at: at the first bit of its field, or at itself where it is
   * reserved (SPC-4, section 4.5.2.4.2).
   */
  SenseData invalid(int at, int bit) {
    return fields.stream()
        .filter(field -> (field.maskOf(at) >> bit & 1) != 0)
        .findFirst()
        .map(field -> SenseData.invalidCdbBit(field.firstByte(), field.firstBit()))
        .orElseGet(() -> SenseData.invalidCdbBit(at, bit));
  }

  @Override
  public String toString() {
    return title;
  }
}
