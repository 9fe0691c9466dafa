#ifndef USB_CORE_H
#define USB_CORE_H
#include <stdbool.h>
#include <stdint.h>

struct usb_ctrlrequest {
  uint8_t bRequestType, bRequest;
  uint16_t wValue, wIndex, wLength;
};

void usb_core_control_request(struct usb_ctrlrequest *req, void *data);
void usb_core_control_complete(int status);
void usb_core_transfer_complete(int endpoint, int dir, int status, int length);
void usb_core_bus_reset(void);
#endif
