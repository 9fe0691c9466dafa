package dev.umsim.bench.guest;

import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.MediumSlot;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.medium.FileMedium;
import dev.umsim.sim.serve.DeviceService;
import dev.umsim.sim.serve.ExportedDevice;
import dev.umsim.sim.serve.ServiceEvent;
import dev.umsim.sim.serve.WorkerMedium;
import dev.umsim.sim.usbip.UsbIpServer;
import dev.umsim.sim.usbredir.UsbRedirServer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A device of this process that waits for guests, on a port for each protocol. */
final class ServedDevice implements AutoCloseable {
  private final List<ServiceEvent> events = new CopyOnWriteArrayList<>();
  private final DeviceService service = new DeviceService(events::add);
  private final List<WorkerMedium> workers = new ArrayList<>();
  private final List<FileMedium> files = new ArrayList<>();
  private UsbIpServer usbIp;
  private UsbRedirServer usbRedir;
  private ExportedDevice device;

  /** A service without a device as yet. */
  static ServedDevice unplugged() {
    return new ServedDevice();
  }

  /** A medium over an image, which works on a thread of its own. */
  Medium medium(Path image, int blockSize) throws IOException {
    return worker(FileMedium.open(image, blockSize));
  }

  /** The same, write protected. */
  Medium readOnlyMedium(Path image, int blockSize) throws IOException {
    return worker(FileMedium.openReadOnly(image, blockSize));
  }

  /** A medium over an image, behind one that may do something when it is accessed. */
  Medium trippedMedium(Path image, int blockSize, Consumer<TrippedMedium> trips)
      throws IOException {
    var file = FileMedium.open(image, blockSize);
    files.add(file);
    var tripped = new TrippedMedium(file);
    trips.accept(tripped);
    return worker(tripped);
  }

  private Medium worker(FileMedium file) {
    files.add(file);
    return worker((Medium) file);
  }

  /** The same over a medium that its owner closes, after this device. */
  Medium worker(Medium inner) {
    var medium = new WorkerMedium(inner, service.loop());
    workers.add(medium);
    return medium;
  }

  /**
   * Makes the device, plugs it in and listens on two free ports.
   *
   * @param port the highest speed of what it is plugged into
   */
  ServedDevice plug(Speed port, Consumer<ReferenceDevice.Builder> configuration)
      throws IOException, InterruptedException {
    var builder = ReferenceDevice.builder();
    configuration.accept(builder);
    var reference = builder.build();
    device = call(() -> service.add(() -> reference.attach(new ZeroTimeBus(), port)));
    plug();
    var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    usbIp = UsbIpServer.listen(service, anyPort);
    usbRedir = UsbRedirServer.listen(service, device, anyPort);
    return this;
  }

  void plug() {
    call(device::plug);
  }

  void unplug() {
    call(device::unplug);
  }

  /** The same from a thread that the loop may wait for. */
  void unplugSoon() {
    service.loop().execute(device::unplug);
  }

  /** Somebody puts a medium into a drive of the device, in the place of the one in it. */
  void insert(MediumSlot slot, Medium medium) {
    call(
        () -> {
          slot.insert(medium);
          return slot;
        });
  }

  /** Somebody takes the medium out of a drive of the device. */
  void remove(MediumSlot slot) {
    call(slot::remove);
  }

  int usbIpPort() {
    return usbIp.address().getPort();
  }

  int usbRedirPort() {
    return usbRedir.address().getPort();
  }

  String busId() {
    return device.busId();
  }

  /** What the service told until now. */
  List<ServiceEvent> events() {
    return List.copyOf(events);
  }

  /** Asks or changes something where the device lives. */
  <T> T call(Callable<T> action) {
    try {
      return service.call(action);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** An image of zeros. */
  static Path emptyImage(Path file, long bytes) throws IOException {
    try (var opened = new RandomAccessFile(file.toFile(), "rw")) {
      opened.setLength(bytes);
    }
    return file;
  }

  @Override
  public void close() throws IOException {
    if (usbIp != null) {
      usbIp.close();
    }
    if (usbRedir != null) {
      usbRedir.close();
    }
    if (device != null) {
      unplug();
    }
    workers.forEach(WorkerMedium::close);
    for (var file : files) {
      file.close();
    }
    service.close();
  }
}
