package dev.umsim.sim.image;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A time as a directory entry holds it (Microsoft FAT specification 1.03, "Date and Time Formats"):
 * without a zone, from 1980 to 2107, in steps of two seconds or, where a field of hundredths stands
 * beside it, of ten milliseconds.
 */
public record FatTime(LocalDateTime at) implements Comparable<FatTime> {
  /** The first moment that an entry can hold. */
  public static final FatTime EARLIEST = new FatTime(LocalDateTime.of(1980, 1, 1, 0, 0));

  /** The last moment that an entry can hold. */
  public static final FatTime LATEST =
      new FatTime(LocalDateTime.of(2107, 12, 31, 23, 59, 59, 990_000_000));

  private static final int NANOS_PER_STEP = 10_000_000;

  /** Cuts the time down to ten milliseconds; a year outside 1980 to 2107 is illegal. */
  public FatTime {
    if (at.getYear() < 1980 || at.getYear() > 2107) {
      throw new IllegalArgumentException("FAT has no time " + at);
    }
    at =
        at.truncatedTo(ChronoUnit.SECONDS)
            .plusNanos(at.getNano() / NANOS_PER_STEP * (long) NANOS_PER_STEP);
  }

  /**
   * The moment in UTC, so that an image does not depend on where it is made. A moment that FAT does
   * not reach becomes the first or last one that it does.
   */
  public static FatTime of(Instant moment) {
    if (moment.isBefore(EARLIEST.at.toInstant(ZoneOffset.UTC))) {
      return EARLIEST;
    }
    if (moment.isAfter(LATEST.at.toInstant(ZoneOffset.UTC))) {
      return LATEST;
    }
    return new FatTime(LocalDateTime.ofInstant(moment, ZoneOffset.UTC));
  }

  /**
   * Reads the fields of an entry; empty where they are no time (zero, as many devices leave them,
   * or a month 13).
   */
  static Optional<FatTime> decode(int dateField, int timeField, int hundredthsField) {
    try {
      LocalDateTime start =
          LocalDateTime.of(
              1980 + (dateField >> 9),
              dateField >> 5 & 0xf,
              dateField & 0x1f,
              timeField >> 11,
              timeField >> 5 & 0x3f,
              (timeField & 0x1f) * 2);
      return Optional.of(new FatTime(start.plusNanos((long) hundredthsField * NANOS_PER_STEP)));
    } catch (DateTimeException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Bits 15-9 year from 1980, 8-5 month, 4-0 day. */
  int dateField() {
    return at.getYear() - 1980 << 9 | at.getMonthValue() << 5 | at.getDayOfMonth();
  }

  /** Bits 15-11 hour, 10-5 minute, 4-0 pairs of seconds. */
  int timeField() {
    return at.getHour() << 11 | at.getMinute() << 5 | at.getSecond() / 2;
  }

  /** Hundredths of a second past the pair of seconds, 0 to 199. */
  int hundredthsField() {
    return at.getSecond() % 2 * 100 + at.getNano() / NANOS_PER_STEP;
  }

  @Override
  public int compareTo(FatTime other) {
    return at.compareTo(other.at);
  }
}
