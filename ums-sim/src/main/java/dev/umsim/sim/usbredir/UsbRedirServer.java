package dev.umsim.sim.usbredir;

import dev.umsim.sim.serve.DeviceService;
import dev.umsim.sim.serve.ExportedDevice;
import dev.umsim.sim.serve.ListeningPort;
import java.io.IOException;
import java.net.InetSocketAddress;

/** Gives a device of a service to usb-guests that connect to a port. */
public final class UsbRedirServer implements AutoCloseable {
  /** What a hello says of this side. */
  static final String VERSION = "umsim usb-redir host";

  private final ListeningPort port;

  private UsbRedirServer(ListeningPort port) {
    this.port = port;
  }

  /**
   * Begins to listen; not to be called on the loop.
   *
   * @param address its port may be 0 for one that is free
   * @throws IOException if the address cannot be used
   */
  public static UsbRedirServer listen(
      DeviceService service, ExportedDevice device, InetSocketAddress address) throws IOException {
    return new UsbRedirServer(
        ListeningPort.open(
            service, address, () -> new UsbRedirConnection(service, device, VERSION).reader()));
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return port.address();
  }

  /** Listens no longer; connections go on. */
  @Override
  public void close() {
    port.close();
  }
}
