/* SPDX-License-Identifier: Apache-2.0
 *
 * ums_udc.h - a USB device controller made of a socket.
 *
 * Firmware that is compiled for the PC drives this in the place of its controller, and is a USB
 * device then: USB/IP hosts import it, among them Linux and ums (exec:PROGRAM). One header, C11 and
 * POSIX, nothing else. One device per process, one thread; nothing is allocated after ums_udc_init
 * but for the transfers that the host has under way.
 *
 * Use. Include it where its functions are called. In one source file of the program, define
 * UMS_UDC_IMPLEMENTATION before including it, before any other header:
 *
 *     #define UMS_UDC_IMPLEMENTATION
 *     #include "ums_udc.h"
 *
 * A program calls ums_udc_init once, and ums_udc_poll for ever.
 *
 * What is modelled. Packets, not transfers: short and empty packets, NAK while nothing is armed,
 * halted endpoints, the data toggles of both ends, babble, the three stages of control transfers,
 * bus resets, transfers that the host gives up. Not: isochronous endpoints, SOF, suspend, time.
 *
 * What is told on standard error, in lines that begin with "udc: ", is what a host cannot see and a
 * wire would show: a lost packet because of a data toggle, a packet larger than the buffer that was
 * armed for it, a transfer armed twice, data in a status stage.
 *
 * Environment:
 *   UMS_PORT=N                   the TCP port, at 127.0.0.1; 0: one that is free. Without it 3240,
 *                                or what ums_udc_init is given. Where it is set, standard input is
 *                                read too: see ums_udc_config.command.
 *   UMS_UDC_TRACE=1              tells every event, call and transfer on standard error.
 *   UMS_UDC_CONFIG_RESETS=1      takes every SET_CONFIGURATION but the first after a reset for a bus
 *                                reset: for hosts that keep their port resets to themselves, as
 *                                Linux (vhci-hcd) does.
 */
#ifndef UMS_UDC_H
#define UMS_UDC_H

#if defined(UMS_UDC_IMPLEMENTATION) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ums_udc_speed { UMS_UDC_FULL_SPEED, UMS_UDC_HIGH_SPEED };

/* What may be done to the device beside the bus; see ums_udc_config.command. */
enum ums_udc_command {
  UMS_UDC_FAIL_LBA,       /* accesses to block NUMBER fail from now on; -1: none does any more */
  UMS_UDC_FAIL_READ_LBA,  /* the same for reads only */
  UMS_UDC_FAIL_WRITE_LBA, /* the same for writes only */
  UMS_UDC_EJECT,          /* somebody takes the medium out of drive NUMBER; -1: of the first */
  UMS_UDC_INSERT,         /* and puts it back */
  UMS_UDC_POWER_CYCLE     /* the power goes and comes back: forget all but what a medium keeps */
};

/*
 * The device, and what is called when something happens to it.
 *
 * The callbacks are called from within ums_udc_poll and from nowhere else, so never within another
 * call, and one per ums_udc_poll: between any two the program goes round its own loop, as it would
 * between two interrupts. All functions may be called from them but ums_udc_init and ums_udc_poll.
 */
struct ums_udc_config {
  uint16_t vendor_id, product_id; /* which hosts show before they import the device */
  enum ums_udc_speed speed;
  uint16_t max_packet_0; /* bytes: 8, 16, 32 or 64; 64 at high speed, and in the place of 0 */
  int port;              /* where UMS_PORT is not set; 0 here means 3240 */

  /*
   * Hosts keep SET_ADDRESS to themselves, because the server does the addressing. Where this is
   * set, the firmware is sent SET_ADDRESS(1) all the same, as the first request after a bus reset
   * that is not GET_DESCRIPTOR(DEVICE). A stack needs it that takes SET_CONFIGURATION in the Address
   * state only (USB 2.0, section 9.4.7, leaves the Default state open).
   */
  bool addressing;

  /*
   * A bus reset: a host has imported the device, or has reset its port (with the hub's request
   * SET_FEATURE(PORT_RESET)). All endpoints but 0 are closed and nothing is armed any more.
   */
  void (*on_reset)(void);

  /*
   * A SETUP packet, the eight bytes as on the wire, valid until this returns. Endpoint 0 is not
   * halted and nothing is armed there any more: a SETUP ends whatever control transfer there was.
   * The firmware then arms the stages, at once or later, or halts endpoint 0:
   *   to send data:     start(0x80, data, length), and start(0x00, NULL, 0) for the status stage;
   *                     data that ends before wLength with a whole packet needs an empty one behind
   *   to receive data:  start(0x00, buffer, length), and start(0x80, NULL, 0) for the status
   *   without data:     start(0x80, NULL, 0)
   */
  void (*on_setup)(const uint8_t setup[8]);

  /*
   * What was armed at this endpoint has ended after so many bytes: all were sent; or the buffer is
   * full; or the host sent a short packet. Of endpoint 0 each stage is told, the status stage with 0
   * bytes. The endpoint NAKs until it is armed again.
   */
  void (*on_done)(uint8_t endpoint, uint32_t bytes);

  /* The host has gone, as if the plug were pulled. May be NULL; on_reset comes before the next. */
  void (*on_unplugged)(void);

  /*
   * The side channel, by which tests do what no request can. Where UMS_PORT is set, lines are read
   * from standard input (fail-lba N, fail-read-lba N, fail-write-lba N, eject [DRIVE], insert
   * [DRIVE], power-cycle, sync) and answered on standard output with ok, or no REASON. Returns NULL if it
   * is done, or why it cannot be, in one line. When UMS_UDC_POWER_CYCLE is done, the host is
   * gone, all endpoints but 0 are closed, and there is no on_unplugged. May be NULL: no is the
   * answer to all. The end of standard input ends the program, with status 0.
   */
  const char *(*command)(enum ums_udc_command command, int64_t number);
};

/*
 * Opens the port, and says on standard output where: usbip 127.0.0.1:PORT 1-1. To be called once,
 * first. Ends the program with status 3 if the port cannot be had. The config is copied.
 */
