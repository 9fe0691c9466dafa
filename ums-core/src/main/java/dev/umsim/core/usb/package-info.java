/**
 * USB 2.0 as a bulk-only device needs it: the link that a host holds, the pipes in which host and
 * device meet, the bus that moves packets through them, and the device of chapter 9.
 *
 * <h2>How a transfer goes</h2>
 *
 * <p>A host submits a {@link dev.umsim.core.usb.Transfer} to a {@link dev.umsim.core.usb.UsbLink},
 * which puts it into the queue of its pipe. The device arms {@link
 * dev.umsim.core.usb.DeviceBuffer}s in the other queue of the same pipe. Where both queues have
 * something, the pipe tells the {@link dev.umsim.core.usb.Bus}, which moves packets when it sees
 * fit: at once in {@link dev.umsim.core.usb.ZeroTimeBus}, in frames and microframes in the bus of
 * the simulation. One buffer may serve several transfers, and one transfer may take several
 * buffers; a short packet ends both (5.8.3).
 *
 * <p>NAK (8.4.5) is no event: it is a pipe on which one side has nothing. A halted endpoint
 * (8.5.3.4) answers STALL until CLEAR_FEATURE(ENDPOINT_HALT), which also resets its data toggle
 * (9.4.5). Each side keeps a toggle of its own, so that a lost handshake can be told from a lost
 * packet (8.6).
 *
 * <h2>Whose code runs when</h2>
 *
 * <p>Nothing here has a thread or a clock. Completions go through a ring and are delivered by
 * whoever runs the link, never from inside the call that caused them; so a callback may submit,
 * cancel, halt or reset. A reset takes all transfers of all pipes back before the device hears of
 * it.
 *
 * <h2>The device of chapter 9</h2>
 *
 * <p>{@link dev.umsim.core.usb.UsbDevice} answers standard requests on endpoint 0 and hands class
 * requests to its {@link dev.umsim.core.usb.UsbFunction}. A control transfer has three stages
 * (8.5.3); a new address is used from the end of the status stage on (9.4.6). Not here: isochronous
 * and interrupt endpoints, hubs, remote wake-up, SuperSpeed.
 */
@NullMarked
package dev.umsim.core.usb;

import org.jspecify.annotations.NullMarked;
