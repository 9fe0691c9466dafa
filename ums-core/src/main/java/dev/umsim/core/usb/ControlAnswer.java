package dev.umsim.core.usb;

import java.util.function.Function;

/** What a device answers to a setup packet (USB 2.0, section 9.2.6). */
public sealed interface ControlAnswer {
  /** Declined: STALL in the data or the status stage (section 9.2.7, "Request Error"). */
  ControlAnswer STALL = new Stall();

  /** Done, nothing to say. */
  ControlAnswer DONE = new Done(() -> {});

  /** None: the host meets NAK until it gives the request up. */
  ControlAnswer SILENCE = new Silence();

  /** Sends bytes, cut at wLength. The array is not changed afterwards. */
  record Data(byte[] bytes) implements ControlAnswer {}

  /** Done; {@code afterStatus} runs when the status stage has gone, as SET_ADDRESS needs it. */
  record Done(Runnable afterStatus) implements ControlAnswer {}

  /** Takes the wLength bytes of the data stage, and then says how it ends: done or declined. */
  record Receive(Function<byte[], ControlAnswer> then) implements ControlAnswer {}

  /** See {@link #STALL}. */
  record Stall() implements ControlAnswer {}

  /** See {@link #SILENCE}. */
  record Silence() implements ControlAnswer {}

  /** Sends these bytes, each given as 0 to FF. */
  static ControlAnswer data(int... bytes) {
    var data = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      data[i] = (byte) bytes[i];
    }
    return new Data(data);
  }
}
