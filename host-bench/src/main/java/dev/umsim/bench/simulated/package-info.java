/**
 * Devices that are simulated in this process, and the two ways to describe one: the keys of a
 * target and the device lines of an exchange file.
 */
package dev.umsim.bench.simulated;
