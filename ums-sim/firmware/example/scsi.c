/* SPDX-License-Identifier: Apache-2.0
 *
 * SCSI commands of a removable disk with one unit (SPC-2, SBC-2).
 */
#include <string.h>

#include "example.h"

/* Sense key, additional sense code and qualifier, as one number. */
enum sense {
  NO_SENSE = 0,
  MEDIUM_NOT_PRESENT = 0x023a00,
  WRITE_ERROR = 0x030c00,
  UNRECOVERED_READ_ERROR = 0x031100,
  INVALID_OPERATION_CODE = 0x052000,
  LBA_OUT_OF_RANGE = 0x052100,
  INVALID_FIELD_IN_CDB = 0x052400,
  LOGICAL_UNIT_NOT_SUPPORTED = 0x052500,
  SAVING_NOT_SUPPORTED = 0x053900,
  REMOVAL_PREVENTED = 0x055302,
  MEDIUM_CHANGED = 0x062800
};

static struct {
  enum sense sense, attention; /* what REQUEST SENSE tells, and what waits to become that */
  bool has_information;
  uint32_t information; /* the block that failed */
  uint8_t field;        /* the byte of the CDB that INVALID_FIELD_IN_CDB is about; 0: not told */
  bool ejected, prevented;
} unit;

static void put16(uint8_t *to, uint32_t value) {
  to[0] = (uint8_t)(value >> 8);
  to[1] = (uint8_t)value;
}

static void put32(uint8_t *to, uint32_t value) {
  put16(to, value >> 16);
  put16(to + 2, value);
}

static uint32_t get16(const uint8_t *from) { return (uint32_t)from[0] << 8 | from[1]; }

static uint32_t get32(const uint8_t *from) { return get16(from) << 16 | get16(from + 2); }

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* The command has failed: status 01, and this is why. */
static void fail(struct task *task, enum sense sense) {
  task->good = false;
  task->direction = NO_DATA;
  task->length = 0;
  unit.sense = FAULTY(sense_missing) ? NO_SENSE : sense;
}

static void fail_field(struct task *task, uint8_t field) {
  fail(task, INVALID_FIELD_IN_CDB);
  unit.field = field;
}

/* The command sends this reply, as far as the host has asked for it. */
static void reply(struct task *task, uint32_t bytes, uint32_t allocation, uint32_t host_bytes) {
  uint32_t length = least(bytes, allocation);
  if (FAULTY(allocation_ignored) && task->reply[4] == 31) {
    length = bytes;
  } else if (host_bytes > 0) {
    length = least(length, host_bytes);
  }
  task->direction = length > 0 ? TO_HOST : NO_DATA;
  task->length = length;
}

static void sense_data(struct task *task, enum sense sense) {
  uint8_t *to = task->reply;
  to[0] = unit.has_information ? 0xf0 : 0x70;
  to[2] = (uint8_t)(sense >> 16);
  if (unit.has_information) {
    put32(to + 3, unit.information);
  }
  to[7] = 10;
  to[12] = (uint8_t)(sense >> 8);
  to[13] = (uint8_t)sense;
  if (sense == INVALID_FIELD_IN_CDB && unit.field > 0) {
    to[15] = 0xc0; /* a field of the CDB */
    to[17] = unit.field;
  }
}

static void forget_sense(void) {
  unit.sense = NO_SENSE;
  unit.has_information = false;
  unit.field = 0;
}

static void request_sense(struct task *task, uint8_t lun, const uint8_t *cdb, uint32_t host_bytes) {
  if (lun > 0) {
    sense_data(task, LOGICAL_UNIT_NOT_SUPPORTED);
  } else {
    if (unit.sense == NO_SENSE) {
      unit.sense = unit.attention;
      unit.attention = NO_SENSE;
    }
    sense_data(task, unit.sense);
    if (!FAULTY(sense_kept)) {
      forget_sense();
    }
  }
  reply(task, 18, cdb[4], host_bytes);
}

