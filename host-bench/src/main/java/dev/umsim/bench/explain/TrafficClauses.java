package dev.umsim.bench.explain;

import dev.umsim.core.bot.CommandStatusWrapper;
import dev.umsim.core.bot.ReceivedCommand;
import dev.umsim.core.usb.Direction;
import dev.umsim.sim.capture.CapturedCommand;
import dev.umsim.sim.capture.CapturedDevice;
import dev.umsim.sim.capture.CapturedTransfer.Outcome;
import java.util.HashMap;
import java.util.Map;

/**
 * The clauses that can be judged by traffic that is over: what a device or its host did against the
 * standards, and which flags Linux needs to live with it.
 *
 * <p>Nothing is sent, so that what nobody asked for is not judged.
 */
final class TrafficClauses {
  private static final int REQUEST_SENSE = 0x03;
  private static final int INQUIRY = 0x12;
  private static final int PREVENT = 0x1e;
  private static final int READ_CAPACITY = 0x25;
  private static final int READ_10 = 0x28;
  private static final int LBA_OUT_OF_RANGE = 0x21;

  private final Findings device = new Findings();
  private final Findings host = new Findings();
  private final Findings quirks = new Findings();
  private final Map<Integer, Long> lastBlocks = new HashMap<>();
  private CapturedCommand before;

  Findings device() {
    return device;
  }

  Findings host() {
    return host;
  }

  Findings quirks() {
    return quirks;
  }

  /** Judges what the device says of itself. */
  void judge(CapturedDevice captured) {
    var descriptor = captured.device();
    if (descriptor.isEmpty()) {
      return;
    }
    int serialIndex = descriptor.get().serialNumberIndex();
    var serial = captured.string(serialIndex);
    if (serialIndex == 0) {
      device.add("the device has no serial number (BOT 4.1.1)");
    } else if (!serial.isEmpty() && !serial.matches("[0-9A-F]{12,}")) {
      device.add("the serial number has not 12 characters or more, each 0-9 or A-F (BOT 4.1.1)");
    }
    var place = captured.massStorage();
    captured
        .configuration()
        .ifPresent(
            configuration -> {
              if (place.isEmpty()) {
                device.add("no interface is mass storage with Bulk-Only Transport (BOT 4.3)");
              }
              if (configuration.value() == 0) {
                device.add("bConfigurationValue is 0 (USB 2.0 9.4.7)");
              }
            });
  }

  /** Judges a command by itself and by the one before. */
  void judge(CapturedCommand command) {
    if (!(command.received() instanceof ReceivedCommand.Valid)) {
      host.add(
          "a command wrapper has reserved bits, a LUN above 15 or an impossible CDB (BOT 5.1)");
    }
    int code = command.cdb()[0] & 0xff;
    var status = command.statusWrapper();
    if (status.isPresent()) {
      judge(command, code, status.get());
    } else if (command.status().isEmpty()) {
      device.add("a command ended without status (BOT 5.3.3)");
    }
    if (code == READ_CAPACITY && passed(command) && command.dataBytes().length >= 8) {
      lastBlocks.put(command.lun(), u32(command.dataBytes(), 0));
    }
    before = command;
  }

  private void judge(CapturedCommand command, int code, CommandStatusWrapper status) {
    long length = command.dataLength();
    long moved = command.movedBytes();
    if (status.tag() != command.tag()) {
      device.add("dCSWTag is not dCBWTag (BOT 5.2)");
      quirk("BULK_IGNORE_TAG", "a status has another tag");
    }
    if (status.status() > CommandStatusWrapper.PHASE_ERROR) {
      device.add("bCSWStatus is reserved (BOT 5.2)");
      return;
    }
    if (status.status() == CommandStatusWrapper.PHASE_ERROR) {
      device.add("a command ended in a phase error (BOT 6.6.1)");
      return;
    }
    if (status.residue() > length) {
      device.add("dCSWDataResidue is more than dCBWDataTransferLength (BOT 5.2)");
      quirk("IGNORE_RESIDUE", "a residue is more than was asked for");
      return;
    }
    boolean in = command.direction() == Direction.IN;
    boolean stalled = command.data().stream().anyMatch(each -> each.outcome() == Outcome.STALL);
    if (length > 0 && in && length - status.residue() > moved) {
      device.add("the residue says more data than came (BOT 5.2)");
    }
    if (length > 0 && in && moved < length && !stalled) {
      device.add("less data than asked for, without a STALL (BOT 6.7.2)");
    }
    boolean whole = length > 0 && moved == length && status.status() == 0;
    // Fill bytes are no use; but these are never filled up. Linux judges by two of them itself.
    boolean ofUse =
        isBlockRead(code)
            || code == INQUIRY && length == 36
            || code == READ_CAPACITY && length == 8;
    if (whole && status.residue() > 0 && ofUse) {
      device.add("all data came, and the residue is not 0 (BOT 5.2)");
      quirk("IGNORE_RESIDUE", "a residue stands behind data that is all there");
    }
    if (passed(command)) {
      judgeReply(command, code);
    } else {
      judgeFailure(command, code);
    }
  }

