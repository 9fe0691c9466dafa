package dev.umsim.sim.deviation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * One way in which a device departs from what the conformant one does.
 *
 * @param id its name, in small letters with hyphens
 * @param classOf what it is by its clause
 * @param clause the place in a standard that says otherwise, or that leaves the choice
 * @param effect what a host sees
 * @param hosts which hosts live with it
 * @param parameters the numbers that it can be given
 * @param quirk the flag of Linux's driver that is there for such devices
 * @param changes gives it to a device, with the values of its parameters by name
 */
public record Deviation(
    String id,
    DeviationClass classOf,
    String clause,
    String effect,
    String hosts,
    List<DeviationParameter> parameters,
    Optional<LinuxQuirk> quirk,
    ParameterizedChange changes) {
  /** Changes one choice of a device. */
  @FunctionalInterface
  public interface Change {
    /** The choices of a device that deviates in one more way. */
    DeviceChoices apply(DeviceChoices choices, DeviceTraits traits);
  }

  /** A change that depends on numbers. */
  @FunctionalInterface
  public interface ParameterizedChange {
    /**
     * The change.
     *
     * @param values tells the value of a parameter by its name
     */
    Change with(ToLongFunction<String> values);
  }

  public Deviation {
    parameters = List.copyOf(parameters);
  }

  /** A deviation that can be given no numbers. */
  Deviation(
      String id,
      DeviationClass classOf,
      String clause,
      String effect,
      String hosts,
      Change change) {
    this(id, classOf, clause, effect, hosts, List.of(), Optional.empty(), values -> change);
  }

  /** A deviation with one number. */
  Deviation(
      String id,
      DeviationClass classOf,
      String clause,
      String effect,
      String hosts,
      DeviationParameter parameter,
      ParameterizedChange changes) {
    this(id, classOf, clause, effect, hosts, List.of(parameter), Optional.empty(), changes);
  }

  /** The same, which a flag of Linux's driver is there for. */
  Deviation quirk(LinuxQuirk flag) {
    return new Deviation(
        id, classOf, clause, effect, hosts, parameters, Optional.of(flag), changes);
  }

  /** This deviation with the usual values of its parameters. */
  public Chosen chosen() {
    return chosen(Map.of());
  }

  /**
   * This deviation with some of its values given.
   *
   * @param given values by the names of parameters, as they are written
   * @throws IllegalArgumentException if there is no such parameter, or a value is none of its
   */
  public Chosen chosen(Map<String, String> given) {
    var values = new LinkedHashMap<String, Long>();
    parameters.forEach(each -> values.put(each.name(), each.usual()));
    given.forEach((name, text) -> values.put(name, parameter(name).parse(text)));
    return new Chosen(this, values);
  }

  private DeviationParameter parameter(String name) {
    return parameters.stream()
        .filter(each -> each.name().equals(name))
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    parameters.isEmpty()
                        ? "it has no parameters; leave '" + name + "' out"
                        : "it has no parameter '"
                            + name
                            + "' (parameters: "
                            + parameters.stream()
                                .map(DeviationParameter::name)
                                .collect(Collectors.joining(", "))
                            + ")"));
  }

  @Override
  public String toString() {
    return id;
  }

  /**
   * A deviation with a value for each of its parameters.
   *
   * @param values by the names of the parameters
   */
  public record Chosen(Deviation deviation, Map<String, Long> values) {
    public Chosen {
      values = Map.copyOf(values);
    }

    Change change() {
      return deviation.changes().with(values::get);
    }
  }
}