static void inquiry(struct task *task, uint8_t lun, const uint8_t *cdb, uint32_t host_bytes) {
  static const uint8_t standard[36] = "\x00\x80\x04\x02\x1f\0\0\0UMSIM   Example firmware0001";
  static const uint8_t pages[] = {0, 0, 0, 3, 0x00, 0x80, 0x83};
  static const uint8_t serial[] = "\x00\x80\x00\x0c" "000000000001";
  static const uint8_t name[] = "\x00\x83\x00\x18\x02\x01\x00\x14UMSIM   000000000001";
  uint8_t *to = task->reply;
  uint32_t bytes = sizeof standard;
  memcpy(to, standard, sizeof standard);
  if (lun > 0) {
    to[0] = 0x7f; /* there is no such unit, and cannot be */
  } else if ((cdb[1] & 1) && !FAULTY(evpd_ignored)) {
    memset(to, 0, sizeof standard);
    if (cdb[2] == 0x00) {
      memcpy(to, pages, bytes = sizeof pages);
    } else if (cdb[2] == 0x80) {
      memcpy(to, serial, bytes = sizeof serial - 1);
    } else if (cdb[2] == 0x83) {
      memcpy(to, name, bytes = sizeof name - 1);
    } else {
      fail_field(task, 2);
      return;
    }
  } else if (cdb[2] != 0 && !FAULTY(evpd_ignored)) {
    fail_field(task, 2);
    return;
  }
  reply(task, bytes, get16(cdb + 3), host_bytes);
}

static void report_luns(struct task *task, const uint8_t *cdb, uint32_t host_bytes) {
  if (cdb[2] > 2) {
    fail_field(task, 2);
    return;
  }
  bool units = cdb[2] != 1; /* 1: of the well-known ones only, and there are none */
  put32(task->reply, units ? 8 : 0);
  reply(task, units ? 16 : 8, get32(cdb + 6), host_bytes);
}

static void mode_sense(struct task *task, const uint8_t *cdb, uint32_t host_bytes) {
  static const uint8_t caching[20] = {0x08, 18}; /* no write cache */
  static const uint8_t control[12] = {0x0a, 10};
  bool ten = cdb[0] == 0x5a;
  uint8_t page = cdb[2] & 0x3f, control_of = cdb[2] >> 6;
  uint32_t header = ten ? 8 : 4, bytes = header;
  uint8_t *to = task->reply;
  if (control_of == 3) {
    fail(task, SAVING_NOT_SUPPORTED);
    return;
  }
  if ((page != 0x08 && page != 0x0a && page != 0x3f) ||
      (cdb[3] != 0 && !(page == 0x3f && cdb[3] == 0xff))) {
    fail_field(task, page == 0x08 || page == 0x0a || page == 0x3f ? 3 : 2);
    return;
  }
  if (!(cdb[1] & 0x08)) { /* the block descriptor is not disabled */
    put32(to + bytes, disk_blocks());
    put32(to + bytes + 4, BLOCK_BYTES);
    bytes += 8;
  }
  to[ten ? 7 : 3] = (uint8_t)(bytes - header);
  if (page != 0x0a) {
    memcpy(to + bytes, caching, sizeof caching);
    bytes += sizeof caching;
  }
  if (page != 0x08) {
    memcpy(to + bytes, control, sizeof control);
    bytes += sizeof control;
  }
  to[ten ? 3 : 2] = 0x10; /* DPO and FUA are taken */
  to[ten ? 1 : 0] = (uint8_t)(bytes - (ten ? 2 : 1));
  reply(task, bytes, ten ? get16(cdb + 7) : cdb[4], host_bytes);
}

static void start_stop(struct task *task, const uint8_t *cdb) {
  bool load_eject = cdb[4] & 2, start = cdb[4] & 1;
  if (!load_eject || unit.ejected != start) {
    return; /* nothing moves */
  }
  if (unit.prevented) {
    fail(task, REMOVAL_PREVENTED);
  } else {
    unit.ejected = !start;
  }
}

static void read_capacity(struct task *task, const uint8_t *cdb, uint32_t host_bytes) {
  if (!(cdb[8] & 1) && get32(cdb + 2) != 0) {
    fail_field(task, 2);
    return;
  }
  put32(task->reply, disk_blocks() - (FAULTY(capacity_count) ? 0 : 1));
  put32(task->reply + 4, BLOCK_BYTES);
  reply(task, 8, 8, 0); /* of fixed length: no host may ask for less */
  (void)host_bytes;
}

