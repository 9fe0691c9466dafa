package dev.umsim.bench.serve;

import dev.umsim.bench.device.ServedTarget;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.file.Failures;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.Parameter;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.serve.DeviceService;
import dev.umsim.sim.serve.ExportedDevice;
import dev.umsim.sim.serve.PeerName;
import dev.umsim.sim.serve.ServiceEvent;
import dev.umsim.sim.usbip.UsbIpServer;
import dev.umsim.sim.usbredir.UsbRedirCaller;
import dev.umsim.sim.usbredir.UsbRedirServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Devices that are served until this is closed: their files, and the ports they are served on. */
public final class ServedDevices implements AutoCloseable {
  private final DeviceService service;
  private final UnaryOperator<UsbLink> links;
  private final List<ServedDevice> devices = new ArrayList<>();
  private final List<String> endpoints = new ArrayList<>();
  private final ArrayDeque<Failures.Step> closings = new ArrayDeque<>();

  /** A device, and what is behind it. */
  record ServedDevice(
      TargetNotation notation, ExportedDevice exported, Target target, ServedTarget served) {}

  private ServedDevices(Consumer<ServiceEvent> events, UnaryOperator<UsbLink> links) {
    service = new DeviceService(events);
    this.links = links;
  }

  /** Opens the devices of a plan, plugs them in and begins to serve. */
  public static ServedDevices open(ServePlan plan, Consumer<ServiceEvent> events)
      throws IOException, InterruptedException {
    return open(plan, events, link -> link);
  }

  /**
   * The same.
   *
   * @param links what becomes of the link of a device that is plugged in; applied on the loop
   */
  public static ServedDevices open(
      ServePlan plan, Consumer<ServiceEvent> events, UnaryOperator<UsbLink> links)
      throws IOException, InterruptedException {
    var opened = new ServedDevices(events, links);
    try {
      for (var notation : plan.devices()) {
        opened.add(notation, plan);
      }
      opened.listen(plan);
      return opened;
    } catch (IOException | RuntimeException | InterruptedException refusal) {
      try {
        opened.close();
      } catch (IOException e) {
        refusal.addSuppressed(e);
      }
      throw refusal;
    }
  }

  private void add(TargetNotation notation, ServePlan plan)
      throws IOException, InterruptedException {
    var target =
        notation instanceof TargetNotation.Simulated
            ? Targets.open(notation, Writes.IN_PLACE)
            : Targets.open(notation, plan.connection());
    closings.push(target::close);
    var served = plan.paced() ? target.servePaced(service.loop()) : target.serve(service.loop());
    // What is behind the device is closed with it, and the target has nothing left then.
    closings.pop();
    closings.push(served::close);
    var exported =
        service.call(
            () -> {
              var added = service.add(() -> links.apply(served.plug()));
              served.onReport(report -> service.tell(reported(added.busId(), report)));
              added.plug();
              return added;
            });
    devices.add(new ServedDevice(notation, exported, target, served));
  }

  private static ServiceEvent reported(String busId, String report) {
    int space = report.indexOf(' ');
    return new ServiceEvent.Reported(
        busId, report.substring(0, space), report.substring(space + 1));
  }

  private void listen(ServePlan plan) throws IOException {
    if (plan.usbIp().isPresent()) {
      var server = UsbIpServer.listen(service, plan.usbIp().get().address());
      closings.push(server::close);
      for (var device : devices) {
        endpoints.add("usbip " + PeerName.of(server.address()) + " " + device.exported().busId());
      }
    }
    var next = devices.iterator();
    for (var endpoint : plan.usbRedir()) {
      var server = UsbRedirServer.listen(service, next(next), endpoint.address());
      closings.push(server::close);
      endpoints.add("usbredir " + PeerName.of(server.address()));
    }
    for (var guest : plan.usbRedirGuests()) {
      var caller = UsbRedirCaller.call(service, next(next), guest.address());
      closings.push(caller::close);
      endpoints.add("usbredir-connect " + PeerName.of(guest.address()));
    }
  }

  private ExportedDevice next(Iterator<ServedDevice> devices) {
    if (!devices.hasNext()) {
      throw NotationException.about(
          "there are more usbredir places than devices; a guest is given one device, so leave one out or add a %s",
          Parameter.SERVED_DEVICE);
    }
    return devices.next().exported();
  }

  /** Where what is served: a line each. */
  public List<String> endpoints() {
    return List.copyOf(endpoints);
  }

  /** Image files in use. */
  public List<Path> images() {
    return devices.stream().flatMap(each -> each.target().images().stream()).toList();
  }

  DeviceService service() {
    return service;
  }

  List<ServedDevice> devices() {
    return List.copyOf(devices);
  }

  /** Unplugs all devices, makes durable what was written to them, and closes everything. */
  @Override
  public void close() throws IOException {
    service.unplugAll();
    var failures = new Failures();
    while (!closings.isEmpty()) {
      failures.keep(closings.pop());
    }
    service.close();
    failures.throwAny();
  }
}
