package dev.umsim.bench.serve;

import dev.umsim.bench.device.Connection;
import dev.umsim.bench.notation.TargetNotation;
import java.util.List;
import java.util.Optional;

/**
 * What is to be served, and where.
 *
 * @param devices in the order of their bus ids, 1-1 first
 * @param usbIp where all devices are exported by USB/IP
 * @param usbRedir where devices are given to guests that come, a device each in their order
 * @param usbRedirGuests guests that are called, and given the devices behind those
 * @param paced whether the devices take their own time
 * @param connection how those are reached that are not simulated in this process
 */
public record ServePlan(
    List<TargetNotation> devices,
    Optional<Endpoint> usbIp,
    List<Endpoint> usbRedir,
    List<Endpoint> usbRedirGuests,
    boolean paced,
    Connection connection) {
  /** Devices that answer as fast as they can, and are reached as usual. */
  public ServePlan(
      List<TargetNotation> devices,
      Optional<Endpoint> usbIp,
      List<Endpoint> usbRedir,
      List<Endpoint> usbRedirGuests) {
    this(devices, usbIp, usbRedir, usbRedirGuests, false, Connection.USUAL);
  }
}
