/**
 * Devices as they are measured: the numbers of host, firmware, port, medium and volume, each with
 * where it comes from, read from TOML.
 */
@NullMarked
package dev.umsim.sim.profile;

import org.jspecify.annotations.NullMarked;
