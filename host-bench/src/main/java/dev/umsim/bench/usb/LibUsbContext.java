package dev.umsim.bench.usb;

import java.util.ArrayList;
import java.util.List;
import org.usb4java.Context;
import org.usb4java.Device;
import org.usb4java.DeviceList;
import org.usb4java.LibUsb;
import org.usb4java.LoaderException;

/**
 * libusb as this process has it: begun once, when it is needed first, and never ended, so that
 * nothing of it can be used after its end.
 */
final class LibUsbContext {
  /** How usb4java begins to say that its jars hold nothing for this platform. */
  private static final String NOT_IN_JAR = "Native library not found";

  private static LibUsbContext only;

  private final Context context;

  private LibUsbContext(Context context) {
    this.context = context;
  }

  /**
   * The one context.
   *
   * @throws UsbException if there is no libusb for this platform, or it cannot begin
   */
  static synchronized LibUsbContext get() throws UsbException {
    if (only == null) {
      only = new LibUsbContext(begin());
    }
    return only;
  }

  private static Context begin() throws UsbException {
    try {
      var context = new Context();
      int code = LibUsb.init(context);
      if (code != LibUsb.SUCCESS) {
        throw new UsbException("USB cannot be used: " + LibUsb.strError(code));
      }
      return context;
    } catch (LinkageError | LoaderException e) {
      throw cannotBeLoaded(e);
    }
  }

  /** A platform that usb4java has no library for, or one on which that is not to be loaded. */
  static UsbException cannotBeLoaded(Throwable why) {
    var root = why;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    var platform = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
    var what =
        root.getMessage() != null && root.getMessage().startsWith(NOT_IN_JAR)
            ? "there is no library for " + platform
            : "its library cannot be loaded here, " + root.getMessage();
    return new UsbException(
        "USB cannot be used: "
            + what
            + "; export the device by USB/IP from another machine, as usbip://HOST/BUSID",
        why);
  }

  /** Lets libusb tell what has ended, and waits for it at most so long. */
  void handleEvents(long micros) {
    LibUsb.handleEventsTimeoutCompleted(context, micros, null);
  }

  /** Does something with each device that is plugged in, as long as it can be used. */
  <T> List<T> each(DeviceReader<T> reader) throws UsbException {
    var list = new DeviceList();
    int count = LibUsb.getDeviceList(context, list);
    if (count < 0) {
      throw new UsbException("USB devices cannot be listed: " + LibUsb.strError(count));
    }
    try {
      var results = new ArrayList<T>();
      for (var device : list) {
        results.add(reader.read(device));
      }
      return results;
    } finally {
      LibUsb.freeDeviceList(list, true);
    }
  }

  /** Looks at a device; must not keep it, unless it is referenced or opened. */
  @FunctionalInterface
  interface DeviceReader<T> {
    T read(Device device) throws UsbException;
  }
}
