package dev.umsim.sim.deviation;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.scsi.Intent;
import dev.umsim.core.scsi.Sense;
import dev.umsim.core.scsi.SenseData;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Small changes to what a device does about commands, to be put together to deviations. */
final class Commands {
  static final int TEST_UNIT_READY = 0x00;
  static final int REQUEST_SENSE = 0x03;
  static final int READ_6 = 0x08;
  static final int WRITE_6 = 0x0a;
  static final int INQUIRY = 0x12;
  static final int MODE_SENSE_6 = 0x1a;
  static final int START_STOP_UNIT = 0x1b;
  static final int PREVENT_ALLOW_MEDIUM_REMOVAL = 0x1e;
  static final int MODE_SELECT_6 = 0x15;
  static final int MODE_SELECT_10 = 0x55;
  static final int READ_FORMAT_CAPACITIES = 0x23;
  static final int READ_CAPACITY_10 = 0x25;
  static final int READ_10 = 0x28;
  static final int WRITE_10 = 0x2a;
  static final int VERIFY_10 = 0x2f;
  static final int SYNCHRONIZE_CACHE_10 = 0x35;
  static final int SYNCHRONIZE_CACHE_16 = 0x91;
  static final int WRITE_BUFFER = 0x3b;
  static final int MODE_SENSE_10 = 0x5a;
  static final int ATA_PASS_THROUGH_16 = 0x85;
  static final int READ_16 = 0x88;
  static final int WRITE_16 = 0x8a;
  static final int WRITE_SAME_10 = 0x41;
  static final int WRITE_SAME_16 = 0x93;
  static final int READ_DISC_INFORMATION = 0x51;
  static final int SECURITY_PROTOCOL_IN = 0xa2;
  static final int MAINTENANCE_IN = 0xa3;
  static final int READ_12 = 0xa8;
  static final int WRITE_12 = 0xaa;
  static final int SERVICE_ACTION_IN_16 = 0x9e;
  static final int REPORT_LUNS = 0xa0;
  static final int ATA_PASS_THROUGH_12 = 0xa1;

  static final int READ_CAPACITY_16 = 0x10;

  private Commands() {}

  /** A change of what is intended about a command. */
  @FunctionalInterface
  interface Intention {
    Intent of(int lun, Cdb cdb, Intent intended);
  }

  static Predicate<Cdb> code(Integer... codes) {
    var all = Set.of(codes);
    return cdb -> all.contains(cdb.operationCode());
  }

  static boolean isReadCapacity16(Cdb cdb) {
    return cdb.operationCode() == SERVICE_ACTION_IN_16 && (cdb.u8(1) & 0x1f) == READ_CAPACITY_16;
  }

  static boolean isCapacity(Cdb cdb) {
    return cdb.operationCode() == READ_CAPACITY_10 || isReadCapacity16(cdb);
  }

  static boolean isStandardInquiry(Cdb cdb) {
    return cdb.operationCode() == INQUIRY && !cdb.bit(1, 0);
  }

  /** READ and WRITE of 10, 12 and 16 bytes. */
  static boolean movesBlocks(Cdb cdb) {
    return readsBlocks(cdb) || writesBlocks(cdb);
  }

  static boolean readsBlocks(Cdb cdb) {
    return switch (cdb.operationCode()) {
      case READ_10, READ_12, READ_16 -> isWhole(cdb);
      default -> false;
    };
  }

  static boolean writesBlocks(Cdb cdb) {
    return switch (cdb.operationCode()) {
      case WRITE_10, WRITE_12, WRITE_16 -> isWhole(cdb);
      default -> false;
    };
  }

  /** The first block of a command that {@linkplain #movesBlocks moves blocks}. */
  static long firstBlock(Cdb cdb) {
    return switch (cdb.operationCode()) {
      case READ_16, WRITE_16 -> cdb.u64(2);
      default -> cdb.u32(2);
    };
  }

  /** The transfer length of a command that {@linkplain #movesBlocks moves blocks}. */
  static long blockCount(Cdb cdb) {
    return switch (cdb.operationCode()) {
      case READ_16, WRITE_16 -> cdb.u32(10);
      case READ_12, WRITE_12 -> cdb.u32(6);
      default -> cdb.u16(7);
    };
  }

  /** Whether a block has the bytes that its operation code asks for. */
  static boolean isWhole(Cdb cdb) {
    return cdb.length() >= Cdb.lengthFor(cdb.operationCode());
  }

  /** Some commands are read as if their bytes were others. */
  static CommandChoices reading(CommandChoices inner, Predicate<Cdb> which, Consumer<byte[]> edit) {
    return new CommandChoices.Deviating(inner) {
      @Override
      public Cdb taken(int lun, Cdb received) {
        var cdb = super.taken(lun, received);
        if (!which.test(cdb)) {
          return cdb;
        }
        var bytes = cdb.bytes();
        edit.accept(bytes);
        return new Cdb(bytes);
      }
    };
  }

  /** Something else is intended about some commands. */
  static CommandChoices intending(CommandChoices inner, Predicate<Cdb> which, Intention intention) {
    return new CommandChoices.Deviating(inner) {
      @Override
      public Intent intent(int lun, Cdb cdb, Intent correct) {
        var intended = super.intent(lun, cdb, correct);
        return which.test(cdb) ? intention.of(lun, cdb, intended) : intended;
      }
    };
  }

  /** The replies to some commands are others. */
  static CommandChoices replying(
      CommandChoices inner, Predicate<Cdb> which, UnaryOperator<byte[]> edit) {
    return intending(
        inner,
        which,
        (lun, cdb, intended) ->
            intended instanceof Intent.Reply reply && reply.bytes().length > 0
                ? new Intent.Reply(edit.apply(reply.bytes().clone()), reply.allocated())
                : intended);
  }

  /** Reads four bytes of a reply as a number. */
  static long u32(byte[] reply, int at) {
    return (reply[at] & 0xffL) << 24
        | (reply[at + 1] & 0xffL) << 16
        | (reply[at + 2] & 0xffL) << 8
        | reply[at + 3] & 0xffL;
  }

  /** Puts a number into four bytes of a reply. */
  static byte[] put32(byte[] reply, int at, long value) {
    for (int i = 0; i < 4; i++) {
      set(reply, at + i, (int) (value >> 24 - 8 * i));
    }
    return reply;
  }

  /** Refuses with this sense. */
  static Intent refuse(Sense sense) {
    return new Intent.Check(SenseData.of(sense));
  }

  /** Whether a command is refused with this sense. */
  static boolean isRefused(Intent intended, Sense sense) {
    return intended instanceof Intent.Check check && check.senseData().sense().equals(sense);
  }

  /** Sets a byte of a reply, if the reply is so long. */
  static byte[] set(byte[] reply, int at, int value) {
    if (at < reply.length) {
      reply[at] = (byte) value;
    }
    return reply;
  }
}
