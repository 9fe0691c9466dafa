package dev.umsim.sim.firmware;

import java.util.Optional;
import java.util.stream.Stream;

/** What maps the controller interface of a public stack onto the header. */
public enum Glue {
  TINYUSB("tinyusb", "dcd_ums.c", "TinyUSB's dcd_*"),
  ZEPHYR("zephyr", "udc_ums.c", "Zephyr's udc_api, on native_sim"),
  STM32("stm32", "usbd_ll_ums.c", "USBD_LL_* of ST's USB device library"),
  ROCKBOX("rockbox", "usb-drv-ums.c", "Rockbox's usb_drv_*");

  private final String word;
  private final FirmwareSource source;
  private final String meaning;

  Glue(String word, String file, String meaning) {
    this.word = word;
    source = FirmwareSource.glue(file);
    this.meaning = meaning;
  }

  /** That of a stack, by the word for it. */
  public static Optional<Glue> of(String word) {
    return Stream.of(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  /** What a command line calls it. */
  public String word() {
    return word;
  }

  /** Its file. */
  public FirmwareSource source() {
    return source;
  }

  /** Which interface of which stack it maps. */
  public String meaning() {
    return meaning;
  }
}
