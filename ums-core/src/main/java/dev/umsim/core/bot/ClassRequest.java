package dev.umsim.core.bot;

import dev.umsim.core.usb.RequestType;
import dev.umsim.core.usb.SetupPacket;

/** The two requests of the class (BOT 1.0, section 3). */
public final class ClassRequest {
  private static final int BULK_ONLY_RESET = 0xff;
  private static final int GET_MAX_LUN = 0xfe;

  private ClassRequest() {}

  /** Bulk-Only Mass Storage Reset of an interface (section 3.1). */
  public static SetupPacket reset(int interfaceNumber) {
    return new SetupPacket(RequestType.CLASS_INTERFACE_OUT, BULK_ONLY_RESET, 0, interfaceNumber, 0);
  }

  /** Get Max LUN of an interface (section 3.2). */
  public static SetupPacket getMaxLun(int interfaceNumber) {
    return new SetupPacket(RequestType.CLASS_INTERFACE_IN, GET_MAX_LUN, 0, interfaceNumber, 1);
  }
}
