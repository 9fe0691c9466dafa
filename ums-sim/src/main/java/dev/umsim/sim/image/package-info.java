/**
 * Disk images: partition tables and FAT file systems, written from a plan and read back from bytes.
 */
package dev.umsim.sim.image;
