#ifndef USB_DRV_H
#define USB_DRV_H
#include "usb_core.h"

enum usb_control_response { USB_CONTROL_ACK, USB_CONTROL_STALL, USB_CONTROL_RECEIVE };

void usb_drv_startup(void);
void usb_drv_int_enable(bool enable);
void usb_drv_init(void);
void usb_drv_exit(void);
void usb_drv_int(void);
void usb_drv_stall(int endpoint, bool stall, bool in);
bool usb_drv_stalled(int endpoint, bool in);
int usb_drv_send(int endpoint, void *ptr, int length);
int usb_drv_send_nonblocking(int endpoint, void *ptr, int length);
int usb_drv_recv_nonblocking(int endpoint, void *ptr, int length);
void usb_drv_control_response(enum usb_control_response resp, void *data, int length);
void usb_drv_set_address(int address);
void usb_drv_reset_endpoint(int endpoint, bool send);
bool usb_drv_powered(void);
int usb_drv_port_speed(void);
void usb_drv_cancel_all_transfers(void);
void usb_drv_set_test_mode(int mode);
bool usb_drv_connected(void);
int usb_drv_request_endpoint(int type, int dir);
void usb_drv_release_endpoint(int ep);
#endif