static void read_format_capacities(struct task *task, const uint8_t *cdb, uint32_t host_bytes) {
  task->reply[3] = 8;
  put32(task->reply + 4, disk_blocks());
  put32(task->reply + 8, BLOCK_BYTES);
  task->reply[8] = unit.ejected ? 3 : 2; /* no medium, or formatted */
  reply(task, 12, get16(cdb + 7), host_bytes);
}

static bool in_range(uint32_t lba, uint32_t count) {
  if (FAULTY(range_wraps)) {
    return lba + count <= disk_blocks();
  }
  return lba <= disk_blocks() && count <= disk_blocks() - lba;
}

/* READ, WRITE, VERIFY and SYNCHRONIZE CACHE: the same fields. */
static void access_blocks(struct task *task, const uint8_t *cdb, enum direction direction,
                          uint32_t host_bytes) {
  uint32_t lba = get32(cdb + 2), count = get16(cdb + 7);
  if (!in_range(lba, count)) {
    fail(task, LBA_OUT_OF_RANGE);
    return;
  }
  uint32_t block = FAULTY(block_size_taken) && count > 0 ? host_bytes / count : BLOCK_BYTES;
  task->lba = lba;
  task->blocks = true;
  task->length = direction == NO_DATA ? 0 : count * block;
  task->direction = task->length > 0 ? direction : NO_DATA;
}

static bool moved(struct task *task, bool good, enum sense sense, uint32_t bad) {
  if (!good) {
    fail(task, sense);
    unit.has_information = true;
    unit.information = bad;
  }
  return good;
}

/* Whether the medium gives the blocks; they are not compared with anything. */
static void verify(struct task *task, const uint8_t *cdb) {
  uint32_t bad = 0;
  access_blocks(task, cdb, NO_DATA, 0);
  if (task->good && !disk_check(task->lba, get16(cdb + 7), &bad)) {
    moved(task, false, UNRECOVERED_READ_ERROR, bad);
  }
}

/*
 * The commands. The mask has the bits of the CDB that may be set: all that a field has, the obsolete
 * LUN in the first three bits of byte 1 where no other field is there, and the last byte, CONTROL,
 * but for NACA.
 */
static const struct command {
  uint8_t mask[12];
  bool works_without_medium;
  bool ignores_attention;
} commands[] = {
    {{0x00, 0xe0, 0, 0, 0, 0xfb}, false, false},                                 /* TEST UNIT READY */
    {{0x03, 0xe0, 0, 0, 0xff, 0xfb}, true, true},                                /* REQUEST SENSE */
    {{0x12, 0xe1, 0xff, 0xff, 0xff, 0xfb}, true, true},                          /* INQUIRY */
    {{0x1a, 0xe8, 0xff, 0xff, 0xff, 0xfb}, true, false},                         /* MODE SENSE(6) */
    {{0x1b, 0xe1, 0, 0, 0x03, 0xfb}, true, false},                               /* START STOP UNIT */
    {{0x1d, 0x04, 0, 0, 0, 0xfb}, true, false},                                  /* SEND DIAGNOSTIC */
    {{0x1e, 0xe0, 0, 0, 0x01, 0xfb}, true, false},                               /* PREVENT ALLOW */
    {{0x23, 0xe0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xfb}, true, false},                /* READ FORMAT CAP. */
    {{0x25, 0xe0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0x01, 0xfb}, false, false},      /* READ CAPACITY */
    {{0x28, 0x18, 0xff, 0xff, 0xff, 0xff, 0, 0xff, 0xff, 0xfb}, false, false},   /* READ(10) */
    {{0x2a, 0x18, 0xff, 0xff, 0xff, 0xff, 0, 0xff, 0xff, 0xfb}, false, false},   /* WRITE(10) */
    {{0x2f, 0x10, 0xff, 0xff, 0xff, 0xff, 0, 0xff, 0xff, 0xfb}, false, false},   /* VERIFY(10) */
    {{0x35, 0xe2, 0xff, 0xff, 0xff, 0xff, 0, 0xff, 0xff, 0xfb}, false, false},   /* SYNCHRONIZE */
    {{0x5a, 0xe8, 0xff, 0xff, 0, 0, 0, 0xff, 0xff, 0xfb}, true, false},          /* MODE SENSE(10) */
    {{0xa0, 0xe0, 0xff, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0xfb}, true, true},  /* REPORT LUNS */
};

