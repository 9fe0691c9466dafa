package dev.umsim.sim.deviation;

/**
 * A time as iPods are told it: year and day of the year, hour, minute and second. Nothing is
 * checked, as nothing is in the players.
 */
record ClockTime(int year, int dayOfYear, int hour, int minute, int second) {
  static final int LENGTH = 12;

  private static final int[] DAYS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  static ClockTime decode(byte[] bytes) {
    return new ClockTime(
        (bytes[0] & 0xff) << 8 | bytes[1] & 0xff,
        (bytes[2] & 0xff) << 8 | bytes[3] & 0xff,
        bytes[5] & 0xff,
        bytes[6] & 0xff,
        bytes[7] & 0xff);
  }

  private boolean leapYear() {
    return year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
  }

  @Override
  public String toString() {
    int month = 0;
    int day = dayOfYear;
    while (month < DAYS.length && day >= daysOf(month)) {
      day -= daysOf(month);
      month++;
    }
    return String.format(
        "%04d-%02d-%02d %02d:%02d:%02d", year, month + 1, day + 1, hour, minute, second);
  }

  private int daysOf(int month) {
    return DAYS[month] + (month == 1 && leapYear() ? 1 : 0);
  }
}
