package dev.umsim.core.scsi;

import dev.umsim.core.scsi.MultimediaCommand.GetEventStatusNotification;

/**
 * What GET EVENT STATUS NOTIFICATION tells of the medium (MMC-6, section 6.6): the last thing that
 * happened to it, once, and how it is now.
 */
final class MediaEvent {
  private static final int MEDIA_CLASS = 4;
  private static final int MEDIA_CLASS_BIT = 1 << MEDIA_CLASS;
  private static final int NO_EVENT_AVAILABLE = 0x80;
  private static final int MEDIUM_PRESENT = 0x02;
  private static final int TRAY_OPEN = 0x01;
  private static final int HEADER_BYTES = 4;

  private MediaEvent() {}

  static byte[] read(MediumSlot slot, GetEventStatusNotification command) {
    boolean asked = (command.classes() & MEDIA_CLASS_BIT) != 0;
    var bytes = new byte[asked ? 8 : HEADER_BYTES];
    Bytes.put16(bytes, 0, bytes.length - 2);
    bytes[2] = (byte) (asked ? MEDIA_CLASS : NO_EVENT_AVAILABLE);
    bytes[3] = MEDIA_CLASS_BIT;
    if (asked) {
      // A host that has no room for the event has not been told.
      bytes[4] = command.allocationLength() > HEADER_BYTES ? (byte) code(slot.takeEvent()) : 0;
      bytes[5] =
          (byte)
              ((slot.medium().isPresent() ? MEDIUM_PRESENT : 0)
                  | (slot.isEjected() ? TRAY_OPEN : 0));
    }
    return bytes;
  }

  private static int code(MediumSlot.Event event) {
    return switch (event) {
      case NONE -> 0;
      case NEW_MEDIUM -> 2;
      case MEDIUM_REMOVAL -> 3;
    };
  }
}
