package dev.umsim.core.host;

import dev.umsim.core.usb.Transfer;
import java.util.HexFormat;

/**
 * How a transfer ended, as its host saw it.
 *
 * @param status {@code PENDING} where the device made no progress until the host's patience was at
 *     its end: it answered NAK
 * @param movedBytes bytes that went over, to the device or from it
 * @param bytes those that came; none of a transfer to the device
 */
public record RawAnswer(Transfer.Status status, int movedBytes, byte[] bytes) {
  /** Whether all went over, or the device ended the transfer with a short packet. */
  public boolean ok() {
    return status == Transfer.Status.OK;
  }

  /** Whether the endpoint is halted, or the request was declined. */
  public boolean stalled() {
    return status == Transfer.Status.STALL;
  }

  /** Whether the host gave up waiting. */
  public boolean unanswered() {
    return status == Transfer.Status.PENDING;
  }

  /** Whether a packet came that was larger than what was left of the transfer. */
  public boolean babbled() {
    return status == Transfer.Status.BABBLE;
  }

  /** One byte that came, 0 to FF; -1 where there is none. */
  public int u8(int at) {
    return at < bytes.length ? bytes[at] & 0xff : -1;
  }

  @Override
  public String toString() {
    var name = unanswered() ? "NAK" : status.toString();
    return name
        + " after "
        + movedBytes
        + " bytes"
        + (bytes.length == 0 ? "" : " " + HexFormat.of().formatHex(bytes));
  }
}
