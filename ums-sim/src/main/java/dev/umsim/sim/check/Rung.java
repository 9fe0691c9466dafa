package dev.umsim.sim.check;

import java.util.Locale;

/** What brought a device back that answered no more, from the mildest on. */
public enum Rung {
  /** Bulk-Only Mass Storage Reset, and both halts cleared. */
  RESET_RECOVERY,
  /** A reset of its port, after which it is configured again. */
  PORT_RESET,
  /** It was unplugged and plugged in, or imported anew from its server. */
  IMPORT,
  /** The program that it is was started again. */
  PROCESS;

  /** As it is written: {@code reset-recovery}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** In words. */
  String words() {
    return switch (this) {
      case RESET_RECOVERY -> "Reset Recovery";
      case PORT_RESET -> "a reset of the port";
      case IMPORT -> "plugging it in again";
      case PROCESS -> "starting it again";
    };
  }
}
