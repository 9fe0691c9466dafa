package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.REQUESTS;

import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.RawAnswer;
import dev.umsim.core.usb.Speed;
import java.util.List;

/** Standard requests in every state (USB 2.0, section 9.4). */
final class RequestChecks {
  private static final int GET_STATUS = 0x00;
  private static final int CLEAR_FEATURE = 0x01;
  private static final int SET_FEATURE = 0x03;
  private static final int GET_DESCRIPTOR = 0x06;
  private static final int SET_DESCRIPTOR = 0x07;
  private static final int GET_CONFIGURATION = 0x08;
  private static final int SET_CONFIGURATION = 0x09;
  private static final int GET_INTERFACE = 0x0a;
  private static final int SET_INTERFACE = 0x0b;
  private static final int SYNCH_FRAME = 0x0c;
  private static final int REMOTE_WAKEUP = 1;
  private static final int TEST_MODE = 2;
  private static final int NO_SUCH_FEATURE = 0x1234;

  static final List<Check> ALL =
      List.of(
          check(
                  REQUESTS,
                  "get-status-device",
                  "GET_STATUS of the device gives two bytes, of which the upper 14 bits are 0",
                  "USB 2.0, 9.4.5")
              .run(
                  t -> {
                    var answer = t.control(0x80, GET_STATUS, 0, 0, 2);
                    t.expect(
                        answer.bytes().length == 2
                            && (answer.u8(0) & 0xfc) == 0
                            && answer.u8(1) == 0,
                        "two bytes, 00 to 03 and 00",
                        Trial.shown(answer));
                  }),
          check(
                  REQUESTS,
                  "get-status-power",
                  "A device says that it is self-powered only where its configuration can be",
                  "USB 2.0, 9.4.5 and 9.6.3: bmAttributes b6")
              .forgiven()
              .run(
                  t -> {
                    t.require(t.facts().configuration().length >= 9, "no configuration was read");
                    boolean can = (t.facts().configuration()[7] & 0x40) != 0;
                    var answer = t.control(0x80, GET_STATUS, 0, 0, 2);
                    t.expect(can || (answer.u8(0) & 1) == 0, "b0 0", Trial.shown(answer));
                  }),
          check(
                  REQUESTS,
                  "requests-in-time",
                  "Requests are answered within 500 ms, and their status within 50 ms",
                  "USB 2.0, 9.2.6.4")
              .forgiven()
              .run(
                  t -> {
                    boolean simulated =
                        t.session().link().timeBase()
                            == dev.umsim.core.usb.UsbLink.TimeBase.SIMULATED;
                    // On a clock on the wall the way there and back takes what it takes.
                    long millis = simulated ? 560 : 4000;
                    for (int i = 0; i < 3; i++) {
                      long before = t.session().nanos();
                      t.descriptor(1, 0, 18);
                      long took = (t.session().nanos() - before) / 1_000_000;
                      t.expect(took <= millis, "at most " + millis + " ms", "more");
                    }
                  }),
          check(
                  REQUESTS,
                  "get-status-interface",
                  "GET_STATUS of the interface gives two bytes of 0",
                  "USB 2.0, 9.4.5")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(t -> zeros(t, t.control(0x81, GET_STATUS, 0, number(t), 2))),
          check(
                  REQUESTS,
                  "get-status-endpoint",
                  "GET_STATUS of an endpoint that is not halted gives two bytes of 0",
                  "USB 2.0, 9.4.5")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    zeros(t, t.control(0x82, GET_STATUS, 0, in(t), 2));
                    zeros(t, t.control(0x82, GET_STATUS, 0, out(t), 2));
                  }),
          check(
                  REQUESTS,
                  "get-status-endpoint-0",
                  "GET_STATUS of endpoint 0 gives two bytes",
                  "USB 2.0, 9.4.5")
              .forgiven()
              .run(t -> zeros(t, t.control(0x82, GET_STATUS, 0, 0, 2))),
          declined(
              "get-status-of-no-interface",
              "GET_STATUS of an interface that there is not",
              "USB 2.0, 9.4.5: it is a Request Error",
              t -> t.control(0x81, GET_STATUS, 0, noInterface(t), 2)),
          declined(
              "get-status-of-no-endpoint",
              "GET_STATUS of an endpoint that there is not",
              "USB 2.0, 9.4.5: it is a Request Error",
              t -> t.control(0x82, GET_STATUS, 0, noEndpoint(t), 2)),
          check(
                  REQUESTS,
                  "get-configuration",
                  "GET_CONFIGURATION gives the configuration that was set",
                  "USB 2.0, 9.4.2")
              .run(t -> configurationIs(t, t.facts().configurationValue())),
          check(
                  REQUESTS,
                  "get-interface",
                  "GET_INTERFACE gives the alternate setting, 00",
                  "USB 2.0, 9.4.4")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var answer = t.control(0x81, GET_INTERFACE, 0, number(t), 1);
                    t.expect(
                        answer.bytes().length == 1 && answer.u8(0) == 0, "00", Trial.shown(answer));
                  }),
          declined(
              "get-interface-of-none",
              "GET_INTERFACE of an interface that there is not",
              "USB 2.0, 9.4.4: it is a Request Error",
              t -> t.control(0x81, GET_INTERFACE, 0, noInterface(t), 1)),
          check(
                  REQUESTS,
                  "set-interface",
                  "SET_INTERFACE to setting 0 is carried out, or declined where there is one alone",
                  "USB 2.0, 9.4.10")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    boolean one =
                        t.facts().parts().stream()
                                .filter(part -> part[1] == 4 && part[2] == number(t))
                                .count()
                            == 1;
                    var answer = t.control(0x01, SET_INTERFACE, 0, number(t), 0);
                    t.session().oweRecovery();
                    t.expect(
                        answer.ok() || one && answer.stalled(),
                        one ? "carried out, or STALL" : "carried out",
                        Trial.shown(answer));
                  }),
          declined(
              "set-interface-to-no-setting",
              "SET_INTERFACE to an alternate setting that there is not",
              "USB 2.0, 9.4.10: it is a Request Error",
              t -> t.control(0x01, SET_INTERFACE, 0x7f, number(t), 0)),
          declined(
              "set-interface-of-none",
              "SET_INTERFACE of an interface that there is not",
              "USB 2.0, 9.4.10: it is a Request Error",
              t -> t.control(0x01, SET_INTERFACE, 0, noInterface(t), 0)),
          check(
                  REQUESTS,
                  "set-configuration-again",
                  "SET_CONFIGURATION to the configuration that is set is carried out",
                  "USB 2.0, 9.4.7")
              .needs(Need.STATE)
              .run(
                  t -> {
                    t.expectOk(
                        t.control(0, SET_CONFIGURATION, t.facts().configurationValue(), 0, 0),
                        "SET_CONFIGURATION");
                    configurationIs(t, t.facts().configurationValue());
                  }),
          check(
                  REQUESTS,
                  "set-configuration-to-none-such",
                  "SET_CONFIGURATION to one that there is not is declined, and changes nothing",
                  "USB 2.0, 9.4.7: it is a Request Error")
              .needs(Need.STATE)
              .run(
                  t -> {
                    int value = t.facts().configurationValue() == 0x7b ? 0x7c : 0x7b;
                    t.expectStall(
                        t.control(0, SET_CONFIGURATION, value, 0, 0),
                        "SET_CONFIGURATION to a value that no configuration has");
                    configurationIs(t, t.facts().configurationValue());
                  }),
          check(
                  REQUESTS,
                  "set-configuration-0",
                  "SET_CONFIGURATION to 0 takes the device back to the Address state",
                  "USB 2.0, 9.4.7 and 9.1.1.5")
              .needs(Need.STATE, Need.UNCONFIGURED)
              .run(
                  t -> {
                    t.expectOk(t.control(0, SET_CONFIGURATION, 0, 0, 0), "SET_CONFIGURATION(0)");
                    configurationIs(t, 0);
                    configure(t);
                    configurationIs(t, t.facts().configurationValue());
                  }),
          check(
                  REQUESTS,
                  "address-state-endpoint",
                  "Without a configuration only endpoint 0 has a status",
                  "USB 2.0, 9.4.5: in the Address state it is a Request Error")
              .forgiven()
              .needs(Need.STATE, Need.UNCONFIGURED, Need.COMMANDS)
              .run(
                  t -> {
                    t.control(0, SET_CONFIGURATION, 0, 0, 0);
                    t.expectStall(
                        t.control(0x82, GET_STATUS, 0, in(t), 2),
                        "GET_STATUS of bulk-in in the Address state");
                    configure(t);
                  }),
          check(
                  REQUESTS,
                  "address-state-interface",
                  "Without a configuration no interface is set",
                  "USB 2.0, 9.4.4: in the Address state it is a Request Error")
              .forgiven()
              .needs(Need.STATE, Need.UNCONFIGURED, Need.COMMANDS)
              .run(
                  t -> {
                    t.control(0, SET_CONFIGURATION, 0, 0, 0);
                    t.expectStall(
                        t.control(0x81, GET_INTERFACE, 0, number(t), 1),
                        "GET_INTERFACE in the Address state");
                    configure(t);
                  }),
          check(
                  REQUESTS,
                  "address-state-descriptors",
                  "Without a configuration descriptors and the status of the device are given",
                  "USB 2.0, 9.4.3 and 9.4.5")
              .needs(Need.STATE, Need.UNCONFIGURED)
              .run(
                  t -> {
                    t.control(0, SET_CONFIGURATION, 0, 0, 0);
                    t.expect(
                        t.descriptor(1, 0, 18).bytes().length == 18, "18 bytes", "other bytes");
                    t.expectOk(t.descriptor(2, 0, 9), "GET_DESCRIPTOR(CONFIGURATION)");
                    t.expectOk(t.control(0x80, GET_STATUS, 0, 0, 2), "GET_STATUS");
                    configure(t);
                  }),
          check(
                  REQUESTS,
                  "set-feature-halt",
                  "SET_FEATURE(ENDPOINT_HALT) halts, GET_STATUS tells it, CLEAR_FEATURE ends it",
                  "USB 2.0, 9.4.5 and 9.4.9")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int endpoint : new int[] {in(t), out(t)}) {
                      t.session().oweRecovery();
                      t.expectOk(
                          t.control(0x02, SET_FEATURE, 0, endpoint, 0),
                          "SET_FEATURE(ENDPOINT_HALT)");
                      var halted = t.control(0x82, GET_STATUS, 0, endpoint, 2);
                      t.expect(halted.u8(0) == 1, "01 00", Trial.shown(halted));
                      t.expectOk(
                          t.control(0x02, CLEAR_FEATURE, 0, endpoint, 0),
                          "CLEAR_FEATURE(ENDPOINT_HALT)");
                      zeros(t, t.control(0x82, GET_STATUS, 0, endpoint, 2));
                    }
                  }),
          declined(
              "set-feature-halt-of-no-endpoint",
              "SET_FEATURE(ENDPOINT_HALT) of an endpoint that there is not",
              "USB 2.0, 9.4.9: it is a Request Error",
              t -> t.control(0x02, SET_FEATURE, 0, noEndpoint(t), 0)),
          declined(
              "clear-feature-halt-of-no-endpoint",
              "CLEAR_FEATURE(ENDPOINT_HALT) of an endpoint that there is not",
              "USB 2.0, 9.4.1: it is a Request Error",
              t -> t.control(0x02, CLEAR_FEATURE, 0, noEndpoint(t), 0)),
          declined(
              "set-feature-unknown-of-endpoint",
              "SET_FEATURE of an endpoint with a feature that there is not",
              "USB 2.0, 9.4.9: it is a Request Error",
              t -> t.control(0x02, SET_FEATURE, NO_SUCH_FEATURE, in(t), 0)),
          declined(
              "clear-feature-unknown-of-endpoint",
              "CLEAR_FEATURE of an endpoint with a feature that there is not",
              "USB 2.0, 9.4.1: it is a Request Error",
              t -> t.control(0x02, CLEAR_FEATURE, NO_SUCH_FEATURE, in(t), 0)),
          declined(
              "set-feature-unknown-of-device",
              "SET_FEATURE of the device with a feature that there is not",
              "USB 2.0, 9.4.9: it is a Request Error",
              t -> t.control(0x00, SET_FEATURE, NO_SUCH_FEATURE, 0, 0)),
          declined(
              "clear-feature-unknown-of-device",
              "CLEAR_FEATURE of the device with a feature that there is not",
              "USB 2.0, 9.4.1: it is a Request Error",
              t -> t.control(0x00, CLEAR_FEATURE, NO_SUCH_FEATURE, 0, 0)),
          declined(
              "set-feature-of-interface",
              "SET_FEATURE of the interface, which has no features",
              "USB 2.0, 9.4.9: it is a Request Error",
              t -> t.control(0x01, SET_FEATURE, 0, number(t), 0)),
          check(
                  REQUESTS,
                  "remote-wakeup",
                  "Remote wakeup can be set where the configuration declares it, and else not",
                  "USB 2.0, 9.4.5, 9.4.9 and 9.6.3")
              .forgiven()
              .run(
                  t -> {
                    t.require(t.facts().configuration().length >= 9, "no configuration was read");
                    boolean declared = (t.facts().configuration()[7] & 0x20) != 0;
                    var answer = t.control(0, SET_FEATURE, REMOTE_WAKEUP, 0, 0);
                    if (declared) {
                      t.expectOk(answer, "SET_FEATURE(DEVICE_REMOTE_WAKEUP)");
                      var status = t.control(0x80, GET_STATUS, 0, 0, 2);
                      t.expect((status.u8(0) & 2) != 0, "b1 set", Trial.shown(status));
                      t.expectOk(
                          t.control(0, CLEAR_FEATURE, REMOTE_WAKEUP, 0, 0),
                          "CLEAR_FEATURE(DEVICE_REMOTE_WAKEUP)");
                    } else {
                      t.expectStall(answer, "SET_FEATURE(DEVICE_REMOTE_WAKEUP)");
                    }
                  }),
          declined(
              "test-mode-reserved",
              "SET_FEATURE(TEST_MODE) with a test selector that is reserved",
              "USB 2.0, 9.4.9: it is a Request Error",
              t -> t.control(0, SET_FEATURE, TEST_MODE, 0, 0)),
          check(
                  REQUESTS,
                  "test-mode-at-full-speed-alone",
                  "A device of full speed alone has no test modes",
                  "USB 2.0, 9.4.9: it is a Request Error")
              .forgiven()
              .needs(Need.STATE)
              .run(
                  t -> {
                    t.applies(t.facts().speed() == Speed.FULL, "the device is at high speed");
                    t.applies(
                        t.descriptor(6, 0, 10).stalled(), "the device has another speed, too");
                    t.expectStall(
                        t.control(0, SET_FEATURE, TEST_MODE, 0x0400, 0), "SET_FEATURE(TEST_MODE)");
                  }),
          check(
                  REQUESTS,
                  "set-descriptor",
                  "SET_DESCRIPTOR is declined by a device that does not support it",
                  "USB 2.0, 9.4.8: it is a Request Error")
              .forgiven()
              .needs(Need.STATE)
              .run(
                  t -> {
                    var device = t.facts().device();
                    t.expectStall(
                        t.controlOut(0, SET_DESCRIPTOR, 0x0100, 0, device), "SET_DESCRIPTOR");
                    t.expectOk(t.descriptor(1, 0, 18), "GET_DESCRIPTOR afterwards");
                  }),
          declined(
              "synch-frame",
              "SYNCH_FRAME, where no endpoint is isochronous",
              "USB 2.0, 9.4.11: it is a Request Error",
              t -> t.control(0x82, SYNCH_FRAME, 0, in(t), 2)),
          declined(
              "request-unknown",
              "A standard request that there is not",
              "USB 2.0, 9.2.7: it is a Request Error",
              t -> t.control(0x80, 0x0d, 0, 0, 2)),
          declined(
              "request-unknown-out",
              "A standard request that there is not, without data",
              "USB 2.0, 9.2.7: it is a Request Error",
              t -> t.control(0x00, 0x04, 0, 0, 0)),
          declined(
              "request-of-reserved-type",
              "A request of the reserved type",
              "USB 2.0, 9.2.7 and 9.3.1: it is a Request Error",
              t -> t.control(0xe0, 0x01, 0, 0, 2)),
          declined(
              "request-of-vendor-unknown",
              "A request of the vendor that there is not",
              "USB 2.0, 9.2.7: it is a Request Error",
              t -> t.control(0xc0, 0xa5, 0x5a5a, 0xa5a5, 4)),
          declined(
              "request-in-the-wrong-direction",
              "GET_DESCRIPTOR with data to the device",
              "USB 2.0, 9.2.7 and 9.3.1: it is a Request Error",
              t -> t.controlOut(0x00, GET_DESCRIPTOR, 0x0100, 0, new byte[18])),
          check(
                  REQUESTS,
                  "request-without-data-stage",
                  "GET_DESCRIPTOR for no bytes has no data stage, and its status",
                  "USB 2.0, 9.3.5: wLength 0")
              .forgiven()
              .run(
                  t -> {
                    var answer = t.descriptor(1, 0, 0);
                    t.expect(answer.ok() || answer.stalled(), "an end", Trial.shown(answer));
                    t.expectOk(t.descriptor(1, 0, 18), "the next request");
                  }),
          check(
                  REQUESTS,
                  "endpoint-0-after-stall",
                  "After a request was declined the next one is answered",
                  "USB 2.0, 8.5.3.4: a protocol stall ends with the next SETUP")
              .run(
                  t -> {
                    for (int i = 0; i < 3; i++) {
                      t.descriptor(0xff, 0, 64);
                      t.expectOk(t.descriptor(1, 0, 18), "GET_DESCRIPTOR after a STALL");
                    }
                  }),
          check(
                  REQUESTS,
                  "requests-between-command-and-data",
                  "Endpoint 0 is answered in the middle of a command, which then goes on",
                  "USB 2.0, 5.5: pipes are independent of each other")
              .needs(Need.READY)
              .run(
                  t -> {
                    var wrapper = t.wrapper(Cdbs.read(0, 1)).in(t.blockSize());
                    t.session().oweRecovery();
                    t.require(t.bulkOut(wrapper.bytes()).ok(), "the command was not taken");
                    t.expectOk(t.control(0x80, GET_STATUS, 0, 0, 2), "GET_STATUS");
                    t.expectOk(t.descriptor(1, 0, 18), "GET_DESCRIPTOR");
                    var reply = t.session().afterWrapper(wrapper, new byte[0]);
                    t.session().recoveryDone();
                    t.expect(reply.passed() && reply.full(), "the block", reply.toString());
                  }));

  private RequestChecks() {}

  /** A request that a check sends. */
  private interface Request {
    RawAnswer send(Trial t) throws DeviceGoneException;
  }

  /** Hosts send none of these, so that a device that takes them has harmed nobody yet. */
  private static Check declined(String id, String what, String clause, Request request) {
    return check(REQUESTS, id, what + " is declined", clause)
        .forgiven()
        .run(
            t -> {
              t.expectStall(request.send(t), what);
              t.expectOk(t.descriptor(1, 0, 18), "GET_DESCRIPTOR afterwards");
            });
  }

  private static int number(Trial t) {
    return t.facts().interfaceNumber();
  }

  private static int in(Trial t) {
    return t.session().place().bulkIn();
  }

  private static int out(Trial t) {
    return t.session().place().bulkOut();
  }

  private static int noInterface(Trial t) {
    return t.facts().configuration().length > 4 ? (t.facts().configuration()[4] & 0xff) + 9 : 0x3f;
  }

  private static int noEndpoint(Trial t) {
    int address = 0x8f;
    for (var part : t.facts().parts()) {
      if (part[1] == 5 && (part[2] & 0xff) == address) {
        address--;
      }
    }
    return address;
  }

  private static void zeros(Trial t, RawAnswer answer) {
    t.expect(
        answer.bytes().length == 2 && answer.u8(0) == 0 && answer.u8(1) == 0,
        "00 00",
        Trial.shown(answer));
  }

  private static void configurationIs(Trial t, int value) throws DeviceGoneException {
    var answer = t.control(0x80, GET_CONFIGURATION, 0, 0, 1);
    t.expect(
        answer.bytes().length == 1 && answer.u8(0) == value,
        String.format("configuration %02x", value),
        Trial.shown(answer));
  }

  private static void configure(Trial t) throws DeviceGoneException {
    t.expectOk(
        t.control(0, SET_CONFIGURATION, t.facts().configurationValue(), 0, 0), "SET_CONFIGURATION");
  }
}
