package dev.umsim.bench.cli;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.usb.PluggedDevice;
import dev.umsim.bench.usb.PluggedDevices;
import dev.umsim.sim.usbip.DeviceListing;
import dev.umsim.sim.usbip.ListedDevice;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ums list targets}: which devices are there? */
@Command(
    name = "targets",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    description = {
      "Lists the USB devices of this machine, or those that a USB/IP server exports.",
      "",
      "Each begins with its target. Nothing is sent to a device but requests for its strings."
    })
final class ListTargetsCommand implements Callable<Integer> {
  private static final int MASS_STORAGE_BULK_ONLY = 0x080050;
  private static final int ANY_SUBCLASS = 0xff00ff;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "HOST[:PORT]",
      description = "A USB/IP server (default port: 3240; default: this machine itself).")
  private String server;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws IOException {
    var out = spec.commandLine().getOut();
    if (server == null) {
      listPlugged(PluggedDevices.list(), out);
    } else {
      listExported(out);
    }
    return Errors.GOOD;
  }

  private void listPlugged(List<PluggedDevice> devices, PrintWriter out) {
    if (devices.isEmpty()) {
      note("this machine has no USB devices that can be seen");
    }
    devices.forEach(each -> lines(each).forEach(out::println));
  }

  static List<String> lines(PluggedDevice device) {
    var names =
        Stream.of(device.manufacturer(), device.product())
            .flatMap(Optional::stream)
            .map(ListTargetsCommand::printable)
            .collect(Collectors.joining(" "));
    var serial = device.serialNumber().map(text -> ", serial " + printable(text)).orElse("");
    var first =
        "usb:@"
            + device.place()
            + "  "
            + device.identity()
            + "  "
            + device.speed()
            + (names.isEmpty() ? "" : "  " + names)
            + serial;
    return Stream.of(
            Stream.of(first),
            device.interfaces().stream().map(each -> "  " + each),
            device.refusal().stream().map(why -> "  cannot be used: " + why),
            Stream.of("  can be used").filter(line -> usable(device)))
        .flatMap(lines -> lines)
        .toList();
  }

  private static boolean usable(PluggedDevice device) {
    return device.refusal().isEmpty() && !device.massStorage().isEmpty();
  }

  private void listExported(PrintWriter out) throws IOException {
    // A bus id makes it a target, whose host and port are read as everywhere.
    var notation = TargetNotation.parse("usbip://" + server + "/1-1");
    if (!(notation instanceof TargetNotation.UsbIp parsed) || server.contains("/")) {
      throw new NotationException("'" + server + "' is no server; write HOST or HOST:PORT");
    }
    var devices = DeviceListing.read(new InetSocketAddress(parsed.host(), parsed.port()));
    if (devices.isEmpty()) {
      note(server + " exports no devices");
    }
    devices.forEach(each -> lines(server, each).forEach(out::println));
  }

  static List<String> lines(String server, ListedDevice device) {
    var first =
        String.format(
            "usbip://%s/%s  %04x:%04x  %s",
            server,
            printable(device.busId()),
            device.vendorId(),
            device.productId(),
            device.speed());
    return Stream.concat(
            Stream.of(first),
            device.interfaces().stream()
                .map(
                    each ->
                        String.format(
                            "  interface of class %02x/%02x/%02x%s",
                            each >> 16 & 0xff,
                            each >> 8 & 0xff,
                            each & 0xff,
                            (each & ANY_SUBCLASS) == MASS_STORAGE_BULK_ONLY
                                ? ", mass storage"
                                : "")))
        .toList();
  }

  /** Text of a device or a server, which could hold what a terminal obeys. */
  private static String printable(String text) {
    return text.strip().replaceAll("\\p{Cc}", "?");
  }

  private void note(String text) {
    spec.commandLine().getErr().println("ums: note: " + text);
  }
}
