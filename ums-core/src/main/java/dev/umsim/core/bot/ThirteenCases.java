package dev.umsim.core.bot;

import dev.umsim.core.scsi.Task.Flow;

/**
 * The thirteen ways in which what a host expects meets what a device intends (BOT 1.0, section
 * 6.7).
 *
 * <p>H is the host and D the device; n is no data, i data in, o data out.
 */
public enum ThirteenCases {
  HN_DN(1),
  HN_LT_DI(2),
  HN_LT_DO(3),
  HI_GT_DN(4),
  HI_GT_DI(5),
  HI_EQ_DI(6),
  HI_LT_DI(7),
  HI_NE_DO(8),
  HO_GT_DN(9),
  HO_NE_DI(10),
  HO_GT_DO(11),
  HO_EQ_DO(12),
  HO_LT_DO(13);

  private final int number;

  ThirteenCases(int number) {
    this.number = number;
  }

  /** The number of the case in the standard, 1 to 13. */
  public int number() {
    return number;
  }

  /**
   * Which case it is.
   *
   * @param hostBytes dCBWDataTransferLength; not 0 unless the host expects no data
   * @param deviceBytes what the command will move; not 0 unless it moves no data
   */
  public static ThirteenCases of(Flow host, long hostBytes, Flow device, long deviceBytes) {
    int compared = Long.compare(hostBytes, deviceBytes);
    return switch (host) {
      case NONE ->
          switch (device) {
            case NONE -> HN_DN;
            case IN -> HN_LT_DI;
            case OUT -> HN_LT_DO;
          };
      case IN ->
          switch (device) {
            case NONE -> HI_GT_DN;
            case IN -> compared > 0 ? HI_GT_DI : compared == 0 ? HI_EQ_DI : HI_LT_DI;
            case OUT -> HI_NE_DO;
          };
      case OUT ->
          switch (device) {
            case NONE -> HO_GT_DN;
            case IN -> HO_NE_DI;
            case OUT -> compared > 0 ? HO_GT_DO : compared == 0 ? HO_EQ_DO : HO_LT_DO;
          };
    };
  }

  /** Whether the host expected too little, or data the other way: status is phase error. */
  public boolean phaseError() {
    return switch (this) {
      case HN_LT_DI, HN_LT_DO, HI_LT_DI, HI_NE_DO, HO_NE_DI, HO_LT_DO -> true;
      case HN_DN, HI_GT_DN, HI_GT_DI, HI_EQ_DI, HO_GT_DN, HO_GT_DO, HO_EQ_DO -> false;
    };
  }

  /** Whether data of the command can move at all: both sides mean the same way. */
  public boolean movesData() {
    return switch (this) {
      case HI_GT_DI, HI_EQ_DI, HI_LT_DI, HO_GT_DO, HO_EQ_DO, HO_LT_DO -> true;
      case HN_DN, HN_LT_DI, HN_LT_DO, HI_GT_DN, HI_NE_DO, HO_GT_DN, HO_NE_DI -> false;
    };
  }
}
