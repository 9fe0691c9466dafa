package dev.umsim.sim.deviation;

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
