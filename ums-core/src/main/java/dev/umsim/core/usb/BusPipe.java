package dev.umsim.core.usb;

/**
 * A pipe as the bus sees it: what it could move now, and the order to move it.
 *
 * <p>Only a {@link Bus} calls {@link #move} and {@link #refuse}.
 */
public sealed interface BusPipe permits BulkPipe, ControlPipe {
  /** What a pipe would do if the bus turned to it. */
  enum Next {
    /** Nothing: no transfer is posted, or the device is not ready and answers NAK. */
    NOTHING,
    /** A setup packet. */
    SETUP,
    /** Data packets. */
    DATA,
    /** The empty packet of a status stage. */
    STATUS,
    /** The device declines: the transfer at the head of the queue ends. */
    REFUSAL
  }

  /** What would happen next. */
  Next next();

  /** How many packets could move one after the other; 1 if next is not DATA, 0 if it is NOTHING. */
  int movablePackets();

  /**
   * Bytes in the next packets, of which all are full but perhaps the last; for a refusal, lost
   * ones.
   */
  int bytesOf(int packets);

  /** The largest packet of this pipe in bytes. */
  int maxPacketBytes();

  /** Moves the next packets, 1 to {@link #movablePackets()}. */
  void move(int packets);

  /** Ends the transfer at the head of the queue with the device's refusal. */
  void refuse();
}
