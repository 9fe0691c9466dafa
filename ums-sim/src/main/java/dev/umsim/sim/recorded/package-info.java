/** Devices as captures have shown them: what was observed, and the reference for all else. */
package dev.umsim.sim.recorded;
