/** Faults on demand: what is to go wrong, and when, as lines of a script. */
package dev.umsim.sim.fault;
