/* SPDX-License-Identifier: Apache-2.0
 *
 * The USB device: descriptors and standard requests (USB 2.0, chapter 9), and the program.
 *
 *     example [--full-speed] [--blocks N]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UMS_UDC_IMPLEMENTATION
#include "ums_udc.h"

#include "example.h"

enum { MAX_PACKET_0 = 64, CONFIGURATION = 1, INTERFACE = 0 };
enum { DEVICE_DESCRIPTOR = 1, CONFIGURATION_DESCRIPTOR, STRING_DESCRIPTOR, QUALIFIER = 6, OTHER_SPEED };

static struct {
  bool high_speed;
  bool addressed, testing;
  uint8_t configuration;
  uint16_t wanted;    /* bytes that the host asked for */
  bool owes_empty;    /* an empty packet, behind data that ends with a whole one */
  uint8_t reply[128];
} device;

static uint16_t max_packet(bool high_speed) { return high_speed ? 512 : 64; }

/* ---- Answers to the SETUP packet at hand ---- */

static void refuse(void) { ums_udc_stall(0x00); }

static void accept_it(void) { ums_udc_start(0x80, NULL, 0); }

static void answer(size_t bytes) {
  if (device.wanted == 0) {
    accept_it();
    return;
  }
  size_t sent = bytes < device.wanted ? bytes : device.wanted;
  device.owes_empty = sent < device.wanted && sent % MAX_PACKET_0 == 0 && !FAULTY(empty_packet);
  ums_udc_start(0x80, device.reply, (uint32_t)sent);
  ums_udc_start(0x00, NULL, 0);
}

/* ---- Descriptors ---- */

static size_t put(const uint8_t *bytes, size_t count) {
  memcpy(device.reply, bytes, count);
  return count;
}

static size_t device_descriptor(void) {
  static const uint8_t bytes[18] = {18,   DEVICE_DESCRIPTOR, 0x00, 0x02, 0,    0,    0, MAX_PACKET_0,
                                    0x09, 0x12,              0x01, 0x00, 0x00, 0x01, 1, 2,
                                    3,    1};
  return put(bytes, sizeof bytes);
}

static size_t qualifier(void) {
  static const uint8_t bytes[10] = {10, QUALIFIER, 0x00, 0x02, 0, 0, 0, MAX_PACKET_0, 1, 0};
  return put(bytes, sizeof bytes);
}

static size_t configuration_descriptor(uint8_t type, bool high_speed) {
  uint8_t high = high_speed ? 0x02 : 0x00, low = high_speed ? 0x00 : 0x40; /* 512 or 64 */
  const uint8_t bytes[32] = {
      9, type, 32,        0, 1, CONFIGURATION, 0, 0x80, 50,            /* bus powered, 100 mA */
      9, 4,    INTERFACE, 0, 2, 0x08,          0x06, 0x50, 4,          /* SCSI, Bulk-Only */
      7, 5,    EP_IN,     2, low, high, 0,
      7, 5,    EP_OUT,    2, low, high, 0};
  return put(bytes, sizeof bytes);
}

static size_t string_descriptor(uint8_t index) {
  /* The last is of 64 bytes: there is an empty packet behind it, if the host asks for more. */
  static const char *const strings[] = {NULL, "umsim", "Example firmware",
                                        FAULTY(serial_short) ? "0001" : "000000000001",
                                        "Bulk-Only storage in the memory"};
  static const uint8_t languages[4] = {4, STRING_DESCRIPTOR, 0x09, 0x04};
  if (index == 0) {
    return put(languages, sizeof languages);
  }
  size_t count = strlen(strings[index]);
  device.reply[0] = (uint8_t)(2 + 2 * count);
  device.reply[1] = STRING_DESCRIPTOR;
  for (size_t i = 0; i < count; i++) {
    device.reply[2 + 2 * i] = (uint8_t)strings[index][i];
    device.reply[3 + 2 * i] = 0;
  }
  return device.reply[0];
}

