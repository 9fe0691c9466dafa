/* SPDX-License-Identifier: Apache-2.0
 *
 * Zephyr's device controller interface (udc_api) on ums_udc.h, for native_sim: in the place of
 * drivers/usb/udc/udc_skeleton.c. See zephyr.md.
 *
 * ums_udc.h is implemented in a source file of native_simulator, which has the system's headers.
 */
#include "ums_udc.h"

#include "udc_common.h"

#include <zephyr/drivers/usb/udc.h>
#include <zephyr/kernel.h>

#define DT_DRV_COMPAT zephyr_udc_skeleton

enum { MAX_PACKET_0 = 64, POLL_MICROSECONDS = 100 };

struct udc_ums_config {
  size_t endpoints;
  struct udc_ep_config *in, *out;
  bool high_speed;
};

static const struct device *controller; /* there is one */
static K_THREAD_STACK_DEFINE(stack, 4096);
static struct k_thread thread;

/* Arms the first buffer of an endpoint that has nothing under way. */
static void arm(struct udc_ep_config *cfg) {
  struct net_buf *buf = udc_buf_peek(cfg);
  if (!buf || udc_ep_is_busy(cfg) || cfg->stat.halted) {
    return;
  }
  udc_ep_set_busy(cfg, true);
  if (cfg->addr & 0x80) {
    ums_udc_start(cfg->addr, buf->data, buf->len);
  } else {
    ums_udc_start(cfg->addr, net_buf_tail(buf), net_buf_tailroom(buf));
  }
}

static void on_reset(void) { udc_submit_event(controller, UDC_EVT_RESET, 0); }

static void on_unplugged(void) { udc_submit_event(controller, UDC_EVT_VBUS_REMOVED, 0); }

static void on_setup(const uint8_t setup[8]) { udc_setup_received(controller, setup); }

static void on_done(uint8_t endpoint, uint32_t bytes) {
  struct udc_ep_config *cfg = udc_get_ep_cfg(controller, endpoint);
  struct net_buf *buf = udc_buf_peek(cfg);
  if (!buf) {
    return;
  }
  if ((endpoint & 0x80) && udc_ep_buf_has_zlp(buf)) {
    udc_ep_buf_clear_zlp(buf);
    ums_udc_start(endpoint, NULL, 0);
    return;
  }
  if (!(endpoint & 0x80)) {
    net_buf_add(buf, bytes);
  }
  udc_buf_get(cfg);
  udc_ep_set_busy(cfg, false);
  udc_submit_ep_event(controller, buf, 0);
  arm(cfg);
}

/* What the stack calls holds the lock, and so does this: ums_udc.h is not for several threads. */
static void run(void *a, void *b, void *c) {
  for (;;) {
    udc_lock_internal(controller, K_FOREVER);
    while (ums_udc_poll(0)) {
    }
    udc_unlock_internal(controller);
    k_usleep(POLL_MICROSECONDS); /* lets simulated time go on, and the stack run */
  }
}

static int ep_enqueue(const struct device *dev, struct udc_ep_config *const cfg,
                      struct net_buf *buf) {
  udc_buf_put(cfg, buf);
  arm(cfg);
  return 0;
}

static int ep_dequeue(const struct device *dev, struct udc_ep_config *const cfg) {
  ums_udc_flush(cfg->addr);
  udc_ep_set_busy(cfg, false);
  udc_ep_cancel_queued(dev, cfg);
  return 0;
}

static int ep_enable(const struct device *dev, struct udc_ep_config *const cfg) {
  if ((cfg->addr & 0x0f) != 0) {
    ums_udc_open(cfg->addr, cfg->mps);
  }
  return 0;
}

static int ep_disable(const struct device *dev, struct udc_ep_config *const cfg) {
  ums_udc_close(cfg->addr);
  return 0;
}

static int ep_set_halt(const struct device *dev, struct udc_ep_config *const cfg) {
  cfg->stat.halted = (cfg->addr & 0x0f) != 0; /* that of endpoint 0 ends by itself */
  ums_udc_stall(cfg->addr);
  return 0;
}

static int ep_clear_halt(const struct device *dev, struct udc_ep_config *const cfg) {
  cfg->stat.halted = false;
  ums_udc_clear_stall(cfg->addr);
  arm(cfg);
  return 0;
}

static int nothing(const struct device *dev) { return 0; }

static int set_address(const struct device *dev, const uint8_t addr) { return 0; }

