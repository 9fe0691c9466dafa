/**
 * The conformance suite: every check is a value with its clause, and runs against any device at a
 * link by the raw host.
 *
 * <p>What is written here are clauses and sets of legal answers; nothing is taken from the device
 * of this project.
 */
@NullMarked
package dev.umsim.sim.check;

import org.jspecify.annotations.NullMarked;
