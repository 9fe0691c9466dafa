package dev.umsim.sim.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.bot.CommandStatusWrapper;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class CheckTestsTest {
  private static CheckedDevice device(TransportChoices choices) {
    var medium = new MemoryMedium(512, 8192);
    var device = ReferenceDevice.builder().medium(medium).transportChoices(choices).build();
    return new CheckedDevice() {
      @Override
      public UsbLink attach() {
        return device.attach(new ZeroTimeBus(), Speed.HIGH);
      }
    };
  }

  /** As a user of the library writes it. */
  @TestFactory
  Stream<DynamicTest> conformantDevice() throws DeviceGoneException {
    return CheckTests.of(device(TransportChoices.CORRECT), SuiteOptions.USUAL.withStrict(true));
  }

  @Test
  void deviceThatIsWrongFailsTheTestOfItsClause() throws DeviceGoneException {
    var wrong =
        new TransportChoices.Deviating(TransportChoices.CORRECT) {
          @Override
          public CommandStatusWrapper status(
              CommandBlockWrapper command, CommandStatusWrapper correct) {
            var status = super.status(command, correct);
            return new CommandStatusWrapper(
                status.signature(), ~status.tag(), status.residue(), status.status());
          }
        };
    var test =
        CheckTests.of(device(wrong), SuiteOptions.USUAL)
            .filter(each -> each.getDisplayName().equals("status-tag"))
            .findAny()
            .orElseThrow();
    assertThatThrownBy(() -> test.getExecutable().execute())
        .hasMessageContaining("BOT 1.0, 5.2 and 6.3.1: dCSWTag");
    assertThat(test.getDisplayName()).isEqualTo("status-tag");
  }
}
