/**
 * The service that exports devices to hosts in other programs: one event loop owns the devices, and
 * what speaks a protocol is a {@link dev.umsim.sim.serve.Client} of it.
 *
 * <h2>Threads</h2>
 *
 * <p>Devices, links and connections are touched on the loop of {@link
 * dev.umsim.sim.serve.DeviceService} alone. A link says by {@code onReady} that it has something to
 * do, and is then run once with a time-out of 0; nothing polls, and nothing on the loop waits. Only
 * {@link dev.umsim.sim.serve.WorkerMedium} has a thread of its own, one for each file, which
 * answers on the loop.
 *
 * <h2>From attach to detach</h2>
 *
 * <p>A client gets an {@link dev.umsim.sim.serve.Attachment}, which resets the port and gives the
 * device an address, since neither USB/IP nor usbredir bring SET_ADDRESS to a device. Transfers are
 * admitted with a number by which they may be cancelled, and handed back completed. When the last
 * one of a turn is done the client is asked to flush, so that a burst of completions is one write.
 *
 * <h2>Limits</h2>
 *
 * <p>Whatever a peer can make this side hold has a limit: transfers and bytes under way, the length
 * of a message, the time that it may be silent. One that goes over it loses its connection; to stop
 * reading instead would hide a cancellation behind the flood. A turn on the loop is limited too, so
 * that one peer cannot starve another.
 *
 * <h2>Time</h2>
 *
 * <p>By default a device takes no time of its own. {@link dev.umsim.sim.serve.PacedBus} lets
 * simulated time pass as fast as the wall clock, for devices that take their own.
 */
@NullMarked
package dev.umsim.sim.serve;

import org.jspecify.annotations.NullMarked;
