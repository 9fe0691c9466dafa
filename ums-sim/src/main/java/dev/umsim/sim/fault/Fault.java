package dev.umsim.sim.fault;

import dev.umsim.core.scsi.Sense;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One thing that is to go wrong: {@code opcode=28 lba=4711 nth=3 -> sense=03/11/00}.
 *
 * @param milliseconds of an action that takes them
 * @param sense of an action that tells it
 */
public record Fault(Trigger trigger, Action action, long milliseconds, Sense sense) {
  private static final Pattern SENSE =
      Pattern.compile("([0-9a-fA-F]{1,2})/([0-9a-fA-F]{2})/([0-9a-fA-F]{2})");
  private static final long LONGEST_MILLISECONDS = 3_600_000;

  public Fault {
    var reason = impossible(trigger, action);
    if (reason.isPresent()) {
      throw new IllegalArgumentException(reason.get());
    }
  }

  /** Why an action makes no sense behind a trigger, if it does not. */
  public static Optional<String> impossible(Trigger trigger, Action action) {
    boolean control = action.level() == Action.Level.CONTROL;
    if (control && trigger.request().isEmpty()) {
      return Optional.of(action + " is about a request; name it, such as request=fe");
    }
    boolean ofCommand =
        trigger.opcode().isPresent() || trigger.lun().isPresent() || trigger.blocks().isPresent();
    if (trigger.request().isPresent() && (ofCommand || !control)) {
      return Optional.of(
          ofCommand
              ? "a request on endpoint 0 has no opcode, lun or lba"
              : action + " is about a command, and not about a request");
    }
    if (trigger.opcode().isPresent()) {
      return impossible(trigger.opcode().getAsInt(), trigger, action);
    }
    return Optional.empty();
  }

