package dev.umsim.bench.guest;

import java.util.List;

/** A USB host controller that QEMU emulates. */
enum HostController {
  /** USB 1.1, which keeps to the bus's frames. */
  UHCI("uhci", "full-speed", "piix3-usb-uhci,id=hc", "hc.0"),
  /** USB 2.0, without a companion for full speed. */
  EHCI("ehci", "high-speed", "usb-ehci,id=hc", "hc.0"),
  /** USB 3; its last ports are for high speed alone: QEMU's own disk would be a SuperSpeed one. */
  XHCI("xhci", "high-speed", "qemu-xhci,id=hc,p2=4,p3=1", "hc.0,port=4");

  private final String driver;
  private final String speed;
  private final String device;
  private final String bus;

  HostController(String driver, String speed, String device, String bus) {
    this.driver = driver;
    this.speed = speed;
    this.device = device;
    this.bus = bus;
  }

  /** Its name for {@code controllers} in a job. */
  String driver() {
    return driver;
  }

  /** The speed of a dual-speed device on it, in the words of the kernel's log. */
  String speed() {
    return speed;
  }

  /** The options of QEMU for it. */
  List<String> options() {
    return List.of("-device", device);
  }

  /** Where a device of QEMU says that it hangs on this controller. */
  String bus() {
    return "bus=" + bus;
  }
}
