package dev.umsim.core.testing;

import dev.umsim.core.usb.Transfer;

/**
 * How a transfer ended, as its host saw it.
 *
 * @param status {@code PENDING} where the device answered NAK until the host stopped asking
 * @param bytes those that went over
 */
public record Answer(Transfer.Status status, byte[] bytes) {
  /** Status and number of bytes, such as {@code OK 13} or {@code NAK 0}. */
  public String summary() {
    var name = status == Transfer.Status.PENDING ? "NAK" : status.name();
    return name + " " + bytes.length;
  }

  /** Whether all went over, or the device ended the transfer. */
  public boolean ok() {
    return status == Transfer.Status.OK;
  }

  /** The bytes in hexadecimal. */
  public String hex() {
    return Hex.text(bytes);
  }

  @Override
  public String toString() {
    return summary() + " [" + hex() + "]";
  }
}