  private static Optional<String> impossible(int opcode, Trigger trigger, Action action) {
    boolean reads = BlockCommands.reads(opcode);
    boolean writes = BlockCommands.writes(opcode);
    if (trigger.blocks().isPresent() && !reads && !writes) {
      return Optional.of(String.format("command %02x names no blocks; leave lba out", opcode));
    }
    boolean possible =
        switch (action) {
          case MEDIUM_ERROR -> reads || writes;
          case CORRUPT -> reads;
          case LOSE_WRITE -> writes;
          default -> true;
        };
    return possible
        ? Optional.empty()
        : Optional.of(String.format("%s cannot come of command %02x", action, opcode));
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if it is none, or makes no sense; with the reason
   */
  public static Fault parse(String line) {
    var halves = line.split("->", -1);
    if (halves.length != 2) {
      throw new IllegalArgumentException(
          "a fault is CONDITION ... -> ACTION, such as: opcode=28 nth=3 -> hang");
    }
    var words = new ArrayList<String[]>();
    for (var word : halves[0].strip().split("\\s+")) {
      if (!word.isEmpty()) {
        words.add(pair(word));
      }
    }
    var action = pair(halves[1].strip());
    return of(trigger(words), action[0], action[1]);
  }

  private static String[] pair(String word) {
    int equals = word.indexOf('=');
    return equals < 0
        ? new String[] {word, ""}
        : new String[] {word.substring(0, equals), word.substring(equals + 1)};
  }

  private static Fault of(Trigger trigger, String name, String value) {
    var action =
        Action.named(name)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "there is no action '"
                            + name
                            + "' (actions: "
                            + Stream.of(Action.values())
                                .map(Action::toString)
                                .collect(Collectors.joining(", "))
                            + ")"));
    return switch (action.value()) {
      case NONE -> {
        if (!value.isEmpty()) {
          throw new IllegalArgumentException(action + " has no value; leave =" + value + " out");
        }
        yield new Fault(trigger, action, 0, Sense.NO_SENSE);
      }
      case MILLISECONDS ->
          new Fault(
              trigger,
              action,
              number(action.toString(), value, 1, LONGEST_MILLISECONDS),
              Sense.NO_SENSE);
      case SENSE -> new Fault(trigger, action, 0, sense(value));
    };
  }

  private static Sense sense(String value) {
    var matcher = SENSE.matcher(value);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "sense is KEY/ASC/ASCQ in hexadecimal digits, such as 03/11/00, not '" + value + "'");
    }
    int key = Integer.parseInt(matcher.group(1), 16);
    if (key < 1 || key > 15) {
      throw new IllegalArgumentException("a sense key is 1 to f, not " + matcher.group(1));
    }
    return new Sense(
        key, Integer.parseInt(matcher.group(2), 16), Integer.parseInt(matcher.group(3), 16));
  }

  private static Trigger trigger(List<String[]> words) {
    var trigger = Trigger.ALWAYS;
    for (var word : words) {
      trigger = with(trigger, word[0], word[1]);
    }
    return trigger;
  }

  private static Trigger with(Trigger t, String name, String value) {
    return switch (name) {
      case "request" -> copy(t, OptionalInt.of(hex(name, value)), t.opcode(), t.lun(), t.blocks());
      case "opcode" -> copy(t, t.request(), OptionalInt.of(hex(name, value)), t.lun(), t.blocks());
      case "lun" ->
          copy(
              t,
              t.request(),
              t.opcode(),
              OptionalInt.of((int) number(name, value, 0, 15)),
              t.blocks());
      case "lba" -> copy(t, t.request(), t.opcode(), t.lun(), Optional.of(blocks(value)));
      case "nth" -> count(t, number(name, value, 1, Long.MAX_VALUE), t.every(), t.times());
      case "every" -> count(t, t.nth(), number(name, value, 1, Long.MAX_VALUE), t.times());
      case "times" -> count(t, t.nth(), t.every(), number(name, value, 0, Long.MAX_VALUE));
      case "after-ms" -> chance(t, number(name, value, 0, LONGEST_MILLISECONDS), t.probability());
      case "probability" -> chance(t, t.afterMilliseconds(), probability(value));
      default ->
          throw new IllegalArgumentException(
              "there is no condition '"
                  + name
                  + "' (conditions: request, opcode, lun, lba, nth, every, times, after-ms,"
                  + " probability)");
    };
  }

  private static Trigger copy(
      Trigger t,
      OptionalInt request,
      OptionalInt opcode,
      OptionalInt lun,
      Optional<Trigger.Blocks> blocks) {
    return new Trigger(
        request,
        opcode,
        lun,
        blocks,
        t.nth(),
        t.every(),
        t.times(),
        t.afterMilliseconds(),
        t.probability());
  }

  private static Trigger count(Trigger t, long nth, long every, long times) {
    return new Trigger(
        t.request(),
        t.opcode(),
        t.lun(),
        t.blocks(),
        nth,
        every,
        times,
        t.afterMilliseconds(),
        t.probability());
  }

  private static Trigger chance(Trigger t, long afterMilliseconds, double probability) {
    return new Trigger(
        t.request(),
        t.opcode(),
        t.lun(),
        t.blocks(),
        t.nth(),
        t.every(),
        t.times(),
        afterMilliseconds,
        probability);
  }

  private static int hex(String name, String value) {
    if (!value.matches("[0-9a-fA-F]{1,2}")) {
      throw new IllegalArgumentException(
          name + " is one or two hexadecimal digits, not '" + value + "'");
    }
    return Integer.parseInt(value, 16);
  }

  private static long number(String name, String value, long least, long most) {
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new IllegalArgumentException(
        name
            + " is a number of "
            + least
            + (most == Long.MAX_VALUE ? " and more" : " to " + most)
            + ", not '"
            + value
            + "'");
  }

  private static Trigger.Blocks blocks(String value) {
    var ends = value.split("-", 2);
    long first = number("lba", ends[0], 0, Long.MAX_VALUE);
    long last = ends.length == 1 ? first : number("lba", ends[1], first, Long.MAX_VALUE);
    return new Trigger.Blocks(first, last);
  }

  private static double probability(String value) {
    try {
      double number = Double.parseDouble(value);
      if (number > 0 && number <= 1) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new IllegalArgumentException(
        "probability is more than 0 and at most 1, not '" + value + "'");
  }
}
