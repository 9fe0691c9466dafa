package dev.umsim.bench.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.umsim.bench.device.ServedTarget;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.notation.TargetNotation.Simulated;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.sim.exchange.CaseResult;
import dev.umsim.sim.exchange.DifferenceReport;
import dev.umsim.sim.exchange.ExchangeCase;
import dev.umsim.sim.exchange.ExchangeFile;
import dev.umsim.sim.exchange.ExchangePlayer;
import dev.umsim.sim.exchange.Resources;
import dev.umsim.sim.serve.DeviceService;
import dev.umsim.sim.usbip.UsbIpLink;
import dev.umsim.sim.usbip.UsbIpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** Deviations as a client of the server meets them: the same exchanges over USB/IP. */
@Timeout(300)
class DeviationsOverUsbIpTest {
  /** A client gives up by the clock, so that what is never answered is left out. */
  private static final long PATIENCE_NANOS = 400_000_000L;

  @TestFactory
  Stream<DynamicTest> eachDoesWhatItsCaseSays() {
    return DeviationsTest.FILES.stream()
        // What passes there is simulated time.
        .filter(name -> !name.equals("deviations-times.txt"))
        .flatMap(
            name -> {
              var file = Resources.file(name);
              return file.cases().stream()
                  .filter(DeviationsOverUsbIpTest::isAnswered)
                  .map(each -> dynamicTest(each.name(), () -> check(name, file, each)));
            });
  }

  private static boolean isAnswered(ExchangeCase each) {
    return each.exchanges().stream().noneMatch(exchange -> exchange.toString().contains("Nak"));
  }

  private static void check(String name, ExchangeFile file, ExchangeCase each) throws Exception {
    var remarks = Resources.remarks(name, each.name());
    var written = each.name() + (remarks.containsKey("With") ? ":" + remarks.get("With") : "");
    // A host knows this one by name alone.
    var known = each.name().equals("protocol-of-vendor") ? "&vid=0451&pid=5416" : "";
    var result = play(file, each, "sim:reference?deviation=" + written + known);
    result.difference().ifPresent(found -> assertThat(DifferenceReport.lines(found)).isEmpty());
  }

  private static CaseResult play(ExchangeFile file, ExchangeCase each, String target)
      throws Exception {
    var notation = (Simulated) TargetNotation.parse(target);
    var description = SimulatedDescription.of(notation, file.device(), Path.of("."));
    var service = new DeviceService(event -> {});
    try (var server =
            UsbIpServer.listen(
                service, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        var opened = Targets.open(description.target(), Writes.TO_OVERLAY, description.extras());
        var served = opened.serve(service.loop())) {
      plug(service, served);
      try (var link = UsbIpLink.connect(server.address(), "1-1");
          var player =
              new ExchangePlayer(link, OptionalInt.empty(), Optional.empty(), PATIENCE_NANOS)) {
        return player.play(each);
      } finally {
        service.unplugAll();
      }
    } finally {
      service.close();
    }
  }

  private static void plug(DeviceService service, ServedTarget served) throws Exception {
    service.call(
        () -> {
          var added = service.add(served::plug);
          return added.plug();
        });
  }
}
