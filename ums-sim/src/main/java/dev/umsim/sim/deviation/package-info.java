/**
 * Ways in which devices depart from the standards, each of which the conformant device can be given
 * alone or together with others.
 */
package dev.umsim.sim.deviation;
