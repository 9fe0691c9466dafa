package dev.umsim.sim.deviation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All deviations that there are, in an order for people. */
public final class Deviations {
  /** Every one of them. */
  public static final List<Deviation> ALL =
      Stream.of(
              TransportDeviations.ALL,
              StatusDeviations.ALL,
              WrapperDeviations.ALL,
              RecoveryDeviations.ALL,
              HaltDeviations.ALL,
              HangDeviations.ALL,
              InquiryDeviations.ALL,
              IdentityDeviations.ALL,
              CapacityDeviations.ALL,
              FalseCapacityDeviations.ALL,
              ModeDeviations.ALL,
              ModePageDeviations.ALL,
              SenseDeviations.ALL,
              SenseCodeDeviations.ALL,
              CommandDeviations.ALL,
              VendorDeviations.ALL,
              LimitDeviations.ALL,
              AccessDeviations.ALL,
              RequestDeviations.ALL,
              DescriptorDeviations.ALL,
              TimeDeviations.ALL)
          .flatMap(List::stream)
          .toList();

  private Deviations() {}

  /** The deviation of this name. */
  public static Optional<Deviation> named(String id) {
    return ALL.stream().filter(each -> each.id().equals(id)).findAny();
  }

  /**
   * Reads {@code ID:NAME=VALUE:…}.
   *
   * @throws IllegalArgumentException if there is no such deviation, or it cannot have such values
   */
  public static Deviation.Chosen parse(String text) {
    var words = text.split(":", -1);
    var deviation =
        named(words[0])
            .orElseThrow(
                () -> new IllegalArgumentException("there is no deviation '" + words[0] + "'"));
    var given = new LinkedHashMap<String, String>();
    for (int index = 1; index < words.length; index++) {
      int equals = words[index].indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "deviation '" + deviation + "': write ID:NAME=VALUE, not ':" + words[index] + "'");
      }
      var name = words[index].substring(0, equals);
      if (given.put(name, words[index].substring(equals + 1)) != null) {
        throw new IllegalArgumentException(
            "deviation '" + deviation + "': " + name + " is given twice");
      }
    }
    try {
      return deviation.chosen(given);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("deviation '" + deviation + "': " + e.getMessage(), e);
    }
  }

  /** The choices of a device with these deviations, the last of which has the last word. */
  public static DeviceChoices apply(
      List<Deviation.Chosen> deviations, DeviceChoices choices, DeviceTraits traits) {
    var changed = choices;
    for (var deviation : deviations) {
      changed = deviation.change().apply(changed, traits);
    }
    return changed;
  }
}
