package dev.umsim.bench.cli;

import dev.umsim.bench.notation.Parameter;

/** What the parameters of all operations are called on the command line. */
final class OptionNames {
  private OptionNames() {}

  static String of(Parameter parameter) {
    return switch (parameter) {
      case BLOCK_SIZE -> "--bs";
      case SIZE -> "--size";
      case OFFSET -> "--seek";
      case UNIT -> "--lun";
      case REPETITIONS -> "--repeat";
      case SWEPT_KEY -> "--set";
      case SPEED -> "--speed";
      case PACE -> "--pace";
      case PROFILE -> "--profile";
      case SERVED_DEVICE -> "--device";
    };
  }
}