static void get_descriptor(uint8_t type, uint8_t index) {
  bool only = index == 0;
  if (type == DEVICE_DESCRIPTOR && only) {
    answer(device_descriptor());
  } else if (type == CONFIGURATION_DESCRIPTOR && only) {
    answer(configuration_descriptor(type, device.high_speed));
  } else if (type == STRING_DESCRIPTOR && index <= 4) {
    answer(string_descriptor(index));
  } else if (type == QUALIFIER && only && device.high_speed) {
    answer(qualifier());
  } else if (type == OTHER_SPEED && only && device.high_speed) {
    answer(configuration_descriptor(type, false));
  } else {
    refuse(); /* a device of full speed only has no qualifier (USB 2.0, 9.6.2) */
  }
}

/* ---- Requests ---- */

static void set_configuration(uint16_t value) {
  if (value > CONFIGURATION || !device.addressed) {
    refuse();
    return;
  }
  if (!(FAULTY(configured_once) && device.configuration == value)) {
    device.configuration = (uint8_t)value;
    transport_stop();
    if (value > 0) {
      transport_start(max_packet(device.high_speed)); /* all as if new (USB 2.0, 9.1.1.5) */
    }
  }
  accept_it();
}

static bool is_bulk(uint16_t endpoint) {
  return device.configuration > 0 && (endpoint == EP_IN || endpoint == EP_OUT);
}

static void set_feature(uint8_t recipient, bool set, uint16_t feature, uint16_t index) {
  bool test = recipient == 0 && set && feature == 2 && device.high_speed;
  if (test && (index & 0xff) == 0 && index >> 8 >= 1 && index >> 8 <= 5) {
    accept_it();
    device.testing = true; /* USB 2.0, 9.4.9: nothing else is done until the power is gone */
  } else if (recipient == 2 && feature == 0 && is_bulk(index)) {
    if (set) {
      ums_udc_stall((uint8_t)index);
    } else {
      transport_clear_halt((uint8_t)index);
    }
    accept_it();
  } else {
    refuse();
  }
}

static void get_status(uint8_t recipient, uint16_t index) {
  bool there = (recipient == 0 && index == 0) ||
               (recipient == 1 && index == INTERFACE && device.configuration > 0) ||
               (recipient == 2 && ((index & 0x7f) == 0 || is_bulk(index)));
  if (!there || device.wanted != 2) {
    refuse();
    return;
  }
  device.reply[0] = recipient == 2 && is_bulk(index) && ums_udc_is_stalled((uint8_t)index);
  device.reply[1] = 0;
  answer(2);
}

static void class_request(uint8_t type, uint8_t request, uint16_t value, uint16_t index) {
  bool fits = device.configuration > 0 && value == 0 && index == INTERFACE;
  if (type == 0x21 && request == 0xff && fits && device.wanted == 0) {
    transport_reset();
    accept_it();
  } else if (type == 0xa1 && request == 0xfe &&
             ((fits && device.wanted == 1) || FAULTY(interface_anywhere))) {
    device.reply[0] = 0; /* the highest LUN */
    answer(1);
  } else {
    refuse();
  }
}

static void standard_request(uint8_t type, uint8_t request, uint16_t value, uint16_t index) {
  bool configured = device.configuration > 0, no_data = device.wanted == 0;
  switch (type << 8 | request) {
    case 0x8000: case 0x8100: case 0x8200:
      if (value == 0) { get_status(type & 0x1f, index); } else { refuse(); }
      break;
    case 0x0001: case 0x0101: case 0x0201: case 0x0003: case 0x0103: case 0x0203:
      if (no_data) { set_feature(type & 0x1f, request == 3, value, index); } else { refuse(); }
      break;
    case 0x0005: /* SET_ADDRESS */
      if (value <= 127 && index == 0 && no_data && !configured) {
        device.addressed = value > 0;
        accept_it();
      } else {
        refuse();
      }
      break;
    case 0x8006: get_descriptor((uint8_t)(value >> 8), (uint8_t)value); break;
    case 0x8008: /* GET_CONFIGURATION */
      if (value == 0 && index == 0 && device.wanted == 1) {
        device.reply[0] = device.configuration;
        answer(1);
      } else {
        refuse();
      }
      break;
    case 0x0009:
      if (index == 0 && no_data) { set_configuration(value); } else { refuse(); }
      break;
    case 0x810a: /* GET_INTERFACE */
      if (configured && value == 0 && index == INTERFACE && device.wanted == 1) {
        device.reply[0] = 0;
        answer(1);
      } else {
        refuse();
      }
      break;
    case 0x010b: /* SET_INTERFACE: there is one setting */
      if (configured && value == 0 && index == INTERFACE && no_data) {
        transport_start(max_packet(device.high_speed));
        accept_it();
      } else {
        refuse();
      }
      break;
    default: refuse();
  }
}

