#ifndef UDC_H
#define UDC_H
#include <zephyr/kernel.h>

#define USB_EP_DIR_IN 0x80
#define USB_EP_DIR_OUT 0x00
#define USB_CONTROL_EP_OUT 0x00
#define USB_CONTROL_EP_IN 0x80
#define USB_EP_TYPE_CONTROL 0

struct net_buf { uint8_t *data; uint16_t len; };
uint8_t *net_buf_tail(const struct net_buf *buf);
size_t net_buf_tailroom(const struct net_buf *buf);
void *net_buf_add(struct net_buf *buf, size_t len);

enum udc_mps0 { UDC_MPS0_8, UDC_MPS0_16, UDC_MPS0_32, UDC_MPS0_64 };
enum udc_bus_speed { UDC_BUS_UNKNOWN, UDC_BUS_SPEED_FS, UDC_BUS_SPEED_HS };
enum udc_event_type { UDC_EVT_VBUS_REMOVED, UDC_EVT_RESET };
struct udc_ep_caps {
  uint32_t mps : 16, control : 1, interrupt : 1, bulk : 1, iso : 1, high_bandwidth : 1, in : 1, out : 1;
};
struct udc_ep_config {
  struct udc_ep_caps caps;
  struct { uint32_t enabled : 1, halted : 1; } stat;
  uint8_t addr, attributes;
  uint16_t mps;
};
struct udc_device_caps { uint32_t hs : 1, rwup : 1; enum udc_mps0 mps0 : 2; };
struct udc_data { struct udc_device_caps caps; struct k_mutex mutex; void *priv; };

struct udc_api {
  enum udc_bus_speed (*device_speed)(const struct device *dev);
  int (*ep_enqueue)(const struct device *dev, struct udc_ep_config *const cfg, struct net_buf *const buf);
  int (*ep_dequeue)(const struct device *dev, struct udc_ep_config *const cfg);
  int (*ep_set_halt)(const struct device *dev, struct udc_ep_config *const cfg);
  int (*ep_clear_halt)(const struct device *dev, struct udc_ep_config *const cfg);
  int (*ep_enable)(const struct device *dev, struct udc_ep_config *const cfg);
  int (*ep_disable)(const struct device *dev, struct udc_ep_config *const cfg);
  int (*host_wakeup)(const struct device *dev);
  int (*set_address)(const struct device *dev, const uint8_t addr);
  int (*enable)(const struct device *dev);
  int (*disable)(const struct device *dev);
  int (*init)(const struct device *dev);
  int (*shutdown)(const struct device *dev);
  void (*lock)(const struct device *dev);
  void (*unlock)(const struct device *dev);
};
#endif
