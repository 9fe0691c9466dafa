package dev.umsim.bench.usb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.bench.usb.DeviceChoice.ByIdentity;
import dev.umsim.bench.usb.DeviceChoice.ByPlace;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Which device, and which interface of it, is meant. */
class DeviceChoiceTest {
  private static final PluggedDevice ONE = Plugged.at(1, "2", Plugged.STORAGE);
  private static final PluggedDevice OTHER =
      Plugged.with(2, "1.4", Optional.of("0002"), Optional.empty(), Plugged.STORAGE);
  private static final ByIdentity ANY = new ByIdentity(0x05ac, 0x1209, Optional.empty());

  @Test
  void isTheOnlyOneOfItsKind() throws UsbException {
    assertThat(ANY.among(List.of(ONE))).isEqualTo(ONE);
  }

  @Test
  void isToldFromItsLikeByItsSerialNumber() throws UsbException {
    var second = new ByIdentity(0x05ac, 0x1209, Optional.of("0002"));
    assertThat(second.among(List.of(ONE, OTHER))).isEqualTo(OTHER);
  }

  @Test
  void isToldFromItsLikeByItsPlace() throws UsbException {
    assertThat(new ByPlace(2, "1.4").among(List.of(ONE, OTHER))).isEqualTo(OTHER);
    assertThat(new ByPlace(1, "2").among(List.of(ONE, OTHER))).isEqualTo(ONE);
  }

  @Test
  void isNotGuessedAmongSeveral() {
    assertThatThrownBy(() -> ANY.among(List.of(ONE, OTHER)))
        .isInstanceOf(UsbException.class)
        .hasMessage("there are 2 devices 05ac:1209; say which: usb:@1-2, usb:@2-1.4");
  }

  @Test
  void hasToBeThere() {
    assertThatThrownBy(() -> new ByPlace(1, "3").among(List.of(ONE)))
        .isInstanceOf(UsbException.class)
        .hasMessage("there is no device at port 1-3; see: ums list targets");
    assertThatThrownBy(
            () -> new ByIdentity(0x05ac, 0x1209, Optional.of("9")).among(List.of(ONE, OTHER)))
        .hasMessage("there is no device 05ac:1209 with serial number 9; see: ums list targets");
    assertThatThrownBy(() -> ANY.among(List.of()))
        .hasMessage("there is no device 05ac:1209; this machine has no USB devices at all");
  }

  /** The serial number of such a one is not known; what has to be told is that it is closed. */
  @Test
  void mayBeOneThatCannotBeOpened() throws UsbException {
    var closed = Plugged.with(1, "2", Optional.empty(), Optional.of("no"), Plugged.STORAGE);
    assertThat(new ByIdentity(0x05ac, 0x1209, Optional.of("9")).among(List.of(closed)))
        .isEqualTo(closed);
  }

  @Test
  void theOnlyMassStorageInterfaceIsUsed() throws UsbException {
    var composite = Plugged.at(1, "2", Plugged.KEYBOARD, Plugged.SECOND_STORAGE);
    assertThat(ClaimedDevice.chosen(composite, OptionalInt.empty())).isEqualTo(2);
    assertThat(ClaimedDevice.chosen(composite, OptionalInt.of(2))).isEqualTo(2);
  }

  @Test
  void oneOfSeveralInterfacesHasToBeNamed() throws UsbException {
    var several = Plugged.at(1, "2", Plugged.STORAGE, Plugged.KEYBOARD, Plugged.SECOND_STORAGE);
    assertThat(ClaimedDevice.chosen(several, OptionalInt.of(0))).isZero();
    assertThatThrownBy(() -> ClaimedDevice.chosen(several, OptionalInt.empty()))
        .isInstanceOf(UsbException.class)
        .hasMessage(
            "device 05ac:1209 has several mass storage interfaces; choose interface 0 or 2");
    assertThatThrownBy(() -> ClaimedDevice.chosen(several, OptionalInt.of(1)))
        .hasMessage(
            "interface 1 of device 05ac:1209 is no mass storage interface; choose interface 0 or 2");
  }

  @Test
  void aDeviceWithoutMassStorageIsRefused() {
    assertThatThrownBy(
            () -> ClaimedDevice.chosen(Plugged.at(1, "2", Plugged.KEYBOARD), OptionalInt.empty()))
        .isInstanceOf(UsbException.class)
        .hasMessageContaining("no mass storage interface with Bulk-Only Transport");
  }
}