void ums_udc_init(const struct ums_udc_config *config);

/*
 * Moves packets until a callback was called, and returns true then. With nothing to move it waits
 * up to timeout_ms milliseconds (0: not at all, -1: for ever) for a host, and returns false if no
 * callback was called. Costs a system call per transfer of the host and one per wait.
 */
bool ums_udc_poll(int timeout_ms);

/*
 * An endpoint exists from now on, with nothing armed, not halted, its next packet DATA0. Bulk and
 * interrupt endpoints only. Costs nothing. Endpoint addresses are those of descriptors everywhere:
 * bit 7 for IN. Endpoint 0 is always open.
 */
void ums_udc_open(uint8_t endpoint, uint16_t max_packet_bytes);

/* It exists no more: what a host sends there is not answered, and fails at the host. */
void ums_udc_close(uint8_t endpoint);

/*
 * Arms one transfer: to send length bytes, or to receive up to length bytes. Both kinds of driver
 * fit: those that arm whole transfers, and those that move one packet after the other. Nothing is
 * added: an empty packet is a transfer of 0 bytes, and the data may be NULL then. The data is not
 * copied, and stays as it is and where it is until on_done, ums_udc_flush, ums_udc_open,
 * ums_udc_close or a reset, or for endpoint 0 the next SETUP.
 */
void ums_udc_start(uint8_t endpoint, void *data, uint32_t length);

/* Forgets what is armed. Packets that have gone are gone; there is no on_done. */
void ums_udc_flush(uint8_t endpoint);

/*
 * Halts: every packet is answered with STALL. What is armed stays armed, and goes on after
 * ums_udc_clear_stall; a controller that drops it is ums_udc_flush besides. Of endpoint 0 either
 * direction is both, and the next SETUP ends it.
 */
void ums_udc_stall(uint8_t endpoint);

/* Not halted any more, and the next packet is DATA0; also where it was not halted. */
void ums_udc_clear_stall(uint8_t endpoint);

bool ums_udc_is_stalled(uint8_t endpoint);

/* Whether something is armed that has not ended. */
bool ums_udc_is_armed(uint8_t endpoint);

/*
 * Tells an event of the device on standard output, "= NAME TEXT", which files of exchanges can ask
 * for. The name is one word, the text one line of it, and may be empty.
 */
void ums_udc_event(const char *name, const char *text);

#ifdef __cplusplus
}
#endif

#endif /* UMS_UDC_H */

#ifdef UMS_UDC_IMPLEMENTATION
#ifndef UMS_UDC_IMPLEMENTED
#define UMS_UDC_IMPLEMENTED

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* SIGPIPE is ignored besides */
#endif

enum {
  UMS_UDC_URB_BYTES_MAX = 16 << 20,  /* of one transfer; hosts have less */
  UMS_UDC_HELD_BYTES_MAX = 64 << 20, /* of all transfers of a host together */
  UMS_UDC_HEADER_BYTES = 48,
  UMS_UDC_RECORD_BYTES = 312,
  UMS_UDC_OPERATION_BYTES = 8,
  UMS_UDC_BUS_ID_BYTES = 32,
  UMS_UDC_VISITORS = 4,
  UMS_UDC_ENDPOINTS = 32
};

/* What USB/IP calls the ends of a transfer: Linux's error numbers, whatever the machine. */
enum {
  UMS_UDC_OK = 0,
  UMS_UDC_PIPE = -32,       /* STALL */
  UMS_UDC_PROTOCOL = -71,   /* no answer */
  UMS_UDC_OVERFLOW = -75,   /* babble */
  UMS_UDC_CONNRESET = -104, /* given up */
  UMS_UDC_BUSY = 2,         /* of operations: another host has it */
  UMS_UDC_NO_DEVICE = 4
};

enum ums_udc_stage { UMS_UDC_SETUP, UMS_UDC_DATA, UMS_UDC_STATUS };

/* A transfer of the host: under way, or ended and waiting to be told. */
struct ums_udc_urb {
  struct ums_udc_urb *next;
  uint32_t number;
  uint32_t length;
  uint32_t done;
  bool to_host;    /* the direction that its header names */
  bool empty_last; /* OUT: an empty packet follows whole ones (URB_ZERO_PACKET) */
  bool own;        /* made up here: no host waits for it */
  bool reset_done; /* the bus reset that stands for a SET_CONFIGURATION */
  enum ums_udc_stage stage;
  uint8_t setup[8];
  size_t told, telling; /* bytes of the wire's image that are sent, and are to be */
  uint8_t wire[];       /* the reply's header, and the data behind it */
};

struct ums_udc_endpoint {
  uint16_t max_packet;
  bool open, armed, stalled;
  bool toggle, host_toggle;
  uint8_t *data;
  uint32_t length, done;
  struct ums_udc_urb *first, *last;
};

/* A connection that has not imported the device. */
struct ums_udc_visitor {
  int fd;
  size_t have;
  uint8_t request[UMS_UDC_OPERATION_BYTES + UMS_UDC_BUS_ID_BYTES];
};

static struct {
  struct ums_udc_config config;
  struct ums_udc_endpoint endpoints[UMS_UDC_ENDPOINTS]; /* number, + 16 if IN */
  int listener, host;
  struct ums_udc_visitor visitors[UMS_UDC_VISITORS];
  bool trace, config_resets, side_channel;
  bool reset_pending, unplug_pending; /* callbacks that are due */
  bool commanded;                     /* the callback of the side channel was called */
  bool addressed, configured;         /* since the last bus reset */

  uint8_t header[UMS_UDC_HEADER_BYTES];
  size_t header_have;
  struct ums_udc_urb *arriving; /* its data is being received */
  size_t arriving_have;
  size_t held; /* bytes of all transfers */
  struct ums_udc_urb *replies, *last_reply;

  char line[128]; /* of standard input */
  size_t line_have;
} ums_udc = {.listener = -1, .host = -1};

