package dev.umsim.bench.usb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the machine itself does with the disks behind a device: a mounted file system, or swap
 * space, must not lose its disk. Known on Linux, from sysfs and procfs.
 */
public final class MountedVolumes {
  private final Path sys;
  private final Path proc;

  private MountedVolumes(Path sys, Path proc) {
    this.sys = sys;
    this.proc = proc;
  }

  /** Those of this machine. */
  public static MountedVolumes ofThisMachine() {
    return in(Path.of("/sys"), Path.of("/proc"));
  }

  static MountedVolumes in(Path sys, Path proc) {
    return new MountedVolumes(sys, proc);
  }

  /** Whether this system tells what is mounted. */
  public boolean known() {
    return Files.isReadable(mountInfo()) && Files.isDirectory(sys);
  }

  private Path mountInfo() {
    return proc.resolve("self/mountinfo");
  }

  /**
   * Refuses a device of which something is in use.
   *
   * @throws UsbException that names the first such thing, and how it is ended
   */
  void requireUnused(PluggedDevice device) throws UsbException {
    if (!known()) {
      return;
    }
    var use = use(device);
    if (use.isPresent()) {
      throw new UsbException(
          "device " + device.identity() + " at " + device.place() + " is in use: " + use.get());
    }
  }

  private Optional<String> use(PluggedDevice device) throws UsbException {
    try {
      return firstUse(blockDevices(device));
    } catch (IOException e) {
      throw new UsbException(
          "it cannot be seen whether a disk of the device is mounted: "
              + e.getMessage()
              + "; plug it in again",
          e);
    }
  }

  /** The disks behind a device with all that is built on them: their numbers and names. */
  private Map<String, String> blockDevices(PluggedDevice device) throws IOException {
    var found = new LinkedHashMap<String, String>();
    var blocks = sys.resolve("class/block");
    if (!Files.isDirectory(blocks)) {
      return found;
    }
    var interfaces = device.place() + ":";
    for (var block : entries(blocks)) {
      for (var part : block.toRealPath()) {
        if (part.toString().startsWith(interfaces)) {
          addWithHolders(block.toRealPath(), found);
          break;
        }
      }
    }
    return found;
  }

  /** Mappings and arrays lie on disks as their holders, one above the other. */
  private void addWithHolders(Path block, Map<String, String> found) throws IOException {
    var number = Files.readString(block.resolve("dev")).strip();
    if (found.putIfAbsent(number, block.getFileName().toString()) == null
        && Files.isDirectory(block.resolve("holders"))) {
      for (var holder : entries(block.resolve("holders"))) {
        addWithHolders(holder.toRealPath(), found);
      }
    }
  }

  private static List<Path> entries(Path folder) throws IOException {
    try (var entries = Files.list(folder)) {
      return entries.sorted().toList();
    }
  }

  private Optional<String> firstUse(Map<String, String> blocks) throws IOException {
    var uses = new ArrayList<String>();
    for (var line : Files.readAllLines(mountInfo())) {
      mountOf(line, blocks).ifPresent(uses::add);
    }
    var swaps = proc.resolve("swaps");
    if (Files.isReadable(swaps)) {
      for (var line : Files.readAllLines(swaps)) {
        var source = line.split("\\s+", 2)[0];
        if (isOneOf(source, blocks)) {
          uses.add(source + " is swap space; end that by: swapoff " + source);
        }
      }
    }
    return uses.stream().findFirst();
  }

  /** Fields: mount, parent, major:minor, root, mount point, options, tags, -, type, source. */
  private static Optional<String> mountOf(String line, Map<String, String> blocks) {
    var fields = line.split(" ");
    var behindDash = line.split(" - ", 2);
    if (fields.length < 5 || behindDash.length < 2) {
      return Optional.empty();
    }
    var source = behindDash[1].split(" ").length > 1 ? behindDash[1].split(" ")[1] : "";
    // Some file systems, such as btrfs, have a number of their own.
    if (!blocks.containsKey(fields[2]) && !isOneOf(source, blocks)) {
      return Optional.empty();
    }
    return Optional.of(
        source + " is mounted at " + fields[4] + "; unmount it by: umount " + fields[4]);
  }

  private static boolean isOneOf(String source, Map<String, String> blocks) {
    return source.startsWith("/dev/") && blocks.containsValue(source.substring(5));
  }
}
