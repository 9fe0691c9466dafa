#ifndef DCD_H
#define DCD_H
#include <stdbool.h>
#include <stdint.h>

typedef enum { TUSB_SPEED_FULL, TUSB_SPEED_LOW, TUSB_SPEED_HIGH } tusb_speed_t;
typedef enum { DCD_EVENT_UNPLUGGED = 3 } dcd_eventid_t;
typedef struct { int role; tusb_speed_t speed; } tusb_rhport_init_t;
typedef struct { uint8_t bEndpointAddress; uint16_t wMaxPacketSize; } tusb_desc_endpoint_t;
enum { XFER_RESULT_SUCCESS };

uint16_t tu_edpt_packet_size(const tusb_desc_endpoint_t *desc_ep);
void dcd_event_bus_reset(uint8_t rhport, tusb_speed_t speed, bool in_isr);
void dcd_event_bus_signal(uint8_t rhport, dcd_eventid_t eid, bool in_isr);
void dcd_event_setup_received(uint8_t rhport, const uint8_t *setup, bool in_isr);
void dcd_event_xfer_complete(uint8_t rhport, uint8_t ep_addr, uint32_t bytes, uint8_t result, bool in_isr);

bool dcd_init(uint8_t rhport, const tusb_rhport_init_t *rh_init);
bool dcd_deinit(uint8_t rhport);
void dcd_int_handler(uint8_t rhport);
void dcd_int_enable(uint8_t rhport);
void dcd_int_disable(uint8_t rhport);
void dcd_set_address(uint8_t rhport, uint8_t dev_addr);
void dcd_remote_wakeup(uint8_t rhport);
void dcd_connect(uint8_t rhport);
void dcd_disconnect(uint8_t rhport);
void dcd_sof_enable(uint8_t rhport, bool en);
bool dcd_edpt_open(uint8_t rhport, const tusb_desc_endpoint_t *desc_ep);
void dcd_edpt_close_all(uint8_t rhport);
bool dcd_edpt_xfer(uint8_t rhport, uint8_t ep_addr, uint8_t *buffer, uint16_t total_bytes, bool is_isr);
void dcd_edpt_stall(uint8_t rhport, uint8_t ep_addr);
void dcd_edpt_clear_stall(uint8_t rhport, uint8_t ep_addr);
bool dcd_edpt_iso_alloc(uint8_t rhport, uint8_t ep_addr, uint16_t largest_packet_size);
bool dcd_edpt_iso_activate(uint8_t rhport, const tusb_desc_endpoint_t *desc_ep);
#endif
