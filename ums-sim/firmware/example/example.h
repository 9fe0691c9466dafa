/* SPDX-License-Identifier: Apache-2.0
 *
 * A mass storage device on a RAM disk: device.c is the USB device (USB 2.0, chapter 9), transport.c
 * moves commands and data (Bulk-Only Transport 1.0), scsi.c executes them (SPC-2, SBC-2) on disk.c.
 */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "faults.h"

enum { BLOCK_BYTES = 512, CHUNK_BLOCKS = 8, CHUNK_BYTES = CHUNK_BLOCKS * BLOCK_BYTES };
enum { EP_IN = 0x81, EP_OUT = 0x02 };

/* ---- disk.c ---- */

void disk_make(uint32_t blocks);
uint32_t disk_blocks(void);

/* Both move all blocks, or return false: *bad is the block that failed then, and nothing moved. */
bool disk_read(uint32_t lba, uint32_t count, uint8_t *to, uint32_t *bad);
bool disk_write(uint32_t lba, uint32_t count, const uint8_t *from, uint32_t *bad);
bool disk_check(uint32_t lba, uint32_t count, uint32_t *bad); /* whether they could be read */

void disk_fail(bool reads, bool writes, int64_t lba); /* -1: nothing any more */

/* ---- scsi.c ---- */

enum direction { NO_DATA, TO_HOST, FROM_HOST };

/* What a command means to do, before any of it is done. */
struct task {
  bool good;                /* until something fails */
  enum direction direction; /* NO_DATA if it has failed already */
  uint32_t length;          /* bytes that it will move */
  bool blocks;              /* it moves blocks of the disk, from lba on; else the reply */
  uint32_t lba;
  uint8_t reply[128];
};

/* How long the CDB of this operation code is; 0 if it is not known. */
uint8_t scsi_cdb_bytes(uint8_t opcode);

/* Checks a command, and does it but for its data. host_bytes: how much the host wants to move. */
void scsi_begin(struct task *task, uint8_t lun, const uint8_t *cdb, uint32_t host_bytes);

/* The next bytes to send, at most CHUNK_BYTES; false if it failed. */
bool scsi_read(struct task *task, uint32_t done, uint8_t *to, uint32_t bytes);

/* The next bytes that came, at most CHUNK_BYTES and whole blocks; false if it failed. */
bool scsi_write(struct task *task, uint32_t done, const uint8_t *from, uint32_t bytes);

void scsi_reset(void); /* a new configuration: forgets sense data and PREVENT */

/* Somebody takes the medium out, or puts it back; false if there is nothing to do. */
bool scsi_medium_out(void);
bool scsi_medium_in(void);
void scsi_power_on(void);

/* ---- transport.c ---- */

void transport_start(uint16_t max_packet); /* configured: the endpoints are open from here on */
void transport_stop(void);                 /* and closed */
void transport_reset(void);                /* Bulk-Only Mass Storage Reset */
void transport_clear_halt(uint8_t endpoint);
void transport_done(uint8_t endpoint, uint32_t bytes);

#endif
