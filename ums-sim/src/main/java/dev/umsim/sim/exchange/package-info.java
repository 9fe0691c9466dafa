/**
 * Exchange files: what a host did to a device and what the device answered, played against a
 * device, or recorded from one.
 */
@NullMarked
package dev.umsim.sim.exchange;

import org.jspecify.annotations.NullMarked;
