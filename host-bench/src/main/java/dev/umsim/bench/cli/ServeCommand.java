package dev.umsim.bench.cli;

import dev.umsim.bench.file.GrowingFile;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.serve.ControlCommands;
import dev.umsim.bench.serve.ControlSocket;
import dev.umsim.bench.serve.Endpoint;
import dev.umsim.bench.serve.JsonEvents;
import dev.umsim.bench.serve.ServePlan;
import dev.umsim.bench.serve.ServedDevices;
import dev.umsim.bench.serve.TextEvents;
import dev.umsim.sim.serve.ServiceEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ums serve}: devices for hosts in other programs. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    description = {
      "Serves devices to hosts in other programs, until it is ended by Ctrl-C or SIGTERM.",
      "",
      "Hosts write to the images themselves; ,overlay behind an image keeps writes aside. When all"
          + " is ready, a line for each place stands on standard output. Without a place, the"
          + " devices are served by USB/IP on port 3240."
    })
final class ServeCommand implements Callable<Integer> {
  private static final String USUAL_USB_IP = String.valueOf(TargetNotation.UsbIp.DEFAULT_PORT);

  @Spec private CommandSpec spec;
  @ParentCommand private Main main;

  @Parameters(
      arity = "0..*",
      paramLabel = "IMAGE|TARGET",
      description =
          "Image files, the units of one device; or one target, such as sim:reference?size=64M or"
              + " sim:rockbox-2026?image=disk.img.")
  private List<String> targets = new ArrayList<>();

  @Option(
      names = "--device",
      paramLabel = "TARGET",
      description = "A further device; may be given again.")
  private List<String> devices = new ArrayList<>();

  @Option(
      names = "--usbip",
      paramLabel = "[HOST:]PORT",
      description = "Serve all devices by USB/IP; port 0 takes a free one.")
  private String usbIp;

  @Option(
      names = "--usbredir",
      paramLabel = "[HOST:]PORT",
      description =
          "Give a device to the usbredir guest (QEMU) that connects here. Given again, it is for"
              + " the next device.")
  private List<String> usbRedir = new ArrayList<>();

  @Option(
      names = "--usbredir-connect",
      paramLabel = "HOST:PORT",
      description = "Connect to a usbredir guest that listens, and give it the next device.")
  private List<String> usbRedirGuests = new ArrayList<>();

  @Option(
      names = "--events",
      paramLabel = "FILE",
      description = "Write what happens to a file as JSON, an object a line.")
  private Path events;

  @Option(
      names = "--control",
      paramLabel = "PATH",
      description = "The socket for ums ctl (default: one in this user's runtime folder).")
  private Path control;

  @Option(
      names = "--pace",
      paramLabel = "PACE",
      defaultValue = "none",
      description =
          "none: devices answer as fast as they can. model: they take their own time, as wire,"
              + " firmware and medium are modelled (default: ${DEFAULT-VALUE}).")
  private String pace;

  @Mixin private CaptureOptions capture;

  @Option(
      names = "--allow-writes",
      description =
          "Let hosts write to devices that are not simulated: what they write stays there.")
  private boolean allowWrites;

  @Mixin private ConnectionOptions connection;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws Exception {
    var plan = plan();
    claim(plan);
    try (var signals = new EndSignal();
        var log = events == null ? null : new PrintWriter(GrowingFile.open(events))) {
      try (var served =
          ServedDevices.open(plan, listener(log), link -> capture.capturedInRealTime(link, spec))) {
        serve(plan, served, signals);
      }
      return Errors.GOOD;
    }
  }

  private void serve(ServePlan plan, ServedDevices served, EndSignal signals)
      throws IOException, InterruptedException {
    var socket = control(served);
    try {
      tellWhoCanCome(plan);
      var out = spec.commandLine().getOut();
      served.endpoints().forEach(out::println);
      out.flush();
      signals.await();
    } finally {
      if (socket != null) {
        socket.close();
      }
    }
  }

  private void claim(ServePlan plan) throws IOException {
    for (var each : plan.devices()) {
      TargetOptions.claim(each, List.of(), main.claims());
    }
    if (control != null) {
      main.claims().make("--control", control);
    }
    if (events != null) {
      main.claims().write("--events", events);
    }
    capture.claim(main.claims());
  }

  private Consumer<ServiceEvent> listener(PrintWriter log) {
    return log == null ? new TextEvents(spec.commandLine().getErr()) : new JsonEvents(log);
  }

  /** The usual socket may be another server's; one that was asked for has to be had. */
  private ControlSocket control(ServedDevices served) throws IOException {
    var commands = new ControlCommands(served);
    if (control != null) {
      return ControlSocket.open(control, commands);
    }
    try {
      return ControlSocket.open(ControlSocket.usualPath(), commands);
    } catch (IOException e) {
      spec.commandLine().getErr().println("ums: without ums ctl: " + e.getMessage());
      return null;
    }
  }

  private void tellWhoCanCome(ServePlan plan) {
    var places = new ArrayList<>(plan.usbRedir());
    plan.usbIp().ifPresent(places::add);
    for (var place : places) {
      if (!place.isLoopback()) {
        spec.commandLine()
            .getErr()
            .println(
                "ums: whoever reaches port "
                    + place.address().getPort()
                    + " of this machine from the network can read and write the devices; leave"
                    + " out the host to keep it to programs of this machine");
      }
    }
  }

  private ServePlan plan() {
    var notations = new ArrayList<TargetNotation>();
    if (!targets.isEmpty()) {
      notations.add(first());
    }
    devices.forEach(text -> notations.add(TargetNotation.parse(text)));
    if (notations.isEmpty()) {
      throw new NotationException(
          "there is nothing to serve; name an image, or a target such as sim:reference?size=64M");
    }
    for (var each : notations) {
      if (!(each instanceof TargetNotation.Simulated) && !allowWrites) {
        throw new NotationException(
            "whoever uses "
                + each.text()
                + " can write to it, and what is written stays; say --allow-writes if that is"
                + " meant");
      }
    }
    boolean nowhere = usbIp == null && usbRedir.isEmpty() && usbRedirGuests.isEmpty();
    return new ServePlan(
        notations,
        Optional.ofNullable(nowhere ? USUAL_USB_IP : usbIp).map(Endpoint::parse),
        usbRedir.stream().map(Endpoint::parse).toList(),
        usbRedirGuests.stream().map(Endpoint::parse).toList(),
        paced(),
        connection.with(List.of()));
  }

  private boolean paced() {
    return switch (pace) {
      case "none" -> false;
      case "model" -> true;
      default ->
          throw new NotationException(
              "--pace is none or model, not '" + pace + "'; leave it out for none");
    };
  }

  /** One target, or images that are together one device. */
  private TargetNotation first() {
    var parsed = targets.stream().map(TargetNotation::parse).toList();
    if (parsed.size() == 1) {
      return parsed.get(0);
    }
    var settings = new ArrayList<TargetNotation.Setting>();
    for (int i = 0; i < parsed.size(); i++) {
      if (!(parsed.get(i) instanceof TargetNotation.Simulated simulated)
          || targets.get(i).startsWith("sim:")) {
        throw new NotationException(
            "only images can be several units of one device, not '"
                + targets.get(i)
                + "'; make it a --device of its own");
      }
      settings.addAll(simulated.settings());
    }
    return new TargetNotation.Simulated(TargetNotation.Simulated.REFERENCE.name(), settings);
  }
}
