/* SPDX-License-Identifier: Apache-2.0
 *
 * The low level driver (USBD_LL_*) of ST's USB device library on ums_udc.h, in the place of the part
 * of usbd_conf.c that calls the HAL. See stm32.md.
 */
#define UMS_UDC_IMPLEMENTATION
#include "ums_udc.h"

#include "usbd_core.h"

#ifndef USBD_UMS_HIGH_SPEED
#define USBD_UMS_HIGH_SPEED 0
#endif
#ifdef USBD_UMS_COMMAND /* a function of yours: the side channel */
const char *USBD_UMS_COMMAND(enum ums_udc_command command, int64_t number);
#endif

static USBD_HandleTypeDef *device;
static uint8_t *armed[2][16]; /* OUT, IN: what the library is given back when it has gone */
static uint32_t received[16];
static bool ending_control; /* a data or status stage has ended, which the library answers */

static void on_reset(void) {
  USBD_LL_SetSpeed(device, USBD_UMS_HIGH_SPEED ? USBD_SPEED_HIGH : USBD_SPEED_FULL);
  USBD_LL_Reset(device);
}

static void on_setup(const uint8_t setup[8]) {
  uint8_t copy[8];
  memcpy(copy, setup, sizeof copy); /* its parameter is not const */
  USBD_LL_SetupStage(device, copy);
}

/* The library gets the place behind the data, as the HAL has it, and goes on from there. */
static void on_done(uint8_t endpoint, uint32_t bytes) {
  uint8_t number = endpoint & 0x0f;
  uint8_t **place = &armed[endpoint >> 7][number];
  uint8_t *behind = *place ? *place + bytes : NULL;
  ending_control =
      endpoint == 0x80 || (endpoint == 0x00 && device->ep0_state == USBD_EP0_STATUS_OUT);
  if (endpoint & 0x80) {
    USBD_LL_DataInStage(device, number, behind);
  } else {
    received[number] = bytes;
    USBD_LL_DataOutStage(device, number, behind);
  }
  ending_control = false;
}

static void on_unplugged(void) { USBD_LL_DevDisconnected(device); }

USBD_StatusTypeDef USBD_LL_Init(USBD_HandleTypeDef *pdev) {
  device = pdev;
  ums_udc_init(&(struct ums_udc_config){
      .vendor_id = 0x1209,
      .product_id = 0x0001,
      .speed = USBD_UMS_HIGH_SPEED ? UMS_UDC_HIGH_SPEED : UMS_UDC_FULL_SPEED,
      .max_packet_0 = USB_MAX_EP0_SIZE,
      .addressing = true, /* the library takes SET_CONFIGURATION in the Address state only */
      .on_reset = on_reset,
      .on_setup = on_setup,
      .on_done = on_done,
      .on_unplugged = on_unplugged,
#ifdef USBD_UMS_COMMAND
      .command = USBD_UMS_COMMAND,
#endif
  });
  return USBD_OK;
}

/* The program's loop, in the place of the interrupt. */
void USBD_UMS_Poll(int timeout_ms) { ums_udc_poll(timeout_ms); }

USBD_StatusTypeDef USBD_LL_DeInit(USBD_HandleTypeDef *pdev) { (void)pdev; return USBD_OK; }
USBD_StatusTypeDef USBD_LL_Start(USBD_HandleTypeDef *pdev) { (void)pdev; return USBD_OK; }
USBD_StatusTypeDef USBD_LL_Stop(USBD_HandleTypeDef *pdev) { (void)pdev; return USBD_OK; }

USBD_StatusTypeDef USBD_LL_OpenEP(USBD_HandleTypeDef *pdev, uint8_t ep_addr, uint8_t ep_type,
                                  uint16_t ep_mps) {
  (void)pdev;
  (void)ep_type;
  if ((ep_addr & 0x0f) != 0) {
    ums_udc_open(ep_addr, ep_mps);
  }
  return USBD_OK;
}

USBD_StatusTypeDef USBD_LL_CloseEP(USBD_HandleTypeDef *pdev, uint8_t ep_addr) {
  (void)pdev;
  ums_udc_close(ep_addr);
  return USBD_OK;
}

USBD_StatusTypeDef USBD_LL_FlushEP(USBD_HandleTypeDef *pdev, uint8_t ep_addr) {
  (void)pdev;
  ums_udc_flush(ep_addr);
  return USBD_OK;
}

/* When a stage has ended well, the library halts endpoint 0 against a host that goes on all the
 * same, and arms the next stage. Here that would end the transfer with STALL. */
USBD_StatusTypeDef USBD_LL_StallEP(USBD_HandleTypeDef *pdev, uint8_t ep_addr) {
  (void)pdev;
  if ((ep_addr & 0x0f) != 0 || !ending_control) {
    ums_udc_stall(ep_addr);
  }
  return USBD_OK;
}

USBD_StatusTypeDef USBD_LL_ClearStallEP(USBD_HandleTypeDef *pdev, uint8_t ep_addr) {
  (void)pdev;
  ums_udc_clear_stall(ep_addr);
  return USBD_OK;
}

uint8_t USBD_LL_IsStallEP(USBD_HandleTypeDef *pdev, uint8_t ep_addr) {
  (void)pdev;
  return ums_udc_is_stalled(ep_addr);
}

USBD_StatusTypeDef USBD_LL_SetUSBAddress(USBD_HandleTypeDef *pdev, uint8_t dev_addr) {
  (void)pdev;
  (void)dev_addr;
  return USBD_OK;
}

static uint32_t at_once(uint8_t ep_addr, uint32_t size) {
  bool split = (ep_addr & 0x0f) == 0 && size > USB_MAX_EP0_SIZE; /* by the library, as for the HAL */
  return split ? USB_MAX_EP0_SIZE : size;
}

USBD_StatusTypeDef USBD_LL_Transmit(USBD_HandleTypeDef *pdev, uint8_t ep_addr, uint8_t *pbuf,
                                    uint32_t size) {
  (void)pdev;
  armed[1][ep_addr & 0x0f] = pbuf;
  ums_udc_start(ep_addr | 0x80, pbuf, at_once(ep_addr, size));
  return USBD_OK;
}

USBD_StatusTypeDef USBD_LL_PrepareReceive(USBD_HandleTypeDef *pdev, uint8_t ep_addr, uint8_t *pbuf,
                                          uint32_t size) {
  (void)pdev;
  armed[0][ep_addr & 0x0f] = pbuf;
  ums_udc_start(ep_addr & 0x0f, pbuf, at_once(ep_addr, size));
  return USBD_OK;
}

uint32_t USBD_LL_GetRxDataSize(USBD_HandleTypeDef *pdev, uint8_t ep_addr) {
  (void)pdev;
  return received[ep_addr & 0x0f];
}

void USBD_LL_Delay(uint32_t Delay) { (void)Delay; }
