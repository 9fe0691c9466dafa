package dev.umsim.bench.attack;

import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.serve.Endpoint;
import dev.umsim.bench.serve.ServePlan;
import dev.umsim.bench.serve.ServedDevices;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.sim.serve.ServiceEvent;
import dev.umsim.sim.usbip.UsbIpLink;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;

/** A server with a device for guests, one for hosts, and one for whoever looks whether it lives. */
final class Victim implements AutoCloseable {
  private static final TargetNotation DEVICE =
      TargetNotation.parse("sim:reference?size=1M&fill=lba-be64");

  private final AtomicLong problems = new AtomicLong();
  private final AtomicLong faults = new AtomicLong();
  private final ServedDevices served;

  Victim() throws IOException, InterruptedException {
    var anyPort = Endpoint.parse("0");
    var plan =
        new ServePlan(
            List.of(DEVICE, DEVICE, DEVICE), Optional.of(anyPort), List.of(anyPort), List.of());
    served = ServedDevices.open(plan, this::happened);
  }

  private void happened(ServiceEvent event) {
    if (event instanceof ServiceEvent.Problem) {
      problems.incrementAndGet();
    }
    if (event instanceof ServiceEvent.Problem problem
        && problem.what().contains("fault of this program")) {
      faults.incrementAndGet();
    }
  }

  ServedDevices served() {
    return served;
  }

  /** Peers that the server has complained of. */
  long problems() {
    return problems.get();
  }

  /** Where hosts come; the first of these addresses. */
  InetSocketAddress usbIp() {
    return address("usbip ");
  }

  InetSocketAddress usbRedir() {
    return address("usbredir ");
  }

  private InetSocketAddress address(String protocol) {
    var line =
        served.endpoints().stream().filter(each -> each.startsWith(protocol)).findFirst().get();
    return Endpoint.parse(line.split(" ")[1]).address();
  }

  /** The third device answers, and with what is on it. */
  void expectAlive(Tally tally) {
    tally.expect(faults.getAndSet(0) == 0, "a fault of the program");
    try (var link = UsbIpLink.connect(usbIp(), "1-3")) {
      var host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
      var data = Unpooled.buffer(8 * 512);
      Disk.open(host, 0).read(100, 8, data, 0);
      for (int block = 0; block < 8; block++) {
        if (data.getLong(512 * block) != 100 + block) {
          tally.failed("the neighbour read something else than what is there");
        }
      }
    } catch (Exception e) {
      tally.failed("the neighbour cannot read: " + e);
    }
  }

  @Override
  public void close() throws IOException {
    served.close();
  }
}
