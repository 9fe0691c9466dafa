package dev.umsim.core.usb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Laws of setup packets. */
class SetupPacketProperties {
  @Property(edgeCases = EdgeCasesMode.NONE)
  void everyEightBytesAreASetupPacket(
      @ForAll @Size(min = 12, max = 12) byte[] bytes, @ForAll @IntRange(max = 4) int offset) {
    var setup = SetupPacket.decode(bytes, offset);
    var expected = new byte[8];
    System.arraycopy(bytes, offset, expected, 0, 8);
    assertThat(setup.encode()).isEqualTo(expected);
    assertThat(SetupPacket.decode(setup.encode(), 0)).isEqualTo(setup);
    assertThat(setup.type()).isNotNull();
    assertThat(setup.direction()).isEqualTo(bytes[offset] < 0 ? Direction.IN : Direction.OUT);
  }

  @Example
  void fieldsAreLittleEndian() {
    var setup =
        SetupPacket.decode(
            new byte[] {(byte) 0x80, 0x06, 0x03, 0x02, 0x09, 0x04, (byte) 0xff, 0x01}, 0);
    assertThat(setup).isEqualTo(new SetupPacket(0x80, 0x06, 0x0203, 0x0409, 0x01ff));
    assertThatThrownBy(() -> new SetupPacket(0x80, 6, 0x10000, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
