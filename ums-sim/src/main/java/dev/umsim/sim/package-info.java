/** Simulated devices, firmware stacks and media on a timeline of their own. */
package dev.umsim.sim;
