/** Simulated devices, firmware stacks and media on a timeline of their own. */
@NullMarked
package dev.umsim.sim;

import org.jspecify.annotations.NullMarked;
