package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.serve.ControlCommands;
import dev.umsim.bench.serve.ControlRequest;
import dev.umsim.bench.serve.Endpoint;
import dev.umsim.bench.serve.ServePlan;
import dev.umsim.bench.serve.ServedDevices;
import dev.umsim.sim.serve.ServiceEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Targets as {@code ums serve} gives them, and {@code ums ctl}: all by USB/IP, from 1-1 on, and
 * each by usbredir on a port of its own.
 */
final class ServedTargets implements AutoCloseable {
  private final List<ServiceEvent> events = new CopyOnWriteArrayList<>();
  private final ServedDevices served;

  private ServedTargets(List<String> targets) throws IOException, InterruptedException {
    served =
        ServedDevices.open(
            new ServePlan(
                targets.stream().map(TargetNotation::parse).toList(),
                Optional.of(Endpoint.parse("0")),
                Collections.nCopies(targets.size(), Endpoint.parse("0")),
                List.of()),
            events::add);
  }

  static ServedTargets open(String... targets) throws IOException, InterruptedException {
    return new ServedTargets(List.of(targets));
  }

  static ServedTargets open(List<String> targets) throws IOException, InterruptedException {
    return new ServedTargets(targets);
  }

  /** A guest that the first one can come into. */
  LinuxGuest guest(Way way) {
    // All that is told first is a line for each device by USB/IP.
    return way.guest(port(served.endpoints().get(served.endpoints().size() / 2)));
  }

  /** The beginning of a job to which the first one comes. */
  String prepare(Way way) {
    return way.prepare(usbIpPort(), "1-1");
  }

  int usbIpPort() {
    return port(served.endpoints().get(0));
  }

  /** The port of a place such as {@code usbip 127.0.0.1:3240 1-1}. */
  private static int port(String endpoint) {
    return Integer.parseInt(endpoint.replaceAll(".*:(\\d+).*", "$1"));
  }

  /** What {@code ums ctl} does to the first one. */
  void control(String command) {
    control(command, 0, null);
  }

  /** The same to one of its units, perhaps with a new medium. */
  void control(String command, int lun, Path image) {
    var file = image == null ? null : image.toString();
    var answer = new ControlCommands(served).apply(new ControlRequest(command, "1-1", lun, file));
    assertThat(answer.error()).isNull();
    assertThat(answer.note()).isNull();
  }

  /** What was told until now. */
  List<ServiceEvent> events() {
    return List.copyOf(events);
  }

  @Override
  public void close() throws IOException {
    served.close();
  }
}
