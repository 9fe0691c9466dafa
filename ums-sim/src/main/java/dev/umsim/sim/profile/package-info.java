/**
 * Devices as they are measured: the numbers of host, firmware, port, medium and volume, each with
 * where it comes from, read from TOML.
 */
package dev.umsim.sim.profile;
