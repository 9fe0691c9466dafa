/**
 * Disk images: partition tables and FAT file systems, written from a plan and read back from bytes.
 */
@NullMarked
package dev.umsim.sim.image;

import org.jspecify.annotations.NullMarked;
