/** Simulated time, which passes as fast as the work in it can be done. */
package dev.umsim.sim.time;