uint8_t scsi_cdb_bytes(uint8_t opcode) {
  static const uint8_t bytes[8] = {6, 10, 10, 0, 16, 12, 0, 0}; /* by the group, SPC-2, 4.3.1 */
  return bytes[opcode >> 5];
}

static const struct command *find(uint8_t opcode) {
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    if (commands[i].mask[0] == opcode) {
      return &commands[i];
    }
  }
  return NULL;
}

static void execute(struct task *task, uint8_t lun, const uint8_t *cdb, uint32_t host_bytes) {
  switch (cdb[0]) {
    case 0x03: request_sense(task, lun, cdb, host_bytes); break;
    case 0x12: inquiry(task, lun, cdb, host_bytes); break;
    case 0x1a: case 0x5a: mode_sense(task, cdb, host_bytes); break;
    case 0x1b: start_stop(task, cdb); break;
    case 0x1e: unit.prevented = cdb[4] & 1; break;
    case 0x23: read_format_capacities(task, cdb, host_bytes); break;
    case 0x25: read_capacity(task, cdb, host_bytes); break;
    case 0x28: access_blocks(task, cdb, TO_HOST, host_bytes); break;
    case 0x2a: access_blocks(task, cdb, FROM_HOST, host_bytes); break;
    case 0x2f: verify(task, cdb); break;
    case 0x35: access_blocks(task, cdb, NO_DATA, 0); break;
    case 0xa0: report_luns(task, cdb, host_bytes); break;
    default: break; /* TEST UNIT READY and SEND DIAGNOSTIC: it is, and it is well */
  }
}

void scsi_begin(struct task *task, uint8_t lun, const uint8_t *cdb, uint32_t host_bytes) {
  const struct command *command = find(cdb[0]);
  memset(task, 0, sizeof *task);
  task->good = true;
  if (cdb[0] != 0x03) {
    forget_sense(); /* it was about the command before */
  }
  if (lun > 0 && cdb[0] != 0x12 && cdb[0] != 0x03 && cdb[0] != 0xa0) {
    fail(task, LOGICAL_UNIT_NOT_SUPPORTED);
    return;
  }
  if (unit.attention != NO_SENSE && !(command && command->ignores_attention)) {
    fail(task, unit.attention); /* in the place of what was asked for */
    unit.attention = NO_SENSE;
    return;
  }
  if (!command) {
    if (!FAULTY(unknown_good)) {
      fail(task, INVALID_OPERATION_CODE);
    }
    return;
  }
  for (uint8_t i = 1; i < scsi_cdb_bytes(cdb[0]); i++) {
    if (cdb[i] & ~command->mask[i]) {
      fail_field(task, i);
      return;
    }
  }
  if (unit.ejected && !command->works_without_medium) {
    fail(task, MEDIUM_NOT_PRESENT);
    return;
  }
  execute(task, lun, cdb, host_bytes);
}

bool scsi_read(struct task *task, uint32_t done, uint8_t *to, uint32_t bytes) {
  uint32_t bad = 0;
  if (!task->blocks) {
    memcpy(to, task->reply + done, bytes);
    return true;
  }
  bool good = disk_read(task->lba + done / BLOCK_BYTES, bytes / BLOCK_BYTES, to, &bad);
  return moved(task, good, UNRECOVERED_READ_ERROR, bad);
}

bool scsi_write(struct task *task, uint32_t done, const uint8_t *from, uint32_t bytes) {
  uint32_t bad = 0;
  if (FAULTY(last_chunk_lost) && done > 0) {
    return true;
  }
  bool good = disk_write(task->lba + done / BLOCK_BYTES, bytes / BLOCK_BYTES, from, &bad);
  return moved(task, good, WRITE_ERROR, bad);
}

void scsi_reset(void) {
  forget_sense();
  unit.prevented = false;
}

bool scsi_medium_out(void) {
  bool was_in = !unit.ejected;
  unit.ejected = true;
  unit.attention = NO_SENSE;
  return was_in;
}

bool scsi_medium_in(void) {
  bool was_out = unit.ejected;
  unit.ejected = false;
  unit.attention = was_out ? MEDIUM_CHANGED : unit.attention;
  return was_out;
}

void scsi_power_on(void) {
  scsi_reset();
  unit.ejected = false;
  unit.attention = NO_SENSE;
}
