/** Faults on demand: what is to go wrong, and when, as lines of a script. */
@NullMarked
package dev.umsim.sim.fault;

import org.jspecify.annotations.NullMarked;
