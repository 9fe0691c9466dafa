package dev.umsim.bench.serve;

import dev.umsim.bench.serve.ServedDevices.ServedDevice;
import dev.umsim.sim.serve.Client;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A served device as it is now. The counters are those of the host that has it, and 0 where none
 * does.
 *
 * @param device its bus id
 * @param target what it is
 * @param state unplugged, reading, free or attached
 * @param host address and port of who has it; null where nobody does
 * @param transfers that have ended
 * @param commands of Bulk-Only Transport among them
 * @param errors transfers that ended with something else than data or a STALL
 * @param units LUN 0 first; none where the media are not in this server's hands
 */
public record DeviceStatus(
    String device,
    String target,
    String state,
    String host,
    long transfers,
    long commands,
    long bytesRead,
    long bytesWritten,
    long errors,
    List<UnitStatus> units) {
  public DeviceStatus {
    units = List.copyOf(units);
  }

  /** Not to be called on the loop of the service. */
  static DeviceStatus of(ServedDevices served, ServedDevice device) throws InterruptedException {
    var units = device.served().units();
    var unitStatus =
        IntStream.range(0, units.size())
            .mapToObj(lun -> UnitStatus.of(lun, units.get(lun)))
            .toList();
    return served.service().call(() -> of(device, unitStatus));
  }

  private static DeviceStatus of(ServedDevice device, List<UnitStatus> units) {
    var exported = device.exported();
    var traffic = exported.traffic();
    return new DeviceStatus(
        exported.busId(),
        device.notation().text(),
        exported.state().name().toLowerCase(Locale.ROOT),
        exported.client().map(Client::name).orElse(null),
        traffic.transfers(),
        traffic.commands(),
        traffic.bytesIn(),
        traffic.bytesOut(),
        traffic.errors(),
        units);
  }

  /** The same for people, a line for the device and one for each unit. */
  public String text() {
    var text = new StringBuilder(device).append(' ').append(state);
    if (host != null) {
      text.append(
          String.format(
              Locale.ROOT,
              " by %s, %d commands, %.1f MB read, %.1f MB written, %d errors",
              host,
              commands,
              bytesRead / 1e6,
              bytesWritten / 1e6,
              errors));
    }
    text.append("\n  ").append(target).append('\n');
    units.forEach(unit -> text.append("  ").append(unit.text()).append('\n'));
    return text.toString();
  }
}
