package dev.umsim.bench.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.CommandFailedException;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.fault.Action;
import dev.umsim.sim.fault.Fault;
import dev.umsim.sim.serve.DeviceService;
import dev.umsim.sim.serve.ExportedDevice;
import dev.umsim.sim.usbip.UsbIpLink;
import dev.umsim.sim.usbip.UsbIpServer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every trigger with every action: what a host sees, and that the device works behind it. */
class FaultTableTest {
  private static final int BLOCK = 9;

  /** Over USB/IP a client gives up by the clock. */
  private static final long WALL_PATIENCE_NANOS = 150_000_000L;

  @TempDir Path folder;

  /** Conditions of each kind that the host below meets, by what they are about. */
  private static final List<String> TRIGGERS =
      List.of(
          "request=00",
          "opcode=28",
          "opcode=2a",
          "lun=0",
          "lba=9",
          "nth=1",
          "every=1",
          "times=3",
          "after-ms=1",
          "probability=1",
          "opcode=00");

  /** Why some make no sense. */
  private static final Map<String, String> REFUSED = new LinkedHashMap<>();

  static {
    for (var trigger : TRIGGERS) {
      for (var action : Action.values()) {
        boolean control = action.level() == Action.Level.CONTROL;
        boolean request = trigger.startsWith("request");
        if (control && !request) {
          REFUSED.put(trigger + " " + action, "is about a request; name it");
        } else if (!control && request) {
          REFUSED.put(trigger + " " + action, "is about a command, and not about a request");
        }
      }
    }
    REFUSED.put("opcode=28 lose-write", "lose-write cannot come of command 28");
    REFUSED.put("opcode=2a corrupt", "corrupt cannot come of command 2a");
    for (var medium : List.of("medium-error", "corrupt", "lose-write")) {
      REFUSED.put("opcode=00 " + medium, medium + " cannot come of command 00");
    }
  }

  private static String written(Action action) {
    return switch (action) {
      case REQUEST_LATE, LATE -> action + "=3000";
      case SENSE -> action + "=04/44/00";
      default -> action.toString();
    };
  }

  private static final String TEST_UNIT_READY = "000000000000";
  private static final String WRITE = "2a000000000900000100";
  private static final String READ = "28000000000900000100";

  /** What a host does that meets all the conditions, and all that it sees on the wire. */
  private static String seen(UsbLink link, long patienceNanos) {
    long start = link.nanos();
    var seen = new ArrayList<String>();
    command(link, patienceNanos, seen, 1, 0, TEST_UNIT_READY);
    command(link, patienceNanos, seen, 2, -512, WRITE);
    command(link, patienceNanos, seen, 3, 512, READ);
    command(link, patienceNanos, seen, 4, 0, TEST_UNIT_READY);
    var memory = Unpooled.buffer(512);
    var request = StandardRequest.endpointStatus(0x81);
    seen.add(run(link, patienceNanos, new ControlTransfer(ended -> {}).of(request, memory, 0)));
    seen.add((link.nanos() - start) / 1_000_000_000L + " s");
    return String.join(", ", seen);
  }

  /** Bytes are negative where they go to the device; behind the status nothing more may come. */
  private static void command(
      UsbLink link, long patienceNanos, List<String> seen, int tag, int bytes, String cdb) {
    var memory = Unpooled.buffer(512).setZero(0, 512);
    memory.setIntLE(0, 0x43425355).setIntLE(4, tag).setIntLE(8, Math.abs(bytes));
    memory.setByte(12, bytes > 0 ? 0x80 : 0).setByte(14, cdb.length() / 2);
    memory.setBytes(15, HexFormat.of().parseHex(cdb));
    seen.add(run(link, patienceNanos, bulk(0x02, memory, 31)));
    if (bytes < 0) {
      seen.add(
          run(link, patienceNanos, bulk(0x02, memory.setZero(0, 512).setByte(0, 0x5a), -bytes)));
    } else if (bytes > 0) {
      seen.add(run(link, patienceNanos, bulk(0x81, memory, bytes)) + " " + memory.getByte(0));
    }
    for (int times = 0; times < 2; times++) {
      memory.setZero(0, 512);
      seen.add(
          run(link, patienceNanos, bulk(0x81, memory, 512))
              + " "
              + memory.getIntLE(4)
              + "/"
              + memory.getByte(12));
    }
  }

  private static Transfer bulk(int endpoint, ByteBuf memory, int length) {
    return new BulkTransfer(endpoint, ended -> {}).of(memory, 0, length);
  }

  private static String run(UsbLink link, long patienceNanos, Transfer transfer) {
    link.submit(transfer);
    if (!link.runUntil(() -> !transfer.submitted(), patienceNanos)) {
      link.cancel(transfer);
      link.runUntil(() -> !transfer.submitted(), Long.MAX_VALUE);
    }
    return transfer.status() + " " + transfer.movedBytes();
  }

  private static Target open(String settings) throws Exception {
    return Targets.open(
        TargetNotation.parse("sim:reference?blocks=64" + settings), Writes.TO_OVERLAY);
  }

