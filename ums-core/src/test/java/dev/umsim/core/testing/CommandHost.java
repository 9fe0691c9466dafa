package dev.umsim.core.testing;

import dev.umsim.core.usb.Transfer.Status;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A host that carries out whole commands over a raw host: wrapper, data, status.
 *
 * <p>It clears a halt that it meets, as it has to; anything else that is not as it should be is an
 * error of the test.
 */
public final class CommandHost {
  private final RawHost raw;
  private int lastTag = 0x0a0b0c00;

  public CommandHost(RawHost raw) {
    this.raw = raw;
  }

  public RawHost raw() {
    return raw;
  }

  public int nextTag() {
    return ++lastTag;
  }

  /** A command without data. */
  public Outcome none(int lun, String cdb) {
    return run(Cbw.of(nextTag(), cdb).lun(lun).in(0), new byte[0], new int[0]);
  }

  /** A command that the host expects data of, in one transfer. */
  public Outcome in(int lun, String cdb, int dataLength) {
    return in(lun, Hex.bytes(cdb), dataLength);
  }

  /** A command that the host expects data of, in one transfer. */
  public Outcome in(int lun, byte[] cdb, int dataLength) {
    var cuts = dataLength == 0 ? new int[0] : new int[] {dataLength};
    return run(Cbw.of(nextTag(), cdb).lun(lun).in(dataLength), null, cuts);
  }

  /** A command with data for the device, in one transfer. */
  public Outcome out(int lun, String cdb, byte[] data) {
    var cuts = data.length == 0 ? new int[0] : new int[] {data.length};
    return run(Cbw.of(nextTag(), cdb).lun(lun).out(data.length), data, cuts);
  }

  /**
   * A command whose data phase is cut into transfers.
   *
   * @param data what is sent, or null to receive
   * @param transfers the length of each
   */
  public Outcome run(Cbw cbw, byte[] data, int[] transfers) {
    var bytes = cbw.bytes();
    int tag = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(4);
    var accepted = raw.out(bytes);
    if (!accepted.summary().equals("OK 31")) {
      throw new AssertionError("the CBW was answered by " + accepted);
    }
    var received = new ByteArrayOutputStream();
    int moved = 0;
    boolean stalled = false;
    for (int i = 0, at = 0; i < transfers.length; at += transfers[i], i++) {
      var answer =
          data == null
              ? raw.in(transfers[i])
              : raw.out(Arrays.copyOfRange(data, at, at + transfers[i]));
      moved += answer.bytes().length;
      if (data == null) {
        received.writeBytes(answer.bytes());
      }
      if (answer.status() == Status.STALL) {
        stalled = true;
        raw.clearHalt(data == null ? raw.bulkIn() : raw.bulkOut());
        break;
      }
      if (!answer.ok()) {
        throw new AssertionError("transfer " + i + " was answered by " + answer.summary());
      }
      if (answer.bytes().length < transfers[i]) {
        break;
      }
    }
    var status = raw.in(13);
    if (status.status() == Status.STALL) {
      stalled = true;
      raw.clearHalt(raw.bulkIn());
      status = raw.in(13);
    }
    if (!status.ok()) {
      throw new AssertionError("the CSW was answered by " + status.summary());
    }
    var csw = Csw.read(status.bytes());
    if (csw.tag() != tag) {
      throw new AssertionError("the CSW belongs to another command: " + csw);
    }
    return new Outcome(received.toByteArray(), moved, stalled, csw);
  }

  /** REQUEST SENSE for 18 bytes of fixed format. */
  public byte[] sense(int lun) {
    var outcome = in(lun, "03 00 00 00 12 00", 18);
    if (outcome.status() != 0) {
      throw new AssertionError("REQUEST SENSE: " + outcome);
    }
    return outcome.data();
  }

  /** The sense of a unit, such as {@code 05/24/00}. */
  public String senseCode(int lun) {
    return code(sense(lun));
  }

  /** Key, code and qualifier of sense data in fixed format. */
  public static String code(byte[] sense) {
    return String.format("%02x/%02x/%02x", sense[2] & 0x0f, sense[12], sense[13]);
  }
}