#define UMS_UDC_TELL(...) (fprintf(stderr, "udc: " __VA_ARGS__), fputc('\n', stderr))
#define UMS_UDC_LOG(...) ((void)(ums_udc.trace && UMS_UDC_TELL(__VA_ARGS__)))

static struct ums_udc_endpoint *ums_udc_at(uint8_t endpoint) {
  return &ums_udc.endpoints[(endpoint & 0x0f) + ((endpoint & 0x80) ? 16 : 0)];
}

/* ---- What the firmware calls ---- */

static void ums_udc_forget(struct ums_udc_endpoint *e) {
  e->armed = e->stalled = e->toggle = false;
  e->data = NULL;
  e->length = e->done = 0;
}

void ums_udc_open(uint8_t endpoint, uint16_t max_packet_bytes) {
  struct ums_udc_endpoint *e = ums_udc_at(endpoint);
  UMS_UDC_LOG("open %02x, packets of %u", endpoint, max_packet_bytes);
  ums_udc_forget(e);
  e->open = true;
  e->max_packet = max_packet_bytes ? max_packet_bytes : 1;
}

void ums_udc_close(uint8_t endpoint) {
  UMS_UDC_LOG("close %02x", endpoint);
  if ((endpoint & 0x0f) != 0) {
    ums_udc_forget(ums_udc_at(endpoint));
    ums_udc_at(endpoint)->open = false;
  }
}

void ums_udc_start(uint8_t endpoint, void *data, uint32_t length) {
  struct ums_udc_endpoint *e = ums_udc_at(endpoint);
  UMS_UDC_LOG("start %02x, %u bytes", endpoint, length);
  if (!e->open) {
    UMS_UDC_TELL("endpoint %02x is armed and is not open", endpoint);
    return;
  }
  if (e->armed) {
    UMS_UDC_TELL("endpoint %02x is armed twice: %u of %u bytes of the first have gone", endpoint,
                 e->done, e->length);
  }
  e->data = data;
  e->length = length;
  e->done = 0;
  e->armed = true;
}

void ums_udc_flush(uint8_t endpoint) {
  UMS_UDC_LOG("flush %02x", endpoint);
  ums_udc_at(endpoint)->armed = false;
}

void ums_udc_stall(uint8_t endpoint) {
  UMS_UDC_LOG("stall %02x", endpoint);
  ums_udc_at(endpoint)->stalled = true;
}

void ums_udc_clear_stall(uint8_t endpoint) {
  UMS_UDC_LOG("clear stall %02x", endpoint);
  ums_udc_at(endpoint)->stalled = false;
  ums_udc_at(endpoint)->toggle = false;
}

bool ums_udc_is_stalled(uint8_t endpoint) { return ums_udc_at(endpoint)->stalled; }

bool ums_udc_is_armed(uint8_t endpoint) { return ums_udc_at(endpoint)->armed; }

void ums_udc_event(const char *name, const char *text) {
  printf("= %s%s%s\n", name, *text ? " " : "", text);
  fflush(stdout);
}

/* ---- Replies ---- */

static void ums_udc_put32(uint8_t *to, uint32_t value) {
  to[0] = (uint8_t)(value >> 24);
  to[1] = (uint8_t)(value >> 16);
  to[2] = (uint8_t)(value >> 8);
  to[3] = (uint8_t)value;
}

static uint32_t ums_udc_get32(const uint8_t *from) {
  return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

static void ums_udc_free(struct ums_udc_urb *urb) {
  ums_udc.held -= sizeof *urb + UMS_UDC_HEADER_BYTES + urb->length;
  free(urb);
}

static void ums_udc_free_all(struct ums_udc_urb **first) {
  while (*first) {
    struct ums_udc_urb *urb = *first;
    *first = urb->next;
    ums_udc_free(urb);
  }
}

static struct ums_udc_urb *ums_udc_allocate(uint32_t number, uint32_t length) {
  size_t bytes = sizeof(struct ums_udc_urb) + UMS_UDC_HEADER_BYTES + length;
  if (ums_udc.held + bytes > UMS_UDC_HELD_BYTES_MAX) {
    return NULL;
  }
  struct ums_udc_urb *urb = calloc(1, bytes);
  if (urb) {
    ums_udc.held += bytes;
    urb->number = number;
    urb->length = length;
  }
  return urb;
}

static void ums_udc_hang_up(const char *why) {
  if (ums_udc.host < 0) {
    return;
  }
  UMS_UDC_LOG("the host is gone: %s", why);
  close(ums_udc.host);
  ums_udc.host = -1;
  ums_udc.header_have = 0;
  for (int i = 0; i < UMS_UDC_ENDPOINTS; i++) {
    ums_udc_free_all(&ums_udc.endpoints[i].first);
  }
  ums_udc_free_all(&ums_udc.replies);
  if (ums_udc.arriving) {
    ums_udc_free(ums_udc.arriving);
    ums_udc.arriving = NULL;
  }
  ums_udc.reset_pending = false;
  ums_udc.unplug_pending = true;
}

/* Sends what is to be told, as far as the host takes it. */
static void ums_udc_tell(void) {
  while (ums_udc.replies && ums_udc.host >= 0) {
    struct ums_udc_urb *urb = ums_udc.replies;
    ssize_t sent =
        send(ums_udc.host, urb->wire + urb->told, urb->telling - urb->told, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) {
      continue;
    }
    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      return;
    }
    if (sent <= 0) {
      ums_udc_hang_up("it takes no answers");
      return;
    }
    urb->told += (size_t)sent;
    if (urb->told == urb->telling) {
      ums_udc.replies = urb->next;
      ums_udc_free(urb);
    }
  }
}

