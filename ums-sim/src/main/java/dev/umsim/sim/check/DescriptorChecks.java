package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.DESCRIPTORS;

import java.util.List;

/** Device, configuration, interface and endpoint descriptors (USB 2.0, section 9.6). */
final class DescriptorChecks {
  private static final int DEVICE = 1;

  static final List<Check> ALL =
      List.of(
          check(
                  DESCRIPTORS,
                  "device-descriptor-length",
                  "The device descriptor has 18 bytes and says so",
                  "USB 2.0, 9.6.1")
              .run(
                  t -> {
                    var answer = t.descriptor(DEVICE, 0, 18);
                    t.expect(
                        answer.ok() && answer.bytes().length == 18 && answer.u8(0) == 18,
                        "18 bytes with bLength 12",
                        Trial.shown(answer));
                  }));

  private DescriptorChecks() {}
}
