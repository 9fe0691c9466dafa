/* SPDX-License-Identifier: Apache-2.0
 *
 * Faults that this firmware can be built with, one at a time: make faulty-NAME, with - for _.
 * Each is one that firmware in the field has had, and stands at one place in the sources.
 */
#ifndef FAULTS_H
#define FAULTS_H

enum fault {
  FAULT_none,
  /* transport.c */
  FAULT_any_cbw,           /* BOT 1.0, 6.2.1: takes a CBW of any length and signature */
  FAULT_wedge_freed,       /* BOT 1.0, 6.6.1: CLEAR_FEATURE alone frees it after an invalid CBW */
  FAULT_csw_tag,           /* BOT 1.0, 5.2: dCSWTag counts by itself */
  FAULT_csw_early,         /* BOT 1.0, 6.7.2: sends the CSW in the place of the data that it lacks */
  FAULT_csw_missing,       /* BOT 1.0, 5.2: sends no CSW after a command that fails */
  FAULT_residue_zero,      /* BOT 1.0, 5.2: dCSWDataResidue is always 0 */
  FAULT_phase_error_good,  /* BOT 1.0, 6.7.3 (case 13): more data than the host gives ends with 00 */
  FAULT_halt_after_data,   /* BOT 1.0, 6.7.3: halts OUT for a write that failed, though all came */
  FAULT_reset_clears_halt, /* BOT 1.0, 3.1: Bulk-Only Reset clears the halts of both endpoints */
  FAULT_block_size_taken,  /* SBC-2, 4.1: takes dCBWDataTransferLength / blocks for a block's size */
  FAULT_last_chunk_lost,   /* SBC-2, 5.25: does not store what comes behind the first 4 KiB */
  /* scsi.c */
  FAULT_allocation_ignored, /* SPC-2, 4.3.4.6: INQUIRY sends more than its allocation length */
  FAULT_evpd_ignored,       /* SPC-2, 7.3.1: INQUIRY with EVPD sends the standard data */
  FAULT_sense_kept,         /* SPC-2, 7.20.1: sense data stays after it has been read */
  FAULT_sense_missing,      /* SPC-2, 7.20.1: sense data is always NO SENSE */
  FAULT_unknown_good,       /* SPC-2, 7.20.6: an unknown operation code is GOOD */
  FAULT_capacity_count,     /* SBC-2, 5.10: READ CAPACITY tells how many blocks, not the last one */
  FAULT_range_wraps,        /* SBC-2, 4.1: the check of LBA and count wraps at 32 bits */
  /* device.c */
  FAULT_halt_toggle,        /* USB 2.0, 9.4.5: CLEAR_FEATURE does nothing at a pipe not halted */
  FAULT_configured_once,    /* USB 2.0, 9.1.1.5: a second SET_CONFIGURATION changes nothing */
  FAULT_empty_packet,       /* USB 2.0, 5.5.3: no empty packet behind data that ends with a whole one */
  FAULT_interface_anywhere, /* BOT 1.0, 3.2: answers Get Max LUN of every interface, at any length */
  FAULT_serial_short,       /* BOT 1.0, 4.1.1: a serial number of four digits */
  /* It dies at the READ that reaches block 8. */
  FAULT_dies_segv,     /* a null pointer */
  FAULT_dies_abort,    /* an assertion */
  FAULT_dies_overflow, /* a write behind the end of memory, as a sanitizer finds it */
  FAULT_dies_exit      /* it ends as if all were well */
};

#ifndef FAULT
#define FAULT FAULT_none
#endif

#define FAULTY(name) (FAULT == FAULT_##name)

#endif