static void ums_udc_reply(struct ums_udc_urb *urb, uint32_t kind, int32_t status, uint32_t moved,
                          uint32_t data) {
  memset(urb->wire, 0, UMS_UDC_HEADER_BYTES);
  ums_udc_put32(urb->wire, kind);
  ums_udc_put32(urb->wire + 4, urb->number);
  ums_udc_put32(urb->wire + 20, (uint32_t)status);
  ums_udc_put32(urb->wire + 24, moved);
  urb->telling = UMS_UDC_HEADER_BYTES + (size_t)data;
  urb->told = 0;
  urb->next = NULL;
  if (ums_udc.replies) {
    ums_udc.last_reply->next = urb;
  } else {
    ums_udc.replies = urb;
  }
  ums_udc.last_reply = urb;
  ums_udc_tell();
}

/* Ends the first transfer of an endpoint. */
static void ums_udc_end(struct ums_udc_endpoint *e, int32_t status) {
  struct ums_udc_urb *urb = e->first;
  e->first = urb->next;
  UMS_UDC_LOG("transfer %u ends with %d, %u of %u bytes", urb->number, status, urb->done,
              urb->length);
  if (urb->own) {
    if (status != UMS_UDC_OK) {
      UMS_UDC_TELL("SET_ADDRESS was refused");
    }
    ums_udc_free(urb);
  } else {
    ums_udc_reply(urb, 3, status, urb->done, urb->to_host ? urb->done : 0);
  }
}

/* ---- Packets ---- */

/* What came of looking whether something can move. */
enum ums_udc_progress { UMS_UDC_NOTHING, UMS_UDC_MOVED, UMS_UDC_CALLED };

static enum ums_udc_progress ums_udc_done(uint8_t endpoint, uint32_t bytes) {
  ums_udc_at(endpoint)->armed = false;
  UMS_UDC_LOG("done %02x, %u bytes", endpoint, bytes);
  ums_udc.config.on_done(endpoint, bytes);
  return UMS_UDC_CALLED;
}

static uint32_t ums_udc_least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* One packet to the host. */
static enum ums_udc_progress ums_udc_in(uint8_t endpoint, struct ums_udc_endpoint *e) {
  struct ums_udc_urb *urb = e->first;
  uint32_t packet = ums_udc_least(e->length - e->done, e->max_packet);
  uint32_t room = urb->length - urb->done;
  bool kept = e->toggle == e->host_toggle;
  if (kept && packet > room) {
    UMS_UDC_LOG("babble at %02x: a packet of %u bytes, the host wants %u", endpoint, packet, room);
    ums_udc_end(e, UMS_UDC_OVERFLOW); /* the packet was not acknowledged: it is still there */
    return UMS_UDC_MOVED;
  }
  if (kept && packet > 0) {
    memcpy(urb->wire + UMS_UDC_HEADER_BYTES + urb->done, e->data + e->done, packet);
  }
  if (kept) {
    urb->done += packet;
    e->host_toggle = !e->host_toggle;
  } else {
    /* The host takes it for one that it has had, and acknowledges it (USB 2.0, section 8.6.4). */
    UMS_UDC_TELL("endpoint %02x sends the wrong data toggle: the host drops a packet of %u bytes",
                 endpoint, packet);
  }
  e->toggle = !e->toggle;
  e->done += packet;
  if (kept && (packet < e->max_packet || urb->done == urb->length)) {
    ums_udc_end(e, UMS_UDC_OK);
  }
  return e->done == e->length ? ums_udc_done(endpoint, e->done) : UMS_UDC_MOVED;
}

/* One packet from the host. */
static enum ums_udc_progress ums_udc_out(uint8_t endpoint, struct ums_udc_endpoint *e) {
  struct ums_udc_urb *urb = e->first;
  uint32_t packet = ums_udc_least(urb->length - urb->done, e->max_packet);
  uint32_t taken = ums_udc_least(packet, e->length - e->done);
  bool kept = e->toggle == e->host_toggle;
  if (!kept) {
    UMS_UDC_TELL("endpoint %02x expects the wrong data toggle: it drops a packet of %u bytes",
                 endpoint, packet);
  } else {
    if (taken < packet) {
      UMS_UDC_TELL("overrun at endpoint %02x: a packet of %u bytes, armed for %u", endpoint, packet,
                   taken);
    }
    if (taken > 0) {
      memcpy(e->data + e->done, urb->wire + UMS_UDC_HEADER_BYTES + urb->done, taken);
    }
    e->done += taken;
    e->toggle = !e->toggle;
  }
  e->host_toggle = !e->host_toggle;
  urb->done += packet;
  if (urb->done == urb->length) {
    if (urb->empty_last && packet == e->max_packet) {
      urb->empty_last = false; /* once more, with nothing */
    } else {
      ums_udc_end(e, UMS_UDC_OK);
    }
  }
  return kept && (packet < e->max_packet || e->done == e->length) ? ums_udc_done(endpoint, e->done)
                                                                  : UMS_UDC_MOVED;
}

static enum ums_udc_progress ums_udc_move(uint8_t endpoint) {
  struct ums_udc_endpoint *e = ums_udc_at(endpoint);
  if (!e->first) {
    return UMS_UDC_NOTHING;
  }
  if (!e->open || e->stalled) {
    ums_udc_end(e, e->open ? UMS_UDC_PIPE : UMS_UDC_PROTOCOL);
    return UMS_UDC_MOVED;
  }
  if (!e->armed) {
    return UMS_UDC_NOTHING; /* NAK */
  }
  return (endpoint & 0x80) ? ums_udc_in(endpoint, e) : ums_udc_out(endpoint, e);
}

/* ---- Control transfers and resets ---- */

static void ums_udc_restart_host_toggles(void) {
  for (int i = 0; i < UMS_UDC_ENDPOINTS; i++) {
    ums_udc.endpoints[i].host_toggle = false;
  }
}

static void ums_udc_reset(void) {
  for (int i = 0; i < UMS_UDC_ENDPOINTS; i++) {
    ums_udc_forget(&ums_udc.endpoints[i]);
    ums_udc.endpoints[i].open = i % 16 == 0;
  }
  ums_udc_restart_host_toggles();
  ums_udc.addressed = ums_udc.configured = false;
  ums_udc.reset_pending = true;
}

