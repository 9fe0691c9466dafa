package dev.umsim.sim.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.scsi.Sense;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines that tell what is to go wrong. */
class FaultTest {
  @Test
  void allConditions() {
    var fault =
        Fault.parse(
            "opcode=2a lun=1 lba=100-200 nth=3 every=2 times=0 after-ms=5 probability=0.25"
                + " -> sense=4/44/00");
    var trigger = fault.trigger();
    assertThat(trigger.opcode()).hasValue(0x2a);
    assertThat(trigger.lun()).hasValue(1);
    assertThat(trigger.blocks()).contains(new Trigger.Blocks(100, 200));
    assertThat(trigger.nth()).isEqualTo(3);
    assertThat(trigger.every()).isEqualTo(2);
    assertThat(trigger.times()).isZero();
    assertThat(trigger.afterMilliseconds()).isEqualTo(5);
    assertThat(trigger.probability()).isEqualTo(0.25);
    assertThat(fault.action()).isEqualTo(Action.SENSE);
    assertThat(fault.sense()).isEqualTo(new Sense(4, 0x44, 0));
  }

  @Test
  void noConditionIsTheFirstCommand() {
    assertThat(Fault.parse("-> hang").trigger()).isEqualTo(Trigger.ALWAYS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hang | a fault is CONDITION ... -> ACTION, such as: opcode=28 nth=3 -> hang",
        "-> hang -> hang | a fault is CONDITION ... -> ACTION, such as: opcode=28 nth=3 -> hang",
        "-> explode | there is no action 'explode' (actions: request-stall, ",
        "-> hang=3 | hang has no value; leave =3 out",
        "-> late | late is a number of 1 to 3600000, not ''",
        "-> sense=3/11 | sense is KEY/ASC/ASCQ in hexadecimal digits, such as 03/11/00, not '3/11'",
        "-> sense=0/11/00 | a sense key is 1 to f, not 0",
        "colour=red -> hang | there is no condition 'colour' (conditions: request, opcode, lun, ",
        "opcode=123 -> hang | opcode is one or two hexadecimal digits, not '123'",
        "lun=16 -> hang | lun is a number of 0 to 15, not '16'",
        "lba=7-3 -> hang | lba is a number of 7 and more, not '3'",
        "nth=0 -> hang | nth is a number of 1 and more, not '0'",
        "probability=2 -> hang | probability is more than 0 and at most 1, not '2'",
        "request=fe -> hang | hang is about a command, and not about a request",
        "request=fe lun=1 -> request-hang | a request on endpoint 0 has no opcode, lun or lba",
        "opcode=28 -> request-hang | request-hang is about a request; name it, such as request=fe",
        "opcode=12 lba=5 -> hang | command 12 names no blocks; leave lba out",
      })
  void refusesWhatMakesNoSense(String line, String reason) {
    assertThatThrownBy(() -> Fault.parse(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(reason);
  }

  @Test
  void aFileHasALineForEach() {
    assertThat(FaultScript.parse("x", List.of("# two", "", "-> hang", " lun=1 -> halt-in # so")))
        .hasSize(2);
    assertThatThrownBy(() -> FaultScript.parse("x", List.of("-> hang", "-> hung")))
        .hasMessageStartingWith("x:2: there is no action 'hung'");
  }
}
