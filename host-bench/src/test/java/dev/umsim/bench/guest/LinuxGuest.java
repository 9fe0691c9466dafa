package dev.umsim.bench.guest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A Linux kernel in an emulated PC with given devices, which runs one job and stops.
 *
 * <p>Each {@link #run} starts a new one: about two seconds. A job is a shell script; it may call
 * what stands in {@code src/test/guest/functions}.
 */
final class LinuxGuest {
  /** Many times what a job needs, so that it counts only where something hangs. */
  private static final Duration USUAL_LIMIT = Duration.ofSeconds(300);

  /** What a guest prints about the job and not for it; see {@code src/test/guest/init}. */
  private static final String ABOUT = "@@umsim ";

  private static final String END = ABOUT + "end";

  /**
   * Without devices that nobody asked for. The emulated processor is slow, so the kernel leaves out
   * what guards against faults of real ones, and what it would measure.
   */
  private static final List<String> MACHINE =
      List.of(
          "-accel",
          "tcg,thread=single",
          "-cpu",
          "max",
          "-machine",
          "pc,hpet=off,vmport=off,sata=off,usb=off,i8042=off,graphics=off",
          "-nodefaults",
          "-no-user-config",
          "-display",
          "none",
          "-no-reboot",
          "-append",
          String.join(
              " ",
              "console=ttyS0 quiet loglevel=4 panic=-1 reboot=t,f mitigations=off nokaslr no5lvl",
              "tsc=reliable clocksource=tsc no_timer_check rcupdate.rcu_expedited=1 nowatchdog",
              "cryptomgr.notests init_on_alloc=0 audit=0 apparmor=0 random.trust_cpu=on",
              "pci=lastbus=0"));

  private final List<String> devices;
  private final Map<String, Action> actions = new HashMap<>();
  private Duration limit = USUAL_LIMIT;
  private int megabytes = 256;

  private LinuxGuest(List<String> devices) {
    this.devices = devices;
  }

  /** What the host does when the guest asks for it. */
  @FunctionalInterface
  interface Action {
    void run() throws IOException;
  }

  /** A guest with devices in the words of QEMU's command line. */
  static LinuxGuest with(List<String> devices) {
    return new LinuxGuest(new ArrayList<>(devices));
  }

  /** How long a run may take, boot included. */
  LinuxGuest limit(Duration limit) {
    this.limit = limit;
    return this;
  }

  /** The same with further devices. */
  LinuxGuest and(List<String> more) {
    devices.addAll(more);
    return this;
  }

  LinuxGuest memory(int megabytes) {
    this.megabytes = megabytes;
    return this;
  }

  /** Lets the host do something each time that the job prints exactly this line. */
  LinuxGuest when(String line, Action action) {
    actions.put(line, action);
    return this;
  }

  /**
   * Boots, runs a job, and stops the emulator whatever happens.
   *
   * @throws IllegalStateException if the job did not come to its end: the time was over, or the
   *     kernel died
   */
  GuestRun run(String job) throws IOException, InterruptedException {
    GuestSystem.require();
    var folder = Files.createTempDirectory("guest");
    try {
      return run(job, folder);
    } finally {
      try (var files = Files.list(folder)) {
        for (var file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }

  private GuestRun run(String job, Path folder) throws IOException, InterruptedException {
    var script = folder.resolve("job");
    var console = folder.resolve("console");
    var errors = folder.resolve("errors");
    Files.writeString(script, job);
    Files.createFile(console);
    var process =
        new ProcessBuilder(command(script, console)).redirectError(errors.toFile()).start();
    try {
      process.getOutputStream().close();
      var output = new ArrayList<String>();
      var log = new ArrayList<KernelMessage>();
      var status = follow(process, output, log);
      if (status == null) {
        throw new IllegalStateException(
            "no end of the job (%s, at most %d s); it had printed%n%s%non the console%n%sQEMU%n%s"
                .formatted(
                    process,
                    limit.toSeconds(),
                    String.join("\n", output).indent(2),
                    textOf(console).indent(2),
                    textOf(errors).indent(2)));
      }
      return new GuestRun(status, List.copyOf(output), List.copyOf(log), textOf(errors));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }

  /** Reads what the guest prints until QEMU ends; the job's status, or null if none came. */
  private Integer follow(Process process, List<String> output, List<KernelMessage> log)
      throws IOException {
    Integer status = null;
    boolean complete = false;
    var reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.ISO_8859_1));
    for (var line = reader.readLine(); line != null; line = reader.readLine()) {
      if (line.equals(END)) {
        complete = true;
      } else if (status != null) {
        KernelMessage.parse(line).ifPresent(log::add);
      } else if (line.startsWith(ABOUT)) {
        status = Integer.valueOf(line.substring(ABOUT.length()));
        // The end of the job's last line, or an empty one behind it.
        if (output.get(output.size() - 1).isEmpty()) {
          output.remove(output.size() - 1);
        }
      } else {
        output.add(line.stripTrailing());
        var action = actions.get(line);
        if (action != null) {
          action.run();
        }
      }
    }
    return complete ? status : null;
  }

  private List<String> command(Path script, Path console) {
    var command = new ArrayList<String>();
    // Ends QEMU even where this JVM is killed.
    command.addAll(List.of("timeout", "--kill-after=5", Long.toString(limit.toSeconds())));
    command.add("qemu-system-x86_64");
    command.addAll(MACHINE);
    command.addAll(List.of("-m", Integer.toString(megabytes)));
    command.addAll(List.of("-kernel", GuestSystem.kernel().toString()));
    command.addAll(List.of("-initrd", GuestSystem.initramfs().toString()));
    command.addAll(List.of("-fw_cfg", "name=opt/umsim/job,file=" + script));
    command.addAll(List.of("-serial", "file:" + console));
    command.addAll(List.of("-chardev", "stdio,id=output,signal=off", "-serial", "chardev:output"));
    command.addAll(devices);
    return command;
  }

  private static String textOf(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
  }
}
