package dev.umsim.bench.host;

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
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;

/** Reference devices behind a USB/IP server of this process, and hosts of them. */
final class ServedDisk implements AutoCloseable {
  final List<ServiceEvent> events = new CopyOnWriteArrayList<>();
  final DeviceService service = new DeviceService(events::add);
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