  private static boolean isBlockRead(int code) {
    return code == READ_10 || code == 0x08 || code == 0xa8 || code == 0x88;
  }

  private void judgeReply(CapturedCommand command, int code) {
    byte[] reply = command.dataBytes();
    boolean standardInquiry = code == INQUIRY && command.cdb().length > 1 && command.cdb()[1] == 0;
    if (standardInquiry && command.isWhole()) {
      if (reply.length < 36 && command.dataLength() >= 36) {
        device.add("INQUIRY answers with less than 36 bytes (SPC-4 6.6.2)");
        quirk("FIX_INQUIRY", "INQUIRY has less than 36 bytes");
      } else if (reply.length >= 4 && (reply[3] & 0x0f) != 2) {
        device.add("RESPONSE DATA FORMAT of INQUIRY is not 2 (SPC-4 6.6.2)");
      }
    }
    if (code == REQUEST_SENSE && reply.length > 0 && (reply[0] & 0x7f) >> 1 != 0x38) {
      device.add("sense data has no response code of 70 to 73 (SPC-4 4.5)");
    }
  }

  private void judgeFailure(CapturedCommand command, int code) {
    Long lastBlock = lastBlocks.get(command.lun());
    if (code == READ_10 && lastBlock != null && command.cdb().length >= 10) {
      long first = u32(command.cdb(), 2);
      long count = (command.cdb()[7] & 0xff) << 8 | command.cdb()[8] & 0xff;
      if (first + count - 1 == lastBlock && count > 0) {
        device.add("the last block of READ CAPACITY cannot be read (SBC-3 5.15)");
        quirk("FIX_CAPACITY", "the last block cannot be read");
      }
    }
    if (code == INQUIRY && command.cdb().length > 1 && command.cdb()[1] == 0) {
      device.add("INQUIRY fails (SPC-4 6.6)");
      quirk("FIX_INQUIRY", "INQUIRY fails");
    }
  }

  /** Tells with which sense a command before this one failed. */
  boolean isSenseOf(CapturedCommand command) {
    return before != null
        && (command.cdb()[0] & 0xff) == REQUEST_SENSE
        && !passed(before)
        && before.status().isPresent();
  }

  /** What the sense of a failed command says of the device. */
  void judgeSense(CapturedCommand failed, byte[] sense) {
    int code = failed.cdb()[0] & 0xff;
    if (code == PREVENT && sense.length > 13 && sense[12] != 0x20) {
      quirk("NOT_LOCKABLE", "PREVENT ALLOW MEDIUM REMOVAL fails");
    }
    if (sense.length > 13 && sense[12] == LBA_OUT_OF_RANGE && isBlockRead(code)) {
      Long lastBlock = lastBlocks.get(failed.lun());
      if (lastBlock != null && failed.cdb().length >= 10 && u32(failed.cdb(), 2) > lastBlock) {
        host.add("a block behind the last one of READ CAPACITY was read");
      }
    }
  }

  private void quirk(String flag, String why) {
    quirks.add(flag + ": " + why);
  }

  static boolean passed(CapturedCommand command) {
    return command.statusWrapper().filter(each -> each.status() == 0).isPresent();
  }

  static long u32(byte[] bytes, int at) {
    return (bytes[at] & 0xffL) << 24
        | (bytes[at + 1] & 0xff) << 16
        | (bytes[at + 2] & 0xff) << 8
        | bytes[at + 3] & 0xff;
  }
}
