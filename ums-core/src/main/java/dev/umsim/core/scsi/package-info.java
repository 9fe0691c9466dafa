/**
 * SCSI as a USB disk needs it (SAM-5, SPC-4, SBC-3, MMC-6): commands are decoded once, a unit says
 * what it intends, and a task carries it out a chunk at a time. Knows no USB.
 *
 * <h2>From bytes to an effect</h2>
 *
 * <p>{@link dev.umsim.core.scsi.Operation} is the one table of commands: operation code, kinds of
 * unit, effect, and the fields of the CDB by the names of the standards. A {@link
 * dev.umsim.core.scsi.Cdb} is looked up there, its reserved bits are checked by it, and a field
 * that is wrong is pointed at by it (SPC-4, 4.5.2.4.2). What is left is a {@link
 * dev.umsim.core.scsi.Command}, a record of a sealed type, so that whoever handles commands handles
 * all of them.
 *
 * <p>A unit answers a command with an intent: so many bytes in or out, none, or a failure with its
 * sense data. The transport decides with it what may happen on the wire, and starts the {@link
 * dev.umsim.core.scsi.Task} with as many bytes as host and device agree on.
 *
 * <h2>Before the command</h2>
 *
 * <p>{@link dev.umsim.core.scsi.DeviceServer} holds the order in which things are looked at: does
 * the unit exist, is the CDB a command, is a unit attention pending that this command reports
 * (SAM-5, 5.14; INQUIRY, REPORT LUNS and REQUEST SENSE do not), is there a medium. Sense data is
 * kept for one REQUEST SENSE, since Bulk-Only Transport has no autosense.
 *
 * <h2>Media</h2>
 *
 * <p>{@link dev.umsim.core.scsi.MediumSlot} is the drive: tray, prevent, eject, insertion from
 * outside. A medium answers now or later, and one that was pulled meanwhile fails its task.
 */
@NullMarked
package dev.umsim.core.scsi;

import org.jspecify.annotations.NullMarked;
