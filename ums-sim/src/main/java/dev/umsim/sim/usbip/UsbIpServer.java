package dev.umsim.sim.usbip;

import dev.umsim.sim.serve.DeviceService;
import dev.umsim.sim.serve.ListeningPort;
import java.io.IOException;
import java.net.InetSocketAddress;

/** Exports the devices of a service by USB/IP. */
public final class UsbIpServer implements AutoCloseable {
  /** The port that the Internet Assigned Numbers Authority gave to USB/IP. */
  public static final int DEFAULT_PORT = 3240;

  private final ListeningPort port;

  private UsbIpServer(ListeningPort port) {
    this.port = port;
  }

  /**
   * Begins to listen.
   *
   * @param address its port may be 0 for one that is free
   * @throws IOException if the address cannot be used
   */
  public static UsbIpServer listen(DeviceService service, InetSocketAddress address)
      throws IOException {
    return new UsbIpServer(
        ListeningPort.open(service, address, () -> new UsbIpConnection(service).reader()));
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
