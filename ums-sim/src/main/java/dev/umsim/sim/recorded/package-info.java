/** Devices as captures have shown them: what was observed, and the reference for all else. */
@NullMarked
package dev.umsim.sim.recorded;

import org.jspecify.annotations.NullMarked;
