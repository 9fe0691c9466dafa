/** What tests of several packages share. */
package dev.umsim.sim.testing;