/* ---- What the controller tells ---- */

static void on_reset(void) {
  device.addressed = false;
  device.configuration = 0;
}

static void on_setup(const uint8_t setup[8]) {
  uint16_t value = (uint16_t)(setup[2] | setup[3] << 8), index = (uint16_t)(setup[4] | setup[5] << 8);
  device.wanted = (uint16_t)(setup[6] | setup[7] << 8);
  device.owes_empty = false;
  if (device.testing) {
    return;
  }
  if ((setup[0] & 0x60) == 0x00) {
    standard_request(setup[0], setup[1], value, index);
  } else {
    class_request(setup[0], setup[1], value, index);
  }
}

static void on_done(uint8_t endpoint, uint32_t bytes) {
  if (endpoint == 0x80 && device.owes_empty) {
    device.owes_empty = false;
    ums_udc_start(0x80, NULL, 0);
  } else if ((endpoint & 0x0f) != 0 && !device.testing) {
    transport_done(endpoint, bytes);
  }
}

/* What tests do to the device: USB has no request for it. */
static const char *command(enum ums_udc_command command, int64_t number) {
  bool drive = number <= 0; /* there is one, 0; -1 if none is named */
  switch (command) {
    case UMS_UDC_FAIL_LBA: disk_fail(true, true, number); return NULL;
    case UMS_UDC_FAIL_READ_LBA: disk_fail(true, false, number); return NULL;
    case UMS_UDC_FAIL_WRITE_LBA: disk_fail(false, true, number); return NULL;
    case UMS_UDC_EJECT: return drive && scsi_medium_out() ? NULL : "there is no medium to take";
    case UMS_UDC_INSERT: return drive && scsi_medium_in() ? NULL : "there is no drive to fill";
    case UMS_UDC_POWER_CYCLE:
      on_reset();
      device.testing = false;
      scsi_power_on();
      return NULL;
  }
  return "there is no such command";
}

int main(int argc, char **argv) {
  unsigned long blocks = 32768; /* 16 MiB */
  device.high_speed = true;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--full-speed") == 0) {
      device.high_speed = false;
    } else if (strcmp(argv[i], "--blocks") == 0 && i + 1 < argc) {
      blocks = strtoul(argv[++i], NULL, 10);
    } else {
      fprintf(stderr, "usage: %s [--full-speed] [--blocks N]\n", argv[0]);
      return 2;
    }
  }
  if (blocks < 16 || blocks > 1u << 22) {
    fprintf(stderr, "%s: --blocks is 16 to %u\n", argv[0], 1u << 22);
    return 2;
  }
  disk_make((uint32_t)blocks);
  ums_udc_init(&(struct ums_udc_config){
      .vendor_id = 0x1209,
      .product_id = 0x0001,
      .speed = device.high_speed ? UMS_UDC_HIGH_SPEED : UMS_UDC_FULL_SPEED,
      .max_packet_0 = MAX_PACKET_0,
      .addressing = true,
      .on_reset = on_reset,
      .on_setup = on_setup,
      .on_done = on_done,
      .command = command,
  });
  for (;;) {
    ums_udc_poll(-1);
  }
}
