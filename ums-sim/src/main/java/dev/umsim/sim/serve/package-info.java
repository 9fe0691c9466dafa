/**
 * The service that exports devices to hosts in other programs: one event loop owns the devices, and
 * what speaks a protocol is a {@link dev.umsim.sim.serve.Client} of it.
 */
package dev.umsim.sim.serve;
