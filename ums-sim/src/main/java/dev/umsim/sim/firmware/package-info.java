/** What firmware needs to be a device of this program: sources in C, to be written out. */
@NullMarked
package dev.umsim.sim.firmware;

import org.jspecify.annotations.NullMarked;