  private static Disk disk(UsbLink link) throws HostException {
    return Disk.open(new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty())), 0);
  }

  /**
   * The last resort of a host is that the device is plugged in anew, and again where a fault is to
   * come more than once.
   */
  private static void worksBehindIt(Target target, int attempts) throws Exception {
    try {
      worksBehindIt(target);
    } catch (HostException e) {
      if (attempts == 1) {
        throw e;
      }
      worksBehindIt(target, attempts - 1);
    }
  }

  private static void worksBehindIt(Target target) throws Exception {
    try (var link = target.attach(Speed.HIGH)) {
      var memory = Unpooled.buffer(512).setZero(0, 512);
      var disk = disk(link);
      memory.setByte(0, 0x33);
      disk.write(BLOCK, 1, memory, 0, false);
      memory.setZero(0, 512);
      disk.read(BLOCK, 1, memory, 0);
      assertThat(memory.getByte(0)).isEqualTo((byte) 0x33);
    }
  }

  /**
   * The host has begun before the fault is there, so that it meets the conditions and not the
   * enumeration.
   */
  private static String seenWith(Fault fault) throws Exception {
    try (var target = (ReferenceTarget) open("")) {
      var seen = seenOn(target, fault);
      worksBehindIt(target, fault == null ? 1 : (int) fault.trigger().times());
      return seen;
    }
  }

  private static String seenOn(ReferenceTarget target, Fault fault) throws Exception {
    try (var link = target.attach(Speed.HIGH)) {
      disk(link);
      if (fault != null) {
        target.faults().add(fault);
        // Time that a condition may wait for.
        link.runUntil(() -> false, 2_000_000);
      }
      return seen(link, 1_000_000_000L);
    }
  }

  @TestFactory
  Stream<DynamicTest> eachIsSeenOrRefused() throws Exception {
    var good = seenWith(null);
    assertThat(good)
        .isEqualTo(
            "OK 31, OK 13 1/0, CANCELLED 0 0/0, "
                + "OK 31, OK 512, OK 13 2/0, CANCELLED 0 0/0, "
                + "OK 31, OK 512 90, OK 13 3/0, CANCELLED 0 0/0, "
                + "OK 31, OK 13 4/0, CANCELLED 0 0/0, "
                + "OK 2, 4 s");
    return TRIGGERS.stream()
        .flatMap(
            trigger ->
                Stream.of(Action.values())
                    .map(
                        action ->
                            dynamicTest(
                                trigger + " -> " + written(action),
                                () -> check(trigger, action, good))));
  }

  private static void check(String trigger, Action action, String good) throws Exception {
    var line = trigger + " -> " + written(action);
    var reason = REFUSED.get(trigger + " " + action);
    if (reason != null) {
      assertThatThrownBy(() -> Fault.parse(line))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(reason);
      return;
    }
    // What is about the medium has to wait until a command comes that is, too.
    int times = trigger.startsWith("opcode") ? 1 : trigger.startsWith("lba") ? 2 : 3;
    boolean medium = action.level() == Action.Level.MEDIUM;
    var often = medium ? "times=" + times + " " : "";
    var seen = seenWith(Fault.parse(often + line));
    // A command without data that passes by itself is not seen to pass.
    boolean unseen = action == Action.PASS && passesAnyhow(trigger);
    assertThat(seen.equals(good)).as(seen).isEqualTo(unseen);
  }

  private static boolean passesAnyhow(String trigger) {
    return !trigger.startsWith("lba")
        && !trigger.startsWith("opcode=2")
        && !trigger.startsWith("times");
  }

  /** One condition that a WRITE and a READ meet, and one of a request, with every action. */
  @TestFactory
  Stream<DynamicTest> eachIsSeenOverUsbIp() {
    return Stream.of(Action.values())
        .map(
            action -> {
              boolean control = action.level() == Action.Level.CONTROL;
              // The bit that is wrong is seen when it is read, behind the write.
              var command = action == Action.CORRUPT ? "times=2 lba=9" : "lba=9";
              var line = (control ? "request=00" : command) + " -> " + written(action);
              return dynamicTest(line, () -> checkOverUsbIp(line));
            });
  }

  private static void checkOverUsbIp(String line) throws Exception {
    var service = new DeviceService(event -> {});
    try (var server =
            UsbIpServer.listen(
                service, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        var target = open("");
        var served = target.serve(service.loop())) {
      var added = new ExportedDevice[1];
      service.call(
          () -> {
            added[0] = service.add(served::plug);
            return added[0].plug();
          });
      String seen;
      try (var link = UsbIpLink.connect(server.address(), "1-1")) {
        disk(link);
        service.call(
            () -> {
              served.fault(line);
              return true;
            });
        seen = withoutTime(seen(link, WALL_PATIENCE_NANOS));
      }
      service.call(added[0]::unplug);
      service.call(added[0]::plug);
      try (var link = UsbIpLink.connect(server.address(), "1-1")) {
        disk(link);
        assertThat(withoutTime(seen(link, WALL_PATIENCE_NANOS))).isNotEqualTo(seen);
        disk(link);
      }
      service.unplugAll();
    } finally {
      service.close();
    }
  }

  private static String withoutTime(String seen) {
    return seen.replaceFirst(", [^,]*$", "");
  }

  @Test
  void aScriptIsRefusedWithFileAndLine() throws Exception {
    var script = folder.resolve("bad.faults");
    Files.writeString(script, "# a comment\n\nopcode=28 -> hang\nlba=x -> hang\n");
    assertThatThrownBy(() -> open("&faults=" + script))
        .isInstanceOf(NotationException.class)
        .hasMessage(script + ":4: lba is a number of 0 and more, not 'x'");
  }

  @Test
  void aScriptIsAFile() throws Exception {
    var script = folder.resolve("good.faults");
    Files.writeString(script, "opcode=28 lba=9 nth=2 -> sense=03/11/00   # the second read\n");
    try (var target = open("&faults=" + script);
        var link = target.attach(Speed.HIGH)) {
      var disk = disk(link);
      var memory = Unpooled.buffer(512);
      disk.read(BLOCK, 1, memory, 0);
      assertThatThrownBy(() -> disk.read(BLOCK, 1, memory, 0))
          .isInstanceOf(CommandFailedException.class);
      disk.read(BLOCK, 1, memory, 0);
    }
  }
}
