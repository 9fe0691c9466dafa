/**
 * Media for the simulation: image files, copy-on-write overlays, media without storage, and media
 * with faults.
 */
@NullMarked
package dev.umsim.sim.medium;

import org.jspecify.annotations.NullMarked;
