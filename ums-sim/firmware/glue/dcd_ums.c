/* SPDX-License-Identifier: Apache-2.0
 *
 * TinyUSB's device controller interface (dcd_*) on ums_udc.h. See tinyusb.md.
 */
#define UMS_UDC_IMPLEMENTATION
#include "ums_udc.h"

#include "tusb_option.h"

#include "device/dcd.h"

/* Told in the device list only; the device itself tells its own in the descriptor. */
#ifndef DCD_UMS_VENDOR_ID
#define DCD_UMS_VENDOR_ID 0x1209
#endif
#ifndef DCD_UMS_PRODUCT_ID
#define DCD_UMS_PRODUCT_ID 0x0001
#endif

#ifdef DCD_UMS_COMMAND /* a function of yours: the side channel */
const char *DCD_UMS_COMMAND(enum ums_udc_command command, int64_t number);
#endif

enum { RHPORT = 0 };

static void on_reset(void) {
  dcd_event_bus_reset(RHPORT, TUD_OPT_HIGH_SPEED ? TUSB_SPEED_HIGH : TUSB_SPEED_FULL, true);
}

static void on_setup(const uint8_t setup[8]) { dcd_event_setup_received(RHPORT, setup, true); }

static void on_done(uint8_t endpoint, uint32_t bytes) {
  dcd_event_xfer_complete(RHPORT, endpoint, bytes, XFER_RESULT_SUCCESS, true);
}

static void on_unplugged(void) { dcd_event_bus_signal(RHPORT, DCD_EVENT_UNPLUGGED, true); }

bool dcd_init(uint8_t rhport, const tusb_rhport_init_t *init) {
  (void)rhport;
  (void)init;
  ums_udc_init(&(struct ums_udc_config){
      .vendor_id = DCD_UMS_VENDOR_ID,
      .product_id = DCD_UMS_PRODUCT_ID,
      .speed = TUD_OPT_HIGH_SPEED ? UMS_UDC_HIGH_SPEED : UMS_UDC_FULL_SPEED,
      .max_packet_0 = CFG_TUD_ENDPOINT0_SIZE,
      .on_reset = on_reset,
      .on_setup = on_setup,
      .on_done = on_done,
      .on_unplugged = on_unplugged,
#ifdef DCD_UMS_COMMAND
      .command = DCD_UMS_COMMAND,
#endif
  });
  return true;
}

bool dcd_deinit(uint8_t rhport) { return rhport == RHPORT; }

/* The program's loop: tud_task(); dcd_int_handler(0); One event per call, as of an interrupt. */
void dcd_int_handler(uint8_t rhport) {
  (void)rhport;
  ums_udc_poll(1);
}

void dcd_int_enable(uint8_t rhport) { (void)rhport; }
void dcd_int_disable(uint8_t rhport) { (void)rhport; }

/* No host gets to this; if one does, the controller owes the status stage. */
void dcd_set_address(uint8_t rhport, uint8_t address) {
  (void)rhport;
  (void)address;
  ums_udc_start(0x80, NULL, 0);
}

void dcd_remote_wakeup(uint8_t rhport) { (void)rhport; }
void dcd_connect(uint8_t rhport) { (void)rhport; }
void dcd_disconnect(uint8_t rhport) { (void)rhport; }

void dcd_sof_enable(uint8_t rhport, bool enabled) {
  (void)rhport;
  (void)enabled;
}

bool dcd_edpt_open(uint8_t rhport, const tusb_desc_endpoint_t *descriptor) {
  (void)rhport;
  ums_udc_open(descriptor->bEndpointAddress, tu_edpt_packet_size(descriptor));
  return true;
}

void dcd_edpt_close_all(uint8_t rhport) {
  (void)rhport;
  for (uint8_t number = 1; number < 16; number++) {
    ums_udc_close(number);
    ums_udc_close(number | 0x80);
  }
}

bool dcd_edpt_xfer(uint8_t rhport, uint8_t endpoint, uint8_t *buffer, uint16_t bytes, bool is_isr) {
  (void)rhport;
  (void)is_isr;
  ums_udc_start(endpoint, buffer, bytes);
  return true;
}

/* What is queued goes with the STALL. */
void dcd_edpt_stall(uint8_t rhport, uint8_t endpoint) {
  (void)rhport;
  ums_udc_flush(endpoint);
  ums_udc_stall(endpoint);
}

void dcd_edpt_clear_stall(uint8_t rhport, uint8_t endpoint) {
  (void)rhport;
  ums_udc_clear_stall(endpoint);
}

/* There are no isochronous endpoints here. */
bool dcd_edpt_iso_alloc(uint8_t rhport, uint8_t endpoint, uint16_t largest) {
  (void)rhport;
  (void)endpoint;
  (void)largest;
  return false;
}

bool dcd_edpt_iso_activate(uint8_t rhport, const tusb_desc_endpoint_t *descriptor) {
  (void)rhport;
  (void)descriptor;
  return false;
}
