/**
 * usbredir: USB over a stream, as QEMU's {@code usb-redir} device speaks it (documented in the
 * project spice/usbredir, {@code docs/usb-redirection-protocol.md}). This side is the "usb-host",
 * which has the device; QEMU is the "usb-guest", whichever of them opens the connection.
 */
@NullMarked
package dev.umsim.sim.usbredir;

import org.jspecify.annotations.NullMarked;
