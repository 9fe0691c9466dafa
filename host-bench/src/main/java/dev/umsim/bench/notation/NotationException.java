package dev.umsim.bench.notation;

import java.util.List;
import java.util.function.Function;

/**
 * Something in a command that means nothing or cannot be done, told in one line with the remedy.
 *
 * <p>What was chosen wrong is named as a {@link Parameter}, since only the command line knows which
 * option it was.
 */
public final class NotationException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final String format;
  private final transient List<Object> arguments;

  /** A line that says what is wrong and what would be right. */
  public NotationException(String line) {
    this("%s", List.of(line));
  }

  private NotationException(String format, List<Object> arguments) {
    super(line(format, arguments, Parameter::toString));
    this.format = format;
    this.arguments = arguments;
  }

  /** The same, with parameters among the arguments of a format. */
  public static NotationException about(String format, Object... arguments) {
    return new NotationException(format, List.of(arguments));
  }

  /** The line, with names for the parameters in it. */
  public String line(Function<Parameter, String> names) {
    return line(format, arguments, names);
  }

  private static String line(
      String format, List<Object> arguments, Function<Parameter, String> names) {
    return String.format(
        format,
        arguments.stream()
            .map(each -> each instanceof Parameter parameter ? names.apply(parameter) : each)
            .toArray());
  }
}
