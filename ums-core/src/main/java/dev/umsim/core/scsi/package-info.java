/**
 * SCSI as a USB disk needs it (SAM-5, SPC-4, SBC-3): commands are decoded once, a unit says what it
 * intends, and a task carries it out a chunk at a time. Knows no USB.
 */
package dev.umsim.core.scsi;
