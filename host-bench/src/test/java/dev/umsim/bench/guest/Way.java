package dev.umsim.bench.guest;

import dev.umsim.core.usb.Speed;
import java.util.ArrayList;
import java.util.List;

/** A way on which a served device comes into a guest. */
enum Way {
  /** The kernel's own client of USB/IP, over a virtual host controller. */
  USB_IP(null),
  /** QEMU's client of usbredir, on a controller whose driver is the one of real hardware. */
  REDIR_UHCI(HostController.UHCI),
  REDIR_EHCI(HostController.EHCI),
  REDIR_XHCI(HostController.XHCI);

  /** The options of QEMU for a network on which a guest reaches the host. */
  static final List<String> NETWORK =
      List.of("-netdev", "user,id=net", "-device", "virtio-net-pci,netdev=net,romfile=");

  /** Null where QEMU has no part in it. */
  private final HostController controller;

  Way(HostController controller) {
    this.controller = controller;
  }

  /** A guest that the device can come into. */
  LinuxGuest guest(ServedDevice device) {
    return guest(device.usbRedirPort());
  }

  /** A guest that a device which waits on this port can come into. */
  LinuxGuest guest(int usbRedirPort) {
    if (controller == null) {
      return LinuxGuest.with(NETWORK);
    }
    var options = new ArrayList<>(controller.options());
    options.addAll(redirection(usbRedirPort, controller));
    return LinuxGuest.with(options);
  }

  /** The options of QEMU that bring a served device to one of its controllers. */
  static List<String> redirection(int port, HostController controller) {
    return List.of(
        "-chardev",
        "socket,id=redirected,host=127.0.0.1,port=" + port,
        "-device",
        "usb-redir,id=disk,chardev=redirected," + controller.bus());
  }

  /**
   * The beginning of a job: makes ready what the device is attached to, and marks the kernel's log
   * with "attach" before it is.
   */
  String prepare(ServedDevice device) {
    return prepare(device.usbIpPort(), device.busId());
  }

  /** The same for the device of this name behind a port. */
  String prepare(int usbIpPort, String busId) {
    return controller == null
        ? """
          network
          controllers vhci
          mark attach
          attach() { attach_over_ip %d %s; }
          attach
          """
            .formatted(usbIpPort, busId)
        : """
          mark attach
          attach() { :; }
          controllers %s
          """
            .formatted(controller.driver());
  }

  /**
   * The speed of the port that the device is plugged into. Redirection has no way to tell a device
   * that it hangs on a slower controller than it was made for.
   */
  Speed port() {
    return controller == HostController.UHCI ? Speed.FULL : Speed.HIGH;
  }

  /** The speed of a dual-speed device, in the words of the kernel's log. */
  String speed() {
    return controller == null ? "high-speed" : controller.speed();
  }

  /** Megabytes that can be copied in a test that many others wait for. */
  int fairMegabytes() {
    return this == REDIR_UHCI ? 1 : 8;
  }
}
