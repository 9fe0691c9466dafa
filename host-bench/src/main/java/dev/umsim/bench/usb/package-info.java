/** Devices at the ports of this machine, through libusb (usb4java). */
package dev.umsim.bench.usb;
