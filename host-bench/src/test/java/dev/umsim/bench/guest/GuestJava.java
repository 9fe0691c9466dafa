package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * This program and a Java runtime for it, in a folder that a guest mounts: what it needs of the
 * runtime, made by jlink, the class path of this test, and the C libraries of both.
 */
final class GuestJava {
  private static final Path FOLDER = Path.of("target", "guest", "java");
  private static final String MODULES =
      "java.base,java.logging,java.management,java.naming,java.xml,jdk.unsupported";
  private static final String USB_LIBRARY = "/org/usb4java/linux-x86-64/libusb4java.so";

  private GuestJava() {}

  /** The options of QEMU for a guest in which {@link #job} works. */
  static List<String> options() throws IOException, InterruptedException {
    ExternalTool.require("ldd", "libc-bin");
    build();
    return List.of(
        "-fsdev",
        "local,id=java,path=" + FOLDER + ",security_model=none,readonly=on",
        "-device",
        "virtio-9p-pci,fsdev=java,mount_tag=java");
  }

  /**
   * The beginning of a job: {@code ums …} runs the program, {@code ums_script FILE} runs the
   * commands in a file, all in one process.
   *
   * <p>Without a compiler: to compile costs an emulated processor more than it saves.
   */
  static String job() {
    return """
        host_folder java /java ro,cache=loose
        java() {
          LD_LIBRARY_PATH=/java/native /java/jre/bin/java -Xint -Xshare:auto -XX:+UseSerialGC \\
            -XX:-UsePerfData -cp '/java/classes/*' "$@"
        }
        ums() { java dev.umsim.bench.cli.Main "$@"; }
        ums_script() { java dev.umsim.bench.cli.UmsScript "$1"; }
        """;
  }

  private static synchronized void build() throws IOException, InterruptedException {
    var runtime = FOLDER.resolve("jre");
    var version = FOLDER.resolve("version");
    if (!Files.exists(version) || !Files.readString(version).equals(Runtime.version().toString())) {
      delete(FOLDER);
      Files.createDirectories(FOLDER);
      link(runtime);
      archiveClasses(runtime);
      Files.writeString(version, Runtime.version().toString());
    }
    // Of another class path nothing may be left.
    delete(FOLDER.resolve("classes"));
    copyClasses(Files.createDirectories(FOLDER.resolve("classes")));
    copyLibraries(runtime, Files.createDirectories(FOLDER.resolve("native")));
  }

  private static void link(Path runtime) {
    // Part of every whole JDK, and one is needed to come here.
    var jlink = ToolProvider.findFirst("jlink").orElseThrow();
    int status =
        jlink.run(
            System.out,
            System.err,
            "--add-modules",
            MODULES,
            "--strip-java-debug-attributes",
            "--no-header-files",
            "--no-man-pages",
            "--output",
            runtime.toString());
    assertThat(status).as("status of jlink").isZero();
  }

  /** Of the runtime itself; without their archive each start is slower. */
  private static void archiveClasses(Path runtime) throws IOException, InterruptedException {
    var java = runtime.resolve("bin/java").toString();
    var process =
        new ProcessBuilder(java, "-XX:+UseSerialGC", "-Xshare:dump")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).as("status of %s -Xshare:dump", java).isZero();
  }

  /** Folders as jars: the fewer files a guest opens, the better. */
  private static void copyClasses(Path to) throws IOException {
    var jar = ToolProvider.findFirst("jar").orElseThrow();
    var entries = System.getProperty("java.class.path").split(File.pathSeparator);
    for (int i = 0; i < entries.length; i++) {
      var entry = Path.of(entries[i]);
      if (!entries[i].isEmpty() && Files.isDirectory(entry)) {
        var made = to.resolve("folder-" + i + ".jar").toString();
        int status =
            jar.run(System.out, System.err, "--create", "--file", made, "-C", entries[i], ".");
        assertThat(status).as("status of jar for %s", entry).isZero();
      } else if (Files.isRegularFile(entry)) {
        copy(entry, to.resolve(entry.getFileName()));
      }
    }
  }

  private static void copyLibraries(Path runtime, Path to)
      throws IOException, InterruptedException {
    var usb = to.resolve("libusb4java.so");
    try (var library = GuestJava.class.getResourceAsStream(USB_LIBRARY)) {
      Files.copy(library, usb, StandardCopyOption.REPLACE_EXISTING);
    }
    var users = List.of(runtime.resolve("bin/java"), runtime.resolve("lib/server/libjvm.so"), usb);
    for (var user : users) {
      for (var line : ExternalTool.succeed("ldd", user.toString()).split("\n")) {
        var words = line.strip().split(" ");
        if (words.length > 2 && words[1].equals("=>") && !words[2].contains("/jre/")) {
          copy(Path.of(words[2]), to.resolve(words[0]));
        }
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    if (!Files.exists(to) || Files.mismatch(from, to) >= 0) {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (var files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
