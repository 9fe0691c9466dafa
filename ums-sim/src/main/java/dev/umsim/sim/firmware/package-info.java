/** What firmware needs to be a device of this program: sources in C, to be written out. */
package dev.umsim.sim.firmware;
