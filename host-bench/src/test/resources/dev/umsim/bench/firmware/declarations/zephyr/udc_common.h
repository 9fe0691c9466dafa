#ifndef UDC_COMMON_H
#define UDC_COMMON_H
#include <zephyr/drivers/usb/udc.h>

struct udc_ep_config *udc_get_ep_cfg(const struct device *dev, const uint8_t ep);
bool udc_ep_is_busy(const struct udc_ep_config *const ep_cfg);
void udc_ep_set_busy(struct udc_ep_config *const ep_cfg, const bool busy);
struct net_buf *udc_buf_get(struct udc_ep_config *const ep_cfg);
struct net_buf *udc_buf_peek(struct udc_ep_config *const ep_cfg);
void udc_buf_put(struct udc_ep_config *const ep_cfg, struct net_buf *const buf);
int udc_submit_event(const struct device *dev, const enum udc_event_type type, const int status);
int udc_submit_ep_event(const struct device *dev, struct net_buf *const buf, const int err);
int udc_ep_enable_internal(const struct device *dev, const uint8_t ep, const uint8_t attributes,
                           const uint16_t mps, const uint8_t interval);
int udc_ep_disable_internal(const struct device *dev, const uint8_t ep);
int udc_register_ep(const struct device *dev, struct udc_ep_config *const cfg);
bool udc_ep_buf_has_zlp(const struct net_buf *const buf);
void udc_ep_buf_clear_zlp(const struct net_buf *const buf);
void udc_ep_cancel_queued(const struct device *dev, struct udc_ep_config *const cfg);
void udc_setup_received(const struct device *dev, const void *const setup);
int udc_lock_internal(const struct device *dev, k_timeout_t timeout);
int udc_unlock_internal(const struct device *dev);
#endif
