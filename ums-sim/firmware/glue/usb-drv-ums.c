/* SPDX-License-Identifier: Apache-2.0
 *
 * Rockbox's USB driver interface (usb_drv_*) on ums_udc.h. See rockbox.md.
 *
 * ums_udc.h is implemented in a source file of its own, as the system's headers and Rockbox's do
 * not go together.
 */
#include "ums_udc.h"

#include "usb_core.h"
#include "usb_drv.h"

#include <string.h>

#ifndef USB_DRV_UMS_HIGH_SPEED
#define USB_DRV_UMS_HIGH_SPEED 1
#endif
#ifdef USB_DRV_UMS_COMMAND /* a function of yours: the side channel */
const char *USB_DRV_UMS_COMMAND(enum ums_udc_command command, int64_t number);
#endif

enum { MAX_PACKET_0 = 64, ENDPOINTS = 16 };

static struct usb_ctrlrequest request;
static void *control_data; /* of a data stage from the host that is under way */
static bool owes_empty;
static bool taken[2][ENDPOINTS]; /* OUT, IN */

static void on_reset(void) {
  memset(taken, 0, sizeof taken);
  control_data = NULL;
  owes_empty = false;
  usb_core_bus_reset();
}

static void on_setup(const uint8_t setup[8]) {
  memcpy(&request, setup, sizeof request);
  control_data = NULL;
  owes_empty = false;
  usb_core_control_request(&request, NULL);
}

static void on_done(uint8_t endpoint, uint32_t bytes) {
  if ((endpoint & 0x0f) != 0) {
    usb_core_transfer_complete(endpoint & 0x0f, endpoint & 0x80, 0, (int)bytes);
  } else if (endpoint == 0x00 && control_data) {
    void *data = control_data;
    control_data = NULL;
    usb_core_control_request(&request, data);
  } else if (owes_empty) {
    owes_empty = false;
    ums_udc_start(0x80, NULL, 0);
  } else if (endpoint == ((request.bRequestType & 0x80) && request.wLength ? 0x00 : 0x80)) {
    usb_core_control_complete(0);
  }
}

void usb_drv_startup(void) {
  ums_udc_init(&(struct ums_udc_config){
      .vendor_id = 0x1209,
      .product_id = 0x0001,
      .speed = USB_DRV_UMS_HIGH_SPEED ? UMS_UDC_HIGH_SPEED : UMS_UDC_FULL_SPEED,
      .max_packet_0 = MAX_PACKET_0,
      .on_reset = on_reset,
      .on_setup = on_setup,
      .on_done = on_done,
#ifdef USB_DRV_UMS_COMMAND
      .command = USB_DRV_UMS_COMMAND,
#endif
  });
}

/* The program's loop, in the place of the interrupt: one event per call. */
void usb_drv_int(void) { ums_udc_poll(1); }

void usb_drv_init(void) {}
void usb_drv_exit(void) {}
void usb_drv_int_enable(bool enable) { (void)enable; }
bool usb_drv_powered(void) { return true; }
bool usb_drv_connected(void) { return true; }
int usb_drv_port_speed(void) { return USB_DRV_UMS_HIGH_SPEED; }
void usb_drv_set_address(int address) { (void)address; } /* no host sends it */
void usb_drv_set_test_mode(int mode) { (void)mode; }

void usb_drv_control_response(enum usb_control_response response, void *data, int length) {
  bool reads = (request.bRequestType & 0x80) && request.wLength > 0;
  if (response == USB_CONTROL_STALL) {
    ums_udc_stall(0x00);
  } else if (response == USB_CONTROL_RECEIVE) {
    control_data = data;
    ums_udc_start(0x00, data, (uint32_t)length);
  } else if (reads) {
    int sent = length < request.wLength ? length : request.wLength;
    owes_empty = sent > 0 && sent < request.wLength && sent % MAX_PACKET_0 == 0;
    ums_udc_start(0x80, data, (uint32_t)sent);
    ums_udc_start(0x00, NULL, 0);
  } else {
    ums_udc_start(0x80, NULL, 0);
  }
}

int usb_drv_request_endpoint(int type, int dir) {
  int in = (dir & 0x80) != 0;
  (void)type;
  for (int number = 1; number < ENDPOINTS; number++) {
    if (!taken[in][number]) {
      taken[in][number] = true;
      ums_udc_open((uint8_t)(number | in << 7), USB_DRV_UMS_HIGH_SPEED ? 512 : 64);
      return number | in << 7;
    }
  }
  return -1;
}

void usb_drv_release_endpoint(int endpoint) {
  taken[(endpoint & 0x80) != 0][endpoint & 0x0f] = false;
  ums_udc_close((uint8_t)endpoint);
}

static uint8_t address(int endpoint, bool in) { return (uint8_t)((endpoint & 0x0f) | in << 7); }

/* Its next packet is DATA0. */
void usb_drv_reset_endpoint(int endpoint, bool send) {
  ums_udc_clear_stall(address(endpoint, send));
}

void usb_drv_stall(int endpoint, bool stall, bool in) {
  if (stall) {
    ums_udc_stall(address(endpoint, in));
  } else {
    ums_udc_clear_stall(address(endpoint, in));
  }
}

bool usb_drv_stalled(int endpoint, bool in) { return ums_udc_is_stalled(address(endpoint, in)); }

int usb_drv_send_nonblocking(int endpoint, void *data, int length) {
  ums_udc_start(address(endpoint, true), data, (uint32_t)length);
  return 0;
}

int usb_drv_recv_nonblocking(int endpoint, void *data, int length) {
  ums_udc_start(address(endpoint, false), data, (uint32_t)length);
  return 0;
}

/* Not to be called from a callback. */
int usb_drv_send(int endpoint, void *data, int length) {
  usb_drv_send_nonblocking(endpoint, data, length);
  while (ums_udc_is_armed(address(endpoint, true))) {
    ums_udc_poll(10);
  }
  return 0;
}

void usb_drv_cancel_all_transfers(void) {
  for (uint8_t number = 1; number < ENDPOINTS; number++) {
    ums_udc_flush(number);
    ums_udc_flush(number | 0x80);
  }
}
