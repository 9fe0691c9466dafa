/**
 * USB/IP 1.1.1: USB over TCP, as Linux speaks it (documented in the kernel, {@code
 * Documentation/usb/usbip_protocol.rst}). The server exports devices of a {@link
 * dev.umsim.sim.serve.DeviceService}; the client is a {@link dev.umsim.core.usb.UsbLink}.
 */
@NullMarked
package dev.umsim.sim.usbip;

import org.jspecify.annotations.NullMarked;
