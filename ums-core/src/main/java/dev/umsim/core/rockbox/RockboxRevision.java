package dev.umsim.core.rockbox;

import dev.umsim.core.usb.Speed;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A revision of the Rockbox mass storage stack, as a parameter.
 *
 * <p>The one of 2026 is modelled from its whole source and from what a native build of it did. The
 * older ones do what their habits say, and in everything else what 2026 does.
 *
 * @param name as in a target
 * @param source where in Rockbox's history it is read
 * @param buffers its transfer memory, where a device has no other
 * @param commandBytes room that is armed for a CBW
 * @param pinnedSpeed the only speed that it does, if there is one
 * @param habits what it does otherwise than the revision of 2026
 */
public record RockboxRevision(
    String name,
    String source,
    Buffers buffers,
    int commandBytes,
    Optional<Speed> pinnedSpeed,
    Set<Habit> habits) {
  private static final int KIB = 1024;

  /**
   * The first working driver. Its source gives a wMaxPacketSize of 16 at full speed, which could
   * not have carried what was measured with it; 64 is assumed.
   */
  public static final RockboxRevision FEBRUARY_11_2008 =
      new RockboxRevision(
          "rockbox-20080211",
          "Rockbox firmware/usbstack at 2f7cffa204, 11 February 2008",
          new Buffers(1, 128 * KIB, 128 * KIB),
          1024,
          Optional.of(Speed.FULL),
          EnumSet.of(
              Habit.COMMAND_IN_TRANSFER_BUFFER,
              Habit.SENDING_BLOCKS_THE_THREAD,
              Habit.COMMAND_AFTER_STATUS,
              Habit.SIGNATURE_NOT_CHECKED,
              Habit.LENGTH_NOT_CHECKED,
              Habit.MEDIUM_RESULT_IGNORED,
              Habit.FAILURE_IS_PHASE_ERROR,
              Habit.TAG_OF_LAST_BLOCK_COMMAND,
              Habit.RESET_EMPTIES_ENDPOINTS,
              Habit.EARLY_COMMANDS,
              Habit.EARLY_INQUIRY,
              Habit.SENSE_NOT_KEPT,
              Habit.RANGE_NOT_CHECKED,
              Habit.NO_LONG_COMMANDS,
              Habit.BULK_IN_IS_ENDPOINT_2,
              Habit.NO_OTHER_SPEED,
              Habit.STATUS_ALWAYS_ZERO,
              Habit.CLEAR_FEATURE_HALTS,
              Habit.SET_FEATURE_DECLINED,
              Habit.SET_INTERFACE_ACCEPTED,
              Habit.MAX_LUN_EITHER_WAY,
              Habit.NO_STRING_EE));

  private static final Set<Habit> FEBRUARY_20_HABITS =
      EnumSet.of(
          Habit.COMMAND_IN_TRANSFER_BUFFER,
          Habit.REPLIES_APART,
          Habit.COMMAND_AFTER_STATUS,
          Habit.SIGNATURE_NOT_CHECKED,
          Habit.FAILED_CHUNK_NOT_SENT,
          Habit.FAILURE_IS_PHASE_ERROR,
          Habit.EARLY_COMMANDS,
          Habit.UNITS_FOLLOW_CARD,
          Habit.NO_LONG_COMMANDS,
          Habit.REPORT_LUNS_UNCUT,
          Habit.CLEAR_FEATURE_ALWAYS_CLEARS,
          Habit.SET_FEATURE_BY_VALUE,
          Habit.SET_INTERFACE_ACCEPTED,
          Habit.GET_INTERFACE_ANSWERED,
          Habit.MAX_LUN_EITHER_WAY,
          Habit.NO_STRING_EE);

  /** Two buffers in turn, at full speed. */
  public static final RockboxRevision FEBRUARY_20_2008 =
      new RockboxRevision(
          "rockbox-20080220",
          "Rockbox firmware/usbstack at 07427592a9, 20 February 2008",
          new Buffers(2, 16 * KIB, 16 * KIB),
          1024,
          Optional.of(Speed.FULL),
          FEBRUARY_20_HABITS);

  /** The same with USE_HIGH_SPEED, which its authors did not trust yet. */
  public static final RockboxRevision FEBRUARY_22_2008_HIGH_SPEED =
      new RockboxRevision(
          "rockbox-20080222-hs",
          "Rockbox firmware/usbstack at 523af276c1 with USE_HIGH_SPEED, 22 February 2008",
          new Buffers(2, 16 * KIB, 16 * KIB),
          1024,
          Optional.of(Speed.HIGH),
          FEBRUARY_20_HABITS);

  /** The next CBW is awaited together with the CSW, and the buffers are larger. */
  public static final RockboxRevision MID_2010 =
      new RockboxRevision(
          "rockbox-2010",
          "Rockbox firmware/usbstack after 1d94c3fa69 and up to 072c0a15cb, 2010",
          new Buffers(2, 64 * KIB, 24 * KIB),
          1024,
          Optional.empty(),
          EnumSet.of(
              Habit.FAILED_CHUNK_NOT_SENT,
              Habit.NO_LONG_COMMANDS,
              Habit.REPORT_LUNS_UNCUT,
              Habit.MODE_COUNT_WRITTEN,
              Habit.CLOCK_ASSUMED,
              Habit.SET_INTERFACE_ACCEPTED,
              Habit.GET_INTERFACE_ANSWERED,
              Habit.UNKNOWN_NOT_ANSWERED,
              Habit.ANY_CONFIGURATION,
              Habit.MAX_LUN_EITHER_WAY,
              Habit.NO_STRING_EE));

  /** The present one. */
  public static final RockboxRevision PRESENT =
      new RockboxRevision(
          "rockbox-2026",
          "Rockbox firmware/usbstack at 789d796, 2026",
          new Buffers(2, 64 * KIB, 24 * KIB),
          512,
          Optional.empty(),
          EnumSet.noneOf(Habit.class));

  private static final List<RockboxRevision> ALL =
      List.of(FEBRUARY_11_2008, FEBRUARY_20_2008, FEBRUARY_22_2008_HIGH_SPEED, MID_2010, PRESENT);

  public RockboxRevision {
    habits = Set.copyOf(habits);
  }

  /** All of them, the oldest first. */
  public static List<RockboxRevision> all() {
    return ALL;
  }

  /** The revision of this name. */
  public static RockboxRevision named(String name) {
    return ALL.stream()
        .filter(each -> each.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no revision '" + name + "'; there are " + names()));
  }

  private static String names() {
    return String.join(", ", ALL.stream().map(RockboxRevision::name).toList());
  }

  boolean has(Habit habit) {
    return habits.contains(habit);
  }
}