static bool ums_udc_is(const uint8_t setup[8], uint8_t type, uint8_t request) {
  return setup[0] == type && setup[1] == request;
}

/* The host's toggles begin anew with what the device has agreed to (USB 2.0, section 9.1.1.5). */
static void ums_udc_agreed(const uint8_t setup[8]) {
  if (ums_udc_is(setup, 0x00, 9)) { /* SET_CONFIGURATION */
    ums_udc_restart_host_toggles();
    ums_udc.configured = true;
  } else if (ums_udc_is(setup, 0x01, 11)) { /* SET_INTERFACE */
    ums_udc_restart_host_toggles();
  } else if (ums_udc_is(setup, 0x02, 1) && setup[2] == 0) { /* CLEAR_FEATURE(ENDPOINT_HALT) */
    ums_udc_at(setup[4])->host_toggle = false;
  }
}

/* The server does the addressing; this is how the device gets to know. */
static bool ums_udc_address(struct ums_udc_endpoint *out) {
  static const uint8_t set_address[8] = {0x00, 5, 1};
  struct ums_udc_urb *urb = ums_udc_allocate(0, 0);
  if (!urb) {
    return false;
  }
  memcpy(urb->setup, set_address, sizeof set_address);
  urb->own = true;
  urb->next = out->first; /* which is there: it is why this is done */
  out->first = urb;
  return true;
}

static enum ums_udc_progress ums_udc_setup(struct ums_udc_endpoint *out,
                                           struct ums_udc_endpoint *in) {
  struct ums_udc_urb *urb = out->first;
  const uint8_t *s = urb->setup;
  if (ums_udc_is(s, 0x23, 3) && s[2] == 4 && s[3] == 0) { /* to the hub: PORT_RESET */
    UMS_UDC_LOG("port reset");
    ums_udc_reset();
    ums_udc_end(out, UMS_UDC_OK);
    return UMS_UDC_MOVED;
  }
  if (ums_udc.config_resets && ums_udc.configured && !urb->reset_done && ums_udc_is(s, 0x00, 9)) {
    urb->reset_done = true;
    ums_udc_reset();
    return UMS_UDC_MOVED;
  }
  bool device_descriptor = ums_udc_is(s, 0x80, 6) && s[3] == 1;
  if (ums_udc.config.addressing && !ums_udc.addressed && !device_descriptor) {
    ums_udc.addressed = true;
    return ums_udc_address(out) ? UMS_UDC_MOVED : UMS_UDC_NOTHING;
  }
  UMS_UDC_LOG("setup %02x %02x %02x %02x %02x %02x %02x %02x", s[0], s[1], s[2], s[3], s[4], s[5],
              s[6], s[7]);
  out->armed = in->armed = out->stalled = in->stalled = false;
  urb->stage = urb->length > 0 ? UMS_UDC_DATA : UMS_UDC_STATUS;
  ums_udc.config.on_setup(s);
  return UMS_UDC_CALLED;
}

/* One packet of a data stage. */
static enum ums_udc_progress ums_udc_data_stage(struct ums_udc_endpoint *out,
                                                struct ums_udc_endpoint *e, bool to_host) {
  struct ums_udc_urb *urb = out->first;
  uint8_t *data = urb->wire + UMS_UDC_HEADER_BYTES + urb->done;
  uint32_t left = urb->length - urb->done;
  uint32_t room = e->length - e->done;
  uint32_t packet = ums_udc_least(to_host ? room : left, ums_udc.config.max_packet_0);
  uint32_t taken = ums_udc_least(packet, to_host ? left : room);
  if (to_host && taken < packet) {
    UMS_UDC_TELL("babble in a data stage: a packet of %u bytes, the host wants %u", packet, left);
    ums_udc_end(out, UMS_UDC_OVERFLOW);
    return UMS_UDC_MOVED;
  }
  if (taken < packet) {
    UMS_UDC_TELL("overrun at endpoint 0: a packet of %u bytes, armed for %u", packet, room);
  }
  if (taken > 0) {
    memcpy(to_host ? data : e->data + e->done, to_host ? e->data + e->done : data, taken);
  }
  urb->done += packet;
  e->done += taken;
  bool last = urb->done == urb->length || packet < ums_udc.config.max_packet_0;
  if (last) {
    urb->stage = UMS_UDC_STATUS;
  }
  return last || e->done == e->length ? ums_udc_done(to_host ? 0x80 : 0x00, e->done)
                                      : UMS_UDC_MOVED;
}

static enum ums_udc_progress ums_udc_status_stage(struct ums_udc_endpoint *out,
                                                  struct ums_udc_endpoint *e, bool to_host) {
  if (to_host && e->length > 0) {
    UMS_UDC_TELL("data in a status stage: %u bytes", e->length);
    ums_udc_end(out, UMS_UDC_OVERFLOW);
    return ums_udc_done(0x80, 0);
  }
  ums_udc_agreed(out->first->setup);
  ums_udc_end(out, UMS_UDC_OK);
  return ums_udc_done(to_host ? 0x80 : 0x00, 0);
}

static enum ums_udc_progress ums_udc_control(void) {
  struct ums_udc_endpoint *out = ums_udc_at(0x00), *in = ums_udc_at(0x80);
  struct ums_udc_urb *urb = out->first;
  if (!urb) {
    return UMS_UDC_NOTHING;
  }
  if (urb->stage == UMS_UDC_SETUP) {
    return ums_udc_setup(out, in);
  }
  if (out->stalled || in->stalled) {
    ums_udc_end(out, UMS_UDC_PIPE);
    return UMS_UDC_MOVED;
  }
  bool reads = (urb->setup[0] & 0x80) && urb->length > 0;
  bool to_host = (urb->stage == UMS_UDC_DATA) == reads;
  struct ums_udc_endpoint *e = to_host ? in : out;
  if (!e->armed) {
    return UMS_UDC_NOTHING;
  }
  return urb->stage == UMS_UDC_DATA ? ums_udc_data_stage(out, e, to_host)
                                    : ums_udc_status_stage(out, e, to_host);
}

