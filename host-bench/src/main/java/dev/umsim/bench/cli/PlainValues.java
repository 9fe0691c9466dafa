package dev.umsim.bench.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** How options that are plain values are read, and refused without words of Java. */
final class PlainValues {
  private PlainValues() {}

  /** Lets a command and its subcommands read their options so. */
  static CommandLine register(CommandLine commandLine) {
    return commandLine
        .registerConverter(int.class, PlainValues::integer)
        .registerConverter(Integer.class, PlainValues::integer)
        .registerConverter(long.class, PlainValues::wholeNumber)
        .registerConverter(boolean.class, PlainValues::trueOrFalse)
        .registerConverter(Path.class, PlainValues::path);
  }

  private static int integer(String text) {
    long number = wholeNumber(text);
    if ((int) number != number) {
      throw tooFarFromZero(text);
    }
    return (int) number;
  }

  private static long wholeNumber(String text) {
    if (!text.matches("[+-]?[0-9]+")) {
      throw new TypeConversionException("'" + text + "' is not a whole number");
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw tooFarFromZero(text);
    }
  }

  private static TypeConversionException tooFarFromZero(String text) {
    return new TypeConversionException(
        "'" + text + "' is too " + (text.startsWith("-") ? "small" : "large"));
  }

  private static boolean trueOrFalse(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new TypeConversionException("'" + text + "' is not true or false");
    };
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new TypeConversionException("it cannot be a path: " + e.getReason());
    }
  }
}
