/**
 * Media for the simulation: image files, copy-on-write overlays, media without storage, and media
 * with faults.
 */
package dev.umsim.sim.medium;