/* Moves until a callback was called (true), or nothing can move. */
static bool ums_udc_run(void) {
  for (;;) {
    if (ums_udc.unplug_pending) {
      ums_udc.unplug_pending = false;
      if (ums_udc.config.on_unplugged) {
        ums_udc.config.on_unplugged();
        return true;
      }
    }
    if (ums_udc.reset_pending) {
      ums_udc.reset_pending = false;
      UMS_UDC_LOG("reset");
      ums_udc.config.on_reset();
      return true;
    }
    enum ums_udc_progress progress = ums_udc_control();
    for (uint8_t i = 1; i < 16 && progress != UMS_UDC_CALLED; i++) {
      enum ums_udc_progress in = ums_udc_move(0x80 | i);
      enum ums_udc_progress out = in == UMS_UDC_CALLED ? UMS_UDC_NOTHING : ums_udc_move(i);
      progress = in > progress ? in : progress;
      progress = out > progress ? out : progress;
    }
    if (progress != UMS_UDC_MOVED) {
      return progress == UMS_UDC_CALLED;
    }
  }
}

/* ---- What the host sends ---- */

static void ums_udc_submitted(struct ums_udc_urb *urb, uint8_t number) {
  uint8_t direction = urb->to_host && number != 0 ? 0x80 : 0x00; /* endpoint 0 has one queue */
  struct ums_udc_endpoint *e = ums_udc_at(number | direction);
  UMS_UDC_LOG("transfer %u at %02x, %u bytes", urb->number, number | direction, urb->length);
  if (e->first) {
    e->last->next = urb;
  } else {
    e->first = urb;
  }
  e->last = urb;
}

static void ums_udc_submit(const uint8_t *header) {
  uint32_t to_host = ums_udc_get32(header + 12), number = ums_udc_get32(header + 16);
  uint32_t length = ums_udc_get32(header + 24);
  bool mixed = number == 0 && length > 0 && ((header[40] & 0x80) != 0) != (to_host != 0);
  if (to_host > 1 || number > 15 || length > UMS_UDC_URB_BYTES_MAX || mixed) {
    ums_udc_hang_up("it does not keep to USB/IP");
    return;
  }
  struct ums_udc_urb *urb = ums_udc_allocate(ums_udc_get32(header + 4), length);
  if (!urb) {
    UMS_UDC_TELL("the host has more under way than %d bytes", UMS_UDC_HELD_BYTES_MAX);
    ums_udc_hang_up("it has too much under way");
    return;
  }
  urb->to_host = to_host == 1;
  urb->empty_last = !urb->to_host && length > 0 && (ums_udc_get32(header + 20) & 0x40);
  memcpy(urb->setup, header + 40, sizeof urb->setup);
  if (!urb->to_host && length > 0) {
    ums_udc.arriving = urb;
    ums_udc.arriving_have = 0;
  } else {
    ums_udc_submitted(urb, (uint8_t)number);
  }
}

/* Takes a transfer out of the queue that it is in; NULL if it has ended. */
static struct ums_udc_urb *ums_udc_take(uint32_t number) {
  for (int i = 0; i < UMS_UDC_ENDPOINTS; i++) {
    struct ums_udc_endpoint *e = &ums_udc.endpoints[i];
    struct ums_udc_urb *before = NULL;
    for (struct ums_udc_urb *urb = e->first; urb; before = urb, urb = urb->next) {
      if (urb->own || urb->number != number) {
        continue;
      }
      if (before) {
        before->next = urb->next;
      } else {
        e->first = urb->next;
      }
      if (e->last == urb) {
        e->last = before;
      }
      return urb;
    }
  }
  return NULL;
}

static void ums_udc_unlink(const uint8_t *header) {
  struct ums_udc_urb *victim = ums_udc_take(ums_udc_get32(header + 20));
  struct ums_udc_endpoint *control = ums_udc_at(0);
  bool found = victim != NULL;
  UMS_UDC_LOG("unlink %u%s", ums_udc_get32(header + 20), found ? "" : ", which has ended");
  if (control->first && control->first->own && !control->first->next) {
    ums_udc_free_all(&control->first); /* nobody waits for what was to follow it */
    ums_udc.addressed = false;
  }
  if (!found) {
    victim = ums_udc_allocate(0, 0);
  }
  if (!victim) {
    ums_udc_hang_up("it has too much under way");
    return;
  }
  victim->number = ums_udc_get32(header + 4);
  ums_udc_reply(victim, 4, found ? UMS_UDC_CONNRESET : UMS_UDC_OK, 0, 0);
}

/* Receives into a place; true if it is full now. */
static bool ums_udc_receive(int fd, uint8_t *to, size_t *have, size_t want, bool *ended) {
  ssize_t got = recv(fd, to + *have, want - *have, 0);
  if (got > 0) {
    *have += (size_t)got;
  } else if (got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
    *ended = true;
  }
  return *have == want;
}

/* Receives one message, or what there is of it. */
static void ums_udc_hear(void) {
  bool ended = false;
  if (ums_udc.arriving) {
    struct ums_udc_urb *urb = ums_udc.arriving;
    if (ums_udc_receive(ums_udc.host, urb->wire + UMS_UDC_HEADER_BYTES, &ums_udc.arriving_have,
                        urb->length, &ended)) {
      ums_udc.arriving = NULL;
      ums_udc_submitted(urb, (uint8_t)ums_udc_get32(ums_udc.header + 16));
    }
  } else if (ums_udc_receive(ums_udc.host, ums_udc.header, &ums_udc.header_have,
                             UMS_UDC_HEADER_BYTES, &ended)) {
    ums_udc.header_have = 0;
    uint32_t kind = ums_udc_get32(ums_udc.header);
    if (kind == 1) {
      ums_udc_submit(ums_udc.header);
    } else if (kind == 2) {
      ums_udc_unlink(ums_udc.header);
    } else {
      ums_udc_hang_up("it does not keep to USB/IP");
    }
    if (ums_udc.arriving) {
      ums_udc_hear(); /* the data is mostly there */
      return;
    }
  }
  if (ended) {
    ums_udc_hang_up("it closed the connection");
  }
}

