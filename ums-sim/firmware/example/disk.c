/* SPDX-License-Identifier: Apache-2.0
 *
 * The disk: memory, of which one block may fail.
 */
#include <stdlib.h>
#include <string.h>

#include "example.h"

static uint8_t *memory;
static uint32_t blocks;
static int64_t bad_for_reads = -1, bad_for_writes = -1;

void disk_make(uint32_t count) {
  memory = calloc(count, BLOCK_BYTES);
  if (!memory) {
    abort();
  }
  blocks = count;
}

uint32_t disk_blocks(void) { return blocks; }

void disk_fail(bool reads, bool writes, int64_t lba) {
  if (reads) {
    bad_for_reads = lba;
  }
  if (writes) {
    bad_for_writes = lba;
  }
}

static bool covers(uint32_t lba, uint32_t count, int64_t bad_block, uint32_t *bad) {
  if (bad_block < lba || bad_block >= (int64_t)lba + count) {
    return false;
  }
  *bad = (uint32_t)bad_block;
  return true;
}

static void die(uint32_t lba, uint32_t count) {
  uint32_t bad;
  if (!covers(lba, count, 8, &bad)) {
    return;
  }
  if (FAULTY(dies_segv)) {
    volatile uint8_t *volatile nothing = NULL;
    *nothing = 1;
  } else if (FAULTY(dies_abort)) {
    abort();
  } else if (FAULTY(dies_overflow)) {
    volatile uint8_t *behind = memory + (size_t)blocks * BLOCK_BYTES;
    *behind = 1;
  } else if (FAULTY(dies_exit)) {
    exit(0);
  }
}

bool disk_read(uint32_t lba, uint32_t count, uint8_t *to, uint32_t *bad) {
  die(lba, count);
  if (covers(lba, count, bad_for_reads, bad)) {
    return false;
  }
  memcpy(to, memory + (size_t)lba * BLOCK_BYTES, (size_t)count * BLOCK_BYTES);
  return true;
}

bool disk_check(uint32_t lba, uint32_t count, uint32_t *bad) {
  return !covers(lba, count, bad_for_reads, bad);
}

bool disk_write(uint32_t lba, uint32_t count, const uint8_t *from, uint32_t *bad) {
  if (covers(lba, count, bad_for_writes, bad)) {
    return false;
  }
  memcpy(memory + (size_t)lba * BLOCK_BYTES, from, (size_t)count * BLOCK_BYTES);
  return true;
}
