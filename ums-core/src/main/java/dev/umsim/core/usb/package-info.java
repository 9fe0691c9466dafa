/**
 * USB 2.0 as a bulk-only device needs it: the link that a host holds, the pipes in which host and
 * device meet, the bus that moves packets through them, and the device of chapter 9.
 */
package dev.umsim.core.usb;