/* ---- Hosts that come ---- */

static void ums_udc_record(uint8_t *to) {
  static const char path[] = "/sys/devices/platform/ums_udc/usb1/1-1";
  const struct ums_udc_config *config = &ums_udc.config;
  memset(to, 0, UMS_UDC_RECORD_BYTES);
  memcpy(to, path, sizeof path);
  memcpy(to + 256, "1-1", 4);
  ums_udc_put32(to + 288, 1);                                            /* bus */
  ums_udc_put32(to + 292, 2);                                            /* device */
  ums_udc_put32(to + 296, config->speed == UMS_UDC_HIGH_SPEED ? 3 : 2);
  ums_udc_put32(to + 300, (uint32_t)config->vendor_id << 16 | config->product_id);
  to[310] = 1; /* configurations */
  to[311] = 1; /* interfaces */
}

static void ums_udc_leave(struct ums_udc_visitor *visitor) {
  close(visitor->fd);
  visitor->fd = -1;
}

/* Sends what fits into the buffers of any connection that is new. */
static bool ums_udc_say(int fd, const uint8_t *from, size_t bytes) {
  return send(fd, from, bytes, MSG_NOSIGNAL) == (ssize_t)bytes;
}

static void ums_udc_list(struct ums_udc_visitor *visitor) {
  /* Operation, number of devices, device, its interface: mass storage, SCSI, Bulk-Only. */
  uint8_t reply[UMS_UDC_OPERATION_BYTES + 4 + UMS_UDC_RECORD_BYTES + 4] = {1, 0x11, 0, 5};
  ums_udc_put32(reply + 8, 1);
  ums_udc_record(reply + 12);
  ums_udc_put32(reply + 12 + UMS_UDC_RECORD_BYTES, 0x08065000);
  ums_udc_say(visitor->fd, reply, sizeof reply);
  ums_udc_leave(visitor);
}

static void ums_udc_import(struct ums_udc_visitor *visitor) {
  uint8_t reply[UMS_UDC_OPERATION_BYTES + UMS_UDC_RECORD_BYTES] = {1, 0x11, 0, 3};
  bool known = memcmp(visitor->request + UMS_UDC_OPERATION_BYTES, "1-1", 4) == 0;
  if (!known || ums_udc.host >= 0) {
    ums_udc_put32(reply + 4, known ? UMS_UDC_BUSY : UMS_UDC_NO_DEVICE);
    ums_udc_say(visitor->fd, reply, UMS_UDC_OPERATION_BYTES);
    ums_udc_leave(visitor);
    return;
  }
  ums_udc_record(reply + UMS_UDC_OPERATION_BYTES);
  if (!ums_udc_say(visitor->fd, reply, sizeof reply)) {
    ums_udc_leave(visitor);
    return;
  }
  UMS_UDC_LOG("a host has imported the device");
  ums_udc.host = visitor->fd;
  visitor->fd = -1;
  ums_udc_reset();
}

static void ums_udc_visit(struct ums_udc_visitor *visitor) {
  const uint8_t *request = visitor->request;
  bool ended = false;
  if (ums_udc_receive(visitor->fd, visitor->request, &visitor->have,
                      visitor->have < UMS_UDC_OPERATION_BYTES ? UMS_UDC_OPERATION_BYTES
                                                              : sizeof visitor->request,
                      &ended)) {
    bool version = request[0] == 1 && request[1] == 0x11 && request[2] == 0x80;
    if (version && request[3] == 5) {
      ums_udc_list(visitor);
    } else if (!version || request[3] != 3) {
      ended = true;
    } else if (visitor->have == sizeof visitor->request) {
      ums_udc_import(visitor);
    }
  }
  if (ended && visitor->fd >= 0) {
    ums_udc_leave(visitor);
  }
}

static void ums_udc_welcome(void) {
  int fd = accept(ums_udc.listener, NULL, NULL), one = 1;
  if (fd < 0) {
    return;
  }
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  struct ums_udc_visitor *visitor = ums_udc.visitors;
  for (int i = 0; i < UMS_UDC_VISITORS && visitor->fd >= 0; i++) {
    visitor = &ums_udc.visitors[i];
  }
  if (visitor->fd >= 0) { /* all places are taken: whoever has been there longest goes */
    ums_udc_leave(&ums_udc.visitors[0]);
    memmove(ums_udc.visitors, ums_udc.visitors + 1,
            sizeof ums_udc.visitors - sizeof ums_udc.visitors[0]);
    visitor = &ums_udc.visitors[UMS_UDC_VISITORS - 1];
  }
  visitor->fd = fd;
  visitor->have = 0;
}

/* ---- The side channel ---- */

static const char *ums_udc_obey(char *line) {
  static const struct {
    const char *name;
    enum ums_udc_command command;
    enum { UMS_UDC_NO_NUMBER, UMS_UDC_MAYBE_NUMBER, UMS_UDC_NUMBER } number;
  } commands[] = {{"fail-lba", UMS_UDC_FAIL_LBA, UMS_UDC_NUMBER},
                  {"fail-read-lba", UMS_UDC_FAIL_READ_LBA, UMS_UDC_NUMBER},
                  {"fail-write-lba", UMS_UDC_FAIL_WRITE_LBA, UMS_UDC_NUMBER},
                  {"eject", UMS_UDC_EJECT, UMS_UDC_MAYBE_NUMBER},
                  {"insert", UMS_UDC_INSERT, UMS_UDC_MAYBE_NUMBER},
                  {"power-cycle", UMS_UDC_POWER_CYCLE, UMS_UDC_NO_NUMBER}};
  char *number = strchr(line, ' '), *rest = NULL;
  if (number) {
    *number++ = 0;
  }
  if (strcmp(line, "sync") == 0) {
    return NULL; /* what has been told was told before this is answered */
  }
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    if (strcmp(line, commands[i].name) != 0) {
      continue;
    }
    int64_t value = number ? strtoll(number, &rest, 10) : -1;
    if (number ? commands[i].number == UMS_UDC_NO_NUMBER || rest == number || *rest != 0
               : commands[i].number == UMS_UDC_NUMBER) {
      return "this is not the form of the command";
    }
    if (!ums_udc.config.command) {
      return "this firmware has no side channel";
    }
    ums_udc.commanded = true;
    const char *refusal = ums_udc.config.command(commands[i].command, value);
    if (!refusal && commands[i].command == UMS_UDC_POWER_CYCLE) {
      ums_udc_hang_up("the power is gone");
      ums_udc_reset();
      ums_udc.reset_pending = ums_udc.unplug_pending = false;
    }
    return refusal;
  }
  return "there is no such command";
}

