package dev.umsim.sim.host;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.serve.DeviceService;
import dev.umsim.sim.serve.ExportedDevice;
import dev.umsim.sim.serve.ServiceEvent;
import dev.umsim.sim.usbip.UsbIpLink;
import dev.umsim.sim.usbip.UsbIpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Reference devices behind a USB/IP server of this process, and hosts of them. */
final class ServedDisk implements AutoCloseable {
  private final List<ServiceEvent> events = new ArrayList<>();
  final DeviceService service = new DeviceService(this::happened);
  final UsbIpServer server;

  ServedDisk() throws IOException {
    server =
        UsbIpServer.listen(service, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  ExportedDevice add(Medium medium) throws InterruptedException {
    var device = ReferenceDevice.builder().medium(medium).build();
    return service.call(
        () -> {
          var exported = service.add(() -> device.attach(new ZeroTimeBus(), Speed.HIGH));
          exported.plug();
          return exported;
        });
  }

  private synchronized void happened(ServiceEvent event) {
    events.add(event);
    notifyAll();
  }

  /** Waits until so many events of a kind have happened. */
  synchronized void await(Class<? extends ServiceEvent> kind, int count)
      throws InterruptedException {
    while (events.stream().filter(kind::isInstance).count() < count) {
      wait();
    }
  }

  UsbIpLink connect(String busId) throws IOException {
    return UsbIpLink.connect(server.address(), busId);
  }

  static Disk open(UsbLink link) throws HostException {
    var device = Enumeration.enumerate(link, OptionalInt.empty());
    return Disk.open(new BulkOnlyHost(link, device), 0);
  }

  @Override
  public void close() {
    server.close();
    service.close();
  }
}
