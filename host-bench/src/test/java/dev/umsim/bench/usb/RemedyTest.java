package dev.umsim.bench.usb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.usb4java.LibUsb;

/** What helps a user who may not open a device. */
class RemedyTest {
  @ParameterizedTest
  @CsvSource({"Linux, LINUX", "Mac OS X, MAC", "Windows 11, WINDOWS", "FreeBSD, OTHER"})
  void dependsOnThePlatform(String systemName, Remedy expected) {
    assertThat(Remedy.of(systemName)).isEqualTo(expected);
  }

  @Test
  void onLinuxIsARule() {
    assertThat(Remedy.LINUX.line(LibUsb.ERROR_ACCESS, 0x05ac, 0x1209))
        .contains("ATTR{idVendor}==\"05ac\", ATTR{idProduct}==\"1209\"", "udev");
  }

  @Test
  void onWindowsIsADriver() {
    assertThat(Remedy.WINDOWS.line(LibUsb.ERROR_NOT_SUPPORTED, 0x05ac, 0x1209)).contains("WinUSB");
  }

  @Test
  void isOneLineForEveryCode() {
    for (var remedy : Remedy.values()) {
      for (int code = -12; code < 0; code++) {
        assertThat(remedy.line(code, 1, 2)).isNotBlank().doesNotContain("\n");
      }
    }
  }
}
