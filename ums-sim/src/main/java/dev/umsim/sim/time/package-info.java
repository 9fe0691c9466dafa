/** Simulated time, which passes as fast as the work in it can be done. */
@NullMarked
package dev.umsim.sim.time;

import org.jspecify.annotations.NullMarked;
