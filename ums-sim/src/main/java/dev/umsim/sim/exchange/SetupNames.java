package dev.umsim.sim.exchange;

import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;

/** What requests on endpoint 0 are called. */
final class SetupNames {
  private static final int GET_MAX_LUN = 0xfe;
  private static final int RESET = 0xff;

  private SetupNames() {}

  static String of(SetupPacket setup) {
    return switch (setup.type()) {
      case STANDARD ->
          StandardRequest.of(setup.request()).map(StandardRequest::name).orElse("unknown request");
      case CLASS ->
          switch (setup.request()) {
            case GET_MAX_LUN -> "Get Max LUN";
            case RESET -> "Bulk-Only Mass Storage Reset";
            default -> "class request";
          };
      case VENDOR -> "vendor request";
      case RESERVED -> "reserved request";
    };
  }
}
