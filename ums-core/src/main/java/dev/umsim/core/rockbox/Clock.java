package dev.umsim.core.rockbox;

import dev.umsim.core.DeviceEvents;
import io.netty.buffer.ByteBuf;

/**
 * The player's clock, as iTunes sets it by WRITE BUFFER: 12 bytes with year, day of the year, hour,
 * minute and second. Nothing is checked, so that there can be a 36th day of a 13th month.
 */
final class Clock {
  static final int LENGTH = 12;

  private static final int[] MONTH_DAYS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  private static final int FEBRUARY = 1;

  private final DeviceEvents events;

  Clock(DeviceEvents events) {
    this.events = events;
  }

  void set(ByteBuf memory, int at) {
    int year = memory.getUnsignedShort(at);
    int day = memory.getUnsignedShort(at + 2);
    int month = 0;
    while (month < MONTH_DAYS.length && day >= days(year, month)) {
      day -= days(year, month);
      month++;
    }
    events.clockSet(
        year,
        month + 1,
        day + 1,
        memory.getUnsignedByte(at + 5),
        memory.getUnsignedByte(at + 6),
        memory.getUnsignedByte(at + 7));
  }

  private static int days(int year, int month) {
    boolean leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
    return MONTH_DAYS[month] + (leap && month == FEBRUARY ? 1 : 0);
  }
}
