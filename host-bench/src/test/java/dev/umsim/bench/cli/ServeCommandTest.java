package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.testing.ExternalTool;
import dev.umsim.sim.usbip.UsbIpLink;
import io.netty.buffer.Unpooled;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code ums serve} as a program of its own, and what others do with it. */
@Timeout(120)
class ServeCommandTest {
  @TempDir private Path folder;

  /** A server that runs; ended as by a user. */
  private final class Server implements AutoCloseable {
    final Process process;
    final BufferedReader output;

    Server(String... arguments) throws IOException {
      var command =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Main.class.getName(),
                  "serve",
                  "--control",
                  control().toString(),
                  "--events",
                  events().toString()));
      command.addAll(Arrays.asList(arguments));
      process =
          new ProcessBuilder(command).redirectError(folder.resolve("errors").toFile()).start();
      output = process.inputReader();
    }

    /** Ends it; its exit status. */
    int end() throws InterruptedException {
      process.destroy();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  private Path control() {
    return folder.resolve("control");
  }

  private Path events() {
    return folder.resolve("events.json");
  }

  private Path image(String name) throws IOException {
    return Files.write(folder.resolve(name), new byte[1 << 20]);
  }

  private String ctl(int status, String... words) {
    var arguments = new ArrayList<>(List.of("ctl", "--control", control().toString()));
    arguments.addAll(Arrays.asList(words));
    var ums = Ums.run(arguments.toArray(String[]::new));
    assertThat(ums.status()).as(ums.err()).isEqualTo(status);
    return ums.out() + ums.err();
  }

  /** A host writes the last block of device 1-1. */
  private static void write(int port) throws Exception {
    var server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try (var link = UsbIpLink.connect(server, "1-1")) {
      var host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
      var data = Unpooled.wrappedBuffer(new byte[512]).setByte(0, 1);
      Disk.open(host, 0).write(2047, 1, data, 0, false);
    }
  }

  @Test
  void serverAndHostCaptureTheSameCommands() throws Exception {
    var atServer = folder.resolve("server.pcapng");
    var atHost = folder.resolve("host.pcapng");
    try (var server =
        new Server(
            image("disk.img").toString(), "--usbip", "0", "--capture", atServer.toString())) {
      var target = "usbip://" + server.output.readLine().split(" ")[1] + "/1-1";
      Ums.run("bench", target, "--op", "read", "--size", "64k", "--capture", atHost.toString());
      assertThat(server.end()).isZero();
    }
    assertThat(wrappers(atHost)).hasSizeGreaterThan(128).isEqualTo(wrappers(atServer));
  }

  /** The wrappers in a capture, as tshark reads them, without what is no command. */
  private static List<String> wrappers(Path capture) {
    var fields = List.of("usbms.dCBWTag", "usbms.dCBWDataTransferLength", "scsi_sbc.opcode");
    var arguments = new ArrayList<Object>(List.of("-r", capture, "-Y", "usbms.dCBWTag"));
    arguments.addAll(List.of("-T", "fields"));
    fields.forEach(field -> arguments.addAll(List.of("-e", field)));
    var tshark = ExternalTool.of("tshark", "tshark");
    return tshark.run(arguments.toArray()).expectSuccess().output().lines().toList();
  }

  @Test
  void servesAnImageUntilItIsEnded() throws Exception {
    var image = image("disk.img");
    try (var server = new Server(image + ",removable", "--usbip", "0", "--usbredir", "0")) {
      var line = server.output.readLine();
      assertThat(line).matches("usbip 127\\.0\\.0\\.1:[0-9]+ 1-1");
      assertThat(server.output.readLine()).matches("usbredir 127\\.0\\.0\\.1:[0-9]+");
      var target = "usbip://" + line.split(" ")[1] + "/1-1";

      write(Integer.parseInt(line.replaceAll(".*:| .*$", "")));
      var bench = Ums.run("bench", target, "--size", "256k", "--bs", "32k");
      assertThat(bench.status()).as(bench.err()).isZero();
      assertThat(bench.out()).contains("verified");

      assertThat(ctl(0, "status"))
          .isEqualTo(
              """
              1-1 free
                sim:reference?image=%1$s,removable
                LUN 0 loaded, %1$s
              """
                  .formatted(image));
      ctl(0, "eject");
      assertThat(ctl(1, "eject")).contains("there is no medium in it");
      assertThat(ctl(0, "status")).contains("LUN 0 empty");
      ctl(0, "insert");
      ctl(0, "swap", image("other.img").toString());
      ctl(0, "unplug");
      assertThat(Ums.run("bench", target).status()).isEqualTo(3);
      ctl(0, "plug");
      assertThat(ctl(1, "plug")).contains("plugged in already");

      assertThat(server.end()).isZero();
    }
    // The host wrote to the image itself.
    assertThat(Files.readAllBytes(image)[2047 * 512]).isEqualTo((byte) 1);
    assertThat(Files.readString(events()))
        .contains("\"event\":\"attached\"")
        .contains("\"event\":\"detached\"")
        .contains("\"event\":\"unplugged\"");
    assertThat(control()).doesNotExist();
  }

  @Test
  void tellsWhoHasADeviceAndWhatWentOver() throws Exception {
    try (var server = new Server("sim:reference?size=1M", "--usbip", "0")) {
      int port = Integer.parseInt(server.output.readLine().replaceAll(".*:| .*$", ""));
      var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      try (var link = UsbIpLink.connect(at, "1-1")) {
        var host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
        var disk = Disk.open(host, 0);
        long before = status("bytesRead").asLong();
        var data = Unpooled.buffer(4096).writeZero(4096);
        disk.write(0, 8, data, 0, false);
        disk.read(0, 8, data, 0);

        assertThat(status("host").asString()).startsWith("127.0.0.1:");
        assertThat(status("state").asString()).isEqualTo("attached");
        assertThat(status("target").asString()).isEqualTo("sim:reference?size=1M");
        assertThat(status("bytesWritten").asLong()).isGreaterThanOrEqualTo(4096);
        assertThat(status("bytesRead").asLong() - before).isBetween(4096L, 4096L + 2 * 13);
        assertThat(status("errors").asLong()).isZero();
        assertThat(status("units").get(0).get("image").isNull()).isTrue();
        assertThat(ctl(0, "status")).startsWith("1-1 attached by 127.0.0.1:");
      }
      assertThat(ctl(2, "plug", "--json")).contains("--json is for status");
      assertThat(server.end()).isZero();
    }
  }

  private JsonNode status(String field) {
    var report = JsonMapper.shared().readTree(ctl(0, "status", "--json"));
    assertThat(report.get("schema").asString()).isEqualTo("ums-status/1");
    return report.get("rows").get(0).get(field);
  }

  /** The clock is set, the unit ejected, and then a unit asked for that there is not. */
  private static final String PLAYER_CASES =
      """
      # what a player tells beside the wire

      # its clock is set
      > out 5553424301000000" "0c00000000000a" "3b01000c000000000c00000000000000
      < ack 31
      > out 07d8002d000c223800000000
      < ack 12
      > in 512
      < data 13 55534253010000000000000000

      # its disk is ejected, and there is no third unit
      > out 5553424302000000" "00000000000006" "1b000000020000000000000000000000
      < ack 31
      > in 512
      < data 13 55534253020000000000000000
      > out 5553424303000000" "00000000000206" "00000000000000000000000000000000
      < ack 31
      > in 512
      < nak 0
      """
          .replace("\" \"", "");

  @Test
  void servesAPlayerWithADiskAndACard() throws Exception {
    var disk = image("disk.img");
    var card = image("card.img");
    var player = "sim:rockbox-2026?image=" + disk + "&image=" + card + ",removable";
    var cases = Files.writeString(folder.resolve("cases.txt"), PLAYER_CASES);
    try (var server = new Server(player, "--usbip", "0")) {
      var target = "usbip://" + server.output.readLine().split(" ")[1] + "/1-1";
      var bench =
          Ums.run(
              "bench",
              target,
              "--size",
              "256k",
              "--bs",
              "32k",
              "--no-sync",
              "--unguarded",
              "--yes");
      assertThat(bench.status()).as(bench.err()).isZero();

      assertThat(ctl(1, "eject")).contains("fixed");
      assertThat(ctl(0, "status"))
          .contains("LUN 0 fixed, " + disk + "\n  LUN 1 loaded, " + card + "\n");
      ctl(0, "eject", "--lun", "1");
      assertThat(ctl(1, "eject", "--lun", "1")).contains("there is no medium in it");
      assertThat(ctl(0, "status")).contains("LUN 1 empty");
      assertThat(ctl(0, "insert", "--lun", "1")).isEmpty();
      assertThat(ctl(0, "swap", image("other.img").toString(), "--lun", "1")).isEmpty();
      assertThat(ctl(0, "status")).contains("LUN 1 loaded");

      var replay = Ums.run("replay", cases.toString(), target, "--all", "--unguarded", "--yes");
      assertThat(replay.out()).endsWith("2 cases: 2 agree, 0 differ\n");
      // Nothing but this brings back a player that has crashed.
      ctl(0, "unplug");
      ctl(0, "plug");
      assertThat(Ums.run("bench", target, "--op", "read", "--size", "64k").status()).isZero();
      assertThat(server.end()).isZero();
    }
    assertThat(Files.readAllBytes(disk)).isNotEqualTo(new byte[1 << 20]);
    assertThat(Files.readAllBytes(card)).isEqualTo(new byte[1 << 20]);
    assertThat(Files.readString(events()))
        .contains("\"event\":\"set_time\",\"device\":\"1-1\",\"what\":\"2008-02-15 12:34:56\"")
        .contains("\"event\":\"ejected\",\"device\":\"1-1\",\"what\":\"drive 0\"")
        .contains("\"event\":\"undefined_behaviour\"");
  }

  @Test
  void saysThatNobodyServes() {
    var bench = Ums.run("bench", "usbip://127.0.0.1:1/1-1");
    assertThat(bench.status()).isEqualTo(3);
    assertThat(bench.err()).contains("127.0.0.1:1 cannot be reached");
    var unknown = Ums.run("bench", "usbip://nowhere.invalid/1-1");
    assertThat(unknown.status()).isEqualTo(3);
    assertThat(unknown.err()).contains("nowhere.invalid:3240 cannot be reached");
    assertThat(ctl(3, "status")).contains("no server answers");
  }

  @Test
  void saysThatARealDeviceWouldBeWritten() {
    Ums.run("serve", "usb:05ac:1209")
        .expectLine(
            2,
            "whoever uses usb:05ac:1209 can write to it, and what is written stays; say"
                + " --allow-writes if that is meant");
  }

  @Test
  void waitsAsLongAsItIsTold() throws Exception {
    var silent = Files.writeString(folder.resolve("silent"), "#!/bin/sh\nexec cat\n");
    Files.setPosixFilePermissions(silent, PosixFilePermissions.fromString("rwx------"));
    var run =
        Ums.run("serve", "exec:" + silent, "--allow-writes", "--usbip", "0", "--timeout", "1");
    assertThat(run.err()).hasLineCount(1).contains("did not say within 1 s");
    assertThat(run.status()).isEqualTo(3);
  }

  @Test
  void saysWhatCannotBeServed() throws Exception {
    var nothing = Ums.run("serve");
    assertThat(nothing.status()).isEqualTo(2);
    assertThat(nothing.err()).contains("there is nothing to serve");
    var missing = Ums.run("serve", folder.resolve("missing.img").toString());
    assertThat(missing.status()).isEqualTo(1);
    assertThat(missing.err()).contains("does not exist");
    var noDrive = Ums.run("serve", "sim:rockbox-2026?image=" + image("a.img") + ",cdrom");
    assertThat(noDrive.status()).isEqualTo(2);
    assertThat(noDrive.err()).contains("a player has no CD-ROM drive");
    var tooMany = Ums.run("serve", "sim:reference", "--usbredir", "0", "--usbredir", "0");
    assertThat(tooMany.status()).isEqualTo(2);
    assertThat(tooMany.err()).contains("more usbredir places than devices");
  }
}
