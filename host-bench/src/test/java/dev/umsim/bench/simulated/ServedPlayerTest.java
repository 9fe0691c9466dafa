package dev.umsim.bench.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.device.ServedTarget;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.sim.serve.DeviceService;
import dev.umsim.sim.usbip.UsbIpLink;
import dev.umsim.sim.usbip.UsbIpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Media of a player come and go while a host has it. */
@Timeout(60)
class ServedPlayerTest {
  private static final Cdb TEST_UNIT_READY = Cdb.of(0, 0, 0, 0, 0, 0);
  private static final Cdb EJECT = Cdb.of(0x1b, 0, 0, 0, 2, 0);

  @TempDir private Path folder;
  private final List<String> reports = new ArrayList<>();
  private DeviceService service;
  private UsbIpServer server;
  private ServedTarget served;
  private UsbIpLink link;
  private BulkOnlyHost host;

  @BeforeEach
  void listen() throws IOException {
    service = new DeviceService(event -> {});
    server =
        UsbIpServer.listen(service, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @AfterEach
  void end() throws IOException {
    link.close();
    server.close();
    service.unplugAll();
    served.close();
    service.close();
  }

  private Path image(String name, int blocks) throws IOException {
    return Files.write(folder.resolve(name), new byte[blocks * 512]);
  }

  private void serve(String name, String images) throws Exception {
    var target = Targets.open(TargetNotation.parse("sim:" + name + "?" + images), Writes.IN_PLACE);
    served = target.serve(service.loop());
    served.onReport(reports::add);
    service.call(
        () -> {
          var added = service.add(served::plug);
          return added.plug() ? added : null;
        });
    link = UsbIpLink.connect(server.address(), "1-1");
    host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
  }

  private boolean isReady(int lun) {
    try {
      host.execute(lun, TEST_UNIT_READY);
      return true;
    } catch (HostException e) {
      return false;
    }
  }

  /** The host looks until the medium has been changed, and once there was none. */
  private void swap(int lun, Path image) {
    var done =
        CompletableFuture.runAsync(
            () -> {
              try {
                served.units().get(lun).swap(image.toString());
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    boolean foundEmpty = false;
    while (!done.isDone()) {
      foundEmpty |= !isReady(lun);
    }
    done.join();
    assertThat(foundEmpty).isTrue();
  }

  @Test
  void aHostFindsTheDriveEmptyBeforeAnotherCardIsIn() throws Exception {
    serve("rockbox-2026", "image=" + image("disk", 64) + "&image=" + image("a", 64) + ",removable");
    assertThat(Disk.open(host, 1).capacity().blockCount()).isEqualTo(64);
    swap(1, image("b", 128));
    assertThat(served.units().get(1).isLoaded()).isTrue();
    assertThat(Disk.open(host, 1).capacity().blockCount()).isEqualTo(128);
  }

  @Test
  void aCardThatReturnsIsFound() throws Exception {
    serve("rockbox-2026", "image=" + image("disk", 64) + "&image=" + image("a", 64) + ",removable");
    served.units().get(1).eject();
    assertThat(isReady(1)).isFalse();
    assertThat(isReady(0)).isTrue();
    served.units().get(1).insert();
    assertThat(isReady(1)).isTrue();
  }

  /** The firmware tells changes as of its second drive, whichever it is. */
  @Test
  void theFirstDriveStaysEmptyToItsHost() throws Exception {
    serve("rockbox-2026", "image=" + image("a", 64) + ",removable");
    var unit = served.units().get(0);
    unit.eject();
    assertThat(isReady(0)).isFalse();
    unit.insert();
    assertThat(isReady(0)).isFalse();
    assertThat(unit.isHidden()).isTrue();
    link.close();
    link = UsbIpLink.connect(server.address(), "1-1");
    host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
    assertThat(isReady(0)).isTrue();
    assertThat(unit.isHidden()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rockbox-20080211", "rockbox-20080220"})
  void earlyRevisionsLookForThemselves(String name) throws Exception {
    serve(name, "image=" + image("a", 64) + ",removable");
    swap(0, image("b", 128));
    assertThat(Disk.open(host, 0).capacity().blockCount()).isEqualTo(128);
  }

  @Test
  void anEjectionIsReported() throws Exception {
    serve("rockbox-2026", "image=" + image("a", 64));
    host.execute(0, EJECT);
    assertThat(served.units().get(0).isHidden()).isTrue();
    assertThat(reports).containsExactly("ejected drive 0");
  }
}