static enum udc_bus_speed device_speed(const struct device *dev) {
  const struct udc_ums_config *config = dev->config;
  return config->high_speed ? UDC_BUS_SPEED_HS : UDC_BUS_SPEED_FS;
}

static int enable(const struct device *dev) {
  const struct udc_ums_config *config = dev->config;
  static bool running;
  if (!running) {
    running = true;
    ums_udc_init(&(struct ums_udc_config){
        .vendor_id = 0x1209,
        .product_id = 0x0001,
        .speed = config->high_speed ? UMS_UDC_HIGH_SPEED : UMS_UDC_FULL_SPEED,
        .max_packet_0 = MAX_PACKET_0,
        .addressing = true, /* the stack takes SET_CONFIGURATION in the Address state only */
        .on_reset = on_reset,
        .on_setup = on_setup,
        .on_done = on_done,
        .on_unplugged = on_unplugged,
    });
    k_thread_create(&thread, stack, K_THREAD_STACK_SIZEOF(stack), run, NULL, NULL, NULL,
                    K_PRIO_COOP(8), 0, K_NO_WAIT);
  }
  return 0;
}

static int control_endpoints(const struct device *dev, bool on) {
  static const uint8_t both[] = {USB_CONTROL_EP_OUT, USB_CONTROL_EP_IN};
  for (size_t i = 0; i < 2; i++) {
    int error = on ? udc_ep_enable_internal(dev, both[i], USB_EP_TYPE_CONTROL, MAX_PACKET_0, 0)
                   : udc_ep_disable_internal(dev, both[i]);
    if (error) {
      return -EIO;
    }
  }
  return 0;
}

static int init(const struct device *dev) { return control_endpoints(dev, true); }

static int shutdown(const struct device *dev) { return control_endpoints(dev, false); }

static int register_endpoints(const struct device *dev, struct udc_ep_config *all, uint8_t in) {
  const struct udc_ums_config *config = dev->config;
  for (size_t i = 0; i < config->endpoints; i++) {
    all[i].caps.in = in != 0;
    all[i].caps.out = in == 0;
    all[i].caps.control = i == 0;
    all[i].caps.bulk = all[i].caps.interrupt = i != 0;
    all[i].caps.mps = i == 0 ? MAX_PACKET_0 : config->high_speed ? 512 : 64;
    all[i].addr = in | (uint8_t)i;
    int error = udc_register_ep(dev, &all[i]);
    if (error) {
      return error;
    }
  }
  return 0;
}

static int preinit(const struct device *dev) {
  const struct udc_ums_config *config = dev->config;
  struct udc_data *data = dev->data;
  controller = dev;
  k_mutex_init(&data->mutex);
  data->caps.mps0 = UDC_MPS0_64;
  data->caps.hs = config->high_speed;
  int error = register_endpoints(dev, config->out, USB_EP_DIR_OUT);
  return error ? error : register_endpoints(dev, config->in, USB_EP_DIR_IN);
}

static void lock(const struct device *dev) { udc_lock_internal(dev, K_FOREVER); }

static void unlock(const struct device *dev) { udc_unlock_internal(dev); }

static const struct udc_api api = {
    .lock = lock,
    .unlock = unlock,
    .device_speed = device_speed,
    .init = init,
    .enable = enable,
    .disable = nothing,
    .shutdown = shutdown,
    .set_address = set_address,
    .host_wakeup = nothing,
    .ep_enable = ep_enable,
    .ep_disable = ep_disable,
    .ep_set_halt = ep_set_halt,
    .ep_clear_halt = ep_clear_halt,
    .ep_enqueue = ep_enqueue,
    .ep_dequeue = ep_dequeue,
};

static struct udc_ep_config in_endpoints[DT_INST_PROP(0, num_bidir_endpoints)];
static struct udc_ep_config out_endpoints[DT_INST_PROP(0, num_bidir_endpoints)];

static const struct udc_ums_config config_0 = {
    .endpoints = DT_INST_PROP(0, num_bidir_endpoints),
    .in = in_endpoints,
    .out = out_endpoints,
    .high_speed = DT_ENUM_IDX(DT_DRV_INST(0), maximum_speed) == 2,
};

static struct udc_data data_0 = {
    .mutex = Z_MUTEX_INITIALIZER(data_0.mutex),
};

DEVICE_DT_INST_DEFINE(0, preinit, NULL, &data_0, &config_0, POST_KERNEL,
                      CONFIG_KERNEL_INIT_PRIORITY_DEVICE, &api);
