/* SPDX-License-Identifier: Apache-2.0
 *
 * Bulk-Only Transport 1.0: a command, its data, its status.
 */
#include <string.h>

#include "example.h"
#include "ums_udc.h"

enum { CBW_BYTES = 31, CSW_BYTES = 13 };
enum status { PASSED, FAILED, PHASE_ERROR };

static struct {
  enum { COMMAND, SENDING, RECEIVING, STATUS, WEDGED } phase;
  uint16_t max_packet;
  uint32_t tag, host_bytes; /* dCBWTag, dCBWDataTransferLength */
  bool to_host;             /* the direction that the host expects */
  enum status status;
  uint32_t moved;  /* bytes of the data phase */
  uint32_t useful; /* of these, what the command was about: the residue is the rest */
  struct task task;
  uint8_t buffer[CHUNK_BYTES];
} now;

static uint32_t get32(const uint8_t *from) {
  return (uint32_t)from[3] << 24 | (uint32_t)from[2] << 16 | (uint32_t)from[1] << 8 | from[0];
}

static void put32(uint8_t *to, uint32_t value) {
  for (int i = 0; i < 4; i++) {
    to[i] = (uint8_t)(value >> 8 * i);
  }
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* A whole packet, so that a CBW that is too long shows. */
static void await_command(void) {
  now.phase = COMMAND;
  ums_udc_start(EP_OUT, now.buffer, now.max_packet);
}

/* Arms the CSW; where IN is halted it goes when the host has cleared that. */
static void send_status(void) {
  static uint32_t own_tag = 0x10000;
  uint8_t *csw = now.buffer;
  if (FAULTY(csw_missing) && now.status == FAILED) {
    await_command();
    return;
  }
  memcpy(csw, "USBS", 4);
  put32(csw + 4, FAULTY(csw_tag) ? ++own_tag : now.tag);
  put32(csw + 8, FAULTY(residue_zero) ? 0 : now.host_bytes - now.useful);
  csw[12] = (uint8_t)now.status;
  now.phase = STATUS;
  ums_udc_start(EP_IN, csw, CSW_BYTES);
}

/* The data phase to the host ends here; where it wants more it gets a STALL (BOT 1.0, 6.7.2). */
static void end_sending(void) {
  if (now.moved < now.host_bytes && !(FAULTY(csw_early) && now.moved == 0)) {
    ums_udc_stall(EP_IN);
  }
  send_status();
}

static void send_more(void) {
  uint32_t bytes = least(now.task.length - now.moved, CHUNK_BYTES);
  if (bytes == 0) {
    end_sending();
  } else if (scsi_read(&now.task, now.moved, now.buffer, bytes)) {
    now.phase = SENDING;
    ums_udc_start(EP_IN, now.buffer, bytes);
  } else {
    now.status = FAILED;
    end_sending();
  }
}

/* All that the host has is taken, needed or not (BOT 1.0, 6.7.3), so that it never waits. */
static void receive_more(void) {
  uint32_t bytes = least(now.host_bytes - now.moved, CHUNK_BYTES);
  if (bytes == 0) {
    if (FAULTY(halt_after_data) && now.status == FAILED) {
      ums_udc_stall(EP_OUT);
    }
    send_status();
  } else {
    now.phase = RECEIVING;
    ums_udc_start(EP_OUT, now.buffer, bytes);
  }
}

static void received(uint32_t bytes) {
  uint32_t asked = least(now.host_bytes - now.moved, CHUNK_BYTES);
  uint32_t wanted = now.task.length > now.moved ? now.task.length - now.moved : 0;
  uint32_t stored = least(bytes, wanted) / BLOCK_BYTES * BLOCK_BYTES;
  if (now.status == PASSED && stored > 0) {
    if (scsi_write(&now.task, now.moved, now.buffer, stored)) {
      now.useful += stored;
    } else {
      now.status = FAILED;
    }
  }
  now.moved += bytes;
  if (bytes < asked) { /* a short packet: the host has ended the data early */
    now.status = PHASE_ERROR;
    send_status();
  } else {
    receive_more();
  }
}

/* What the host expects and what the device means to do, one of thirteen cases (BOT 1.0, 6.7). */
static void begin_data(void) {
  bool agree = now.task.direction == NO_DATA ||
               (now.host_bytes > 0 && (now.task.direction == TO_HOST) == now.to_host &&
                now.task.length <= now.host_bytes);
  if (!agree) { /* cases 2, 3, 7, 8, 10, 13: nothing of it is done */
    now.status = FAULTY(phase_error_good) ? PASSED : PHASE_ERROR;
    now.task.length = 0;
  }
  if (now.host_bytes == 0) {
    send_status();
  } else if (now.to_host) {
    send_more();
  } else {
    receive_more();
  }
}

static void halt_both(void) {
  ums_udc_stall(EP_IN);
  ums_udc_stall(EP_OUT);
}

static void received_command(uint32_t bytes) {
  const uint8_t *cbw = now.buffer;
  bool valid = bytes == CBW_BYTES && memcmp(cbw, "USBC", 4) == 0; /* BOT 1.0, 6.2.1 */
  if (!valid && !FAULTY(any_cbw)) {
    now.phase = WEDGED; /* until Reset Recovery: 6.6.1 */
    halt_both();
    return;
  }
  uint8_t flags = cbw[12], lun = cbw[13], cdb_bytes = cbw[14], cdb[16];
  bool meaningful = (flags & 0x7f) == 0 && lun <= 15 && cdb_bytes >= 1 && cdb_bytes <= 16;
  if (!meaningful) { /* 6.4 leaves it to the device what it does */
    await_command();
    halt_both();
    return;
  }
  memset(cdb, 0, sizeof cdb);
  memcpy(cdb, cbw + 15, cdb_bytes);
  now.tag = get32(cbw + 4);
  now.host_bytes = get32(cbw + 8);
  now.to_host = (flags & 0x80) != 0;
  now.moved = now.useful = 0;
  if (cdb_bytes < scsi_cdb_bytes(cdb[0])) { /* half a command */
    memset(&now.task, 0, sizeof now.task);
    now.status = PHASE_ERROR;
  } else {
    scsi_begin(&now.task, lun, cdb, now.host_bytes);
    now.status = now.task.good ? PASSED : FAILED;
  }
  begin_data();
}

void transport_done(uint8_t endpoint, uint32_t bytes) {
  if (endpoint == EP_OUT && now.phase == COMMAND) {
    received_command(bytes);
  } else if (endpoint == EP_OUT && now.phase == RECEIVING) {
    received(bytes);
  } else if (endpoint == EP_IN && now.phase == SENDING) {
    now.moved += bytes;
    now.useful += bytes;
    send_more();
  } else if (endpoint == EP_IN && now.phase == STATUS) {
    await_command();
  }
}

void transport_start(uint16_t max_packet) {
  now.max_packet = max_packet;
  ums_udc_open(EP_IN, max_packet);
  ums_udc_open(EP_OUT, max_packet);
  scsi_reset();
  await_command();
}

void transport_stop(void) {
  ums_udc_close(EP_IN);
  ums_udc_close(EP_OUT);
}

/* Halts and data toggles stay as they are (BOT 1.0, 3.1). */
void transport_reset(void) {
  ums_udc_flush(EP_IN);
  ums_udc_flush(EP_OUT);
  if (FAULTY(reset_clears_halt)) {
    ums_udc_clear_stall(EP_IN);
    ums_udc_clear_stall(EP_OUT);
  }
  scsi_reset();
  await_command();
}

void transport_clear_halt(uint8_t endpoint) {
  bool halted = ums_udc_is_stalled(endpoint);
  if (FAULTY(halt_toggle) && !halted) {
    return;
  }
  ums_udc_clear_stall(endpoint);
  if (now.phase == WEDGED && FAULTY(wedge_freed)) {
    await_command();
  } else if (now.phase == WEDGED) {
    ums_udc_stall(endpoint);
  }
}