/* Reads what standard input has; its end is the end. */
static void ums_udc_listen_aside(void) {
  char some[64];
  ssize_t got = read(STDIN_FILENO, some, sizeof some);
  if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) {
    ums_udc_hang_up("standard input has ended");
    exit(0);
  }
  for (ssize_t i = 0; i < got; i++) {
    if (some[i] != '\n') {
      if (ums_udc.line_have < sizeof ums_udc.line) {
        ums_udc.line[ums_udc.line_have++] = some[i];
      }
      continue;
    }
    const char *refusal = "the line is too long";
    if (ums_udc.line_have < sizeof ums_udc.line) {
      ums_udc.line[ums_udc.line_have] = 0;
      refusal = ums_udc_obey(ums_udc.line);
    }
    ums_udc.line_have = 0;
    printf("%s%s\n", refusal ? "no " : "ok", refusal ? refusal : "");
    fflush(stdout);
  }
}

/* ---- The loop ---- */

/* Waits for something to come, and takes it in; false if nothing came. */
static bool ums_udc_wait(int timeout_ms) {
  struct pollfd fds[3 + UMS_UDC_VISITORS];
  for (int i = 0; i < UMS_UDC_VISITORS; i++) {
    fds[i] = (struct pollfd){.fd = ums_udc.visitors[i].fd, .events = POLLIN};
  }
  struct pollfd *listener = fds + UMS_UDC_VISITORS, *host = listener + 1, *aside = listener + 2;
  /* Nothing more is taken from a host that does not take its answers. */
  short host_events = ums_udc.replies ? POLLOUT : POLLIN;
  *listener = (struct pollfd){.fd = ums_udc.listener, .events = POLLIN};
  *host = (struct pollfd){.fd = ums_udc.host, .events = host_events};
  *aside = (struct pollfd){.fd = ums_udc.side_channel ? STDIN_FILENO : -1, .events = POLLIN};
  if (poll(fds, 3 + UMS_UDC_VISITORS, timeout_ms) <= 0) {
    return false;
  }
  if (aside->revents) {
    ums_udc_listen_aside();
  }
  if (ums_udc.host >= 0 && (host->revents & POLLOUT)) {
    ums_udc_tell();
  } else if (ums_udc.host >= 0 && host->revents) {
    if (ums_udc.replies) {
      ums_udc_hang_up("it closed the connection");
    } else {
      ums_udc_hear();
    }
  }
  for (int i = 0; i < UMS_UDC_VISITORS; i++) {
    if (fds[i].revents) {
      ums_udc_visit(&ums_udc.visitors[i]);
    }
  }
  if (listener->revents) {
    ums_udc_welcome();
  }
  return true;
}

bool ums_udc_poll(int timeout_ms) {
  enum { ROUNDS = 64 }; /* the program gets its turn, whatever a host sends */
  for (int i = 0; i < ROUNDS; i++) {
    if (ums_udc_run()) {
      return true;
    }
    if (!ums_udc_wait(i == 0 ? timeout_ms : 0)) {
      return false;
    }
    if (ums_udc.commanded) {
      ums_udc.commanded = false;
      return true;
    }
  }
  return ums_udc_run();
}

void ums_udc_init(const struct ums_udc_config *config) {
  const char *port = getenv("UMS_PORT");
  const char *trace = getenv("UMS_UDC_TRACE"), *resets = getenv("UMS_UDC_CONFIG_RESETS");
  int one = 1, number = port ? atoi(port) : config->port ? config->port : 3240;
  struct sockaddr_in at = {.sin_family = AF_INET};
  socklen_t length = sizeof at;
  at.sin_port = htons((uint16_t)number);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ums_udc.config = *config;
  if (config->max_packet_0 == 0) {
    ums_udc.config.max_packet_0 = 64;
  }
  ums_udc.side_channel = port != NULL;
  ums_udc.trace = trace && strcmp(trace, "0") != 0;
  ums_udc.config_resets = resets && strcmp(resets, "0") != 0;
  for (int i = 0; i < UMS_UDC_VISITORS; i++) {
    ums_udc.visitors[i].fd = -1;
  }
  ums_udc.endpoints[0].open = ums_udc.endpoints[16].open = true;
  signal(SIGPIPE, SIG_IGN);
  ums_udc.listener = socket(AF_INET, SOCK_STREAM, 0);
  setsockopt(ums_udc.listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (number < 0 || number > 65535 || bind(ums_udc.listener, (struct sockaddr *)&at, length) != 0 ||
      listen(ums_udc.listener, 8) != 0 ||
      getsockname(ums_udc.listener, (struct sockaddr *)&at, &length) != 0) {
    UMS_UDC_TELL("port %d at 127.0.0.1 cannot be had: %s", number, strerror(errno));
    exit(3);
  }
  fcntl(ums_udc.listener, F_SETFL, fcntl(ums_udc.listener, F_GETFL) | O_NONBLOCK);
  printf("usbip 127.0.0.1:%d 1-1\n", ntohs(at.sin_port));
  fflush(stdout);
}

#endif /* UMS_UDC_IMPLEMENTED */
#endif /* UMS_UDC_IMPLEMENTATION */
