package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import dev.umsim.core.usb.Speed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * This program in a guest, where it uses what to the guest are real devices, over libusb and usbfs:
 * QEMU's own disk at high speed, and our device at full speed, which comes by usbredir.
 */
@Tag("real-hosts")
class RealDeviceTest {
  private static final String DISK = "usb:46f4:0001:QEMU0001";
  private static final String OURS = "usb:1209:0001";

  private static final String READ = " --op read --bs 4k,64k --size 256k";
  private static final String WRITE =
      " --bs 32k --size 128k --allow-writes --yes --journal /tmp/journal";
  private static final String RECORDED = " -- bench --op read --bs 32k --size 64k";

  @TempDir Path folder;
  private Path disk;
  private Path ours;

  @BeforeEach
  void images() throws Exception {
    ExternalTool.require("mkfs.fat", "dosfstools");
    GuestSystem.require();
    disk = ServedDevice.emptyImage(folder.resolve("disk.img"), 16 << 20);
    ExternalTool.succeed("mkfs.fat", "-n", "MOUNTED", disk.toString());
    var contents = new byte[4 << 20];
    new Random(1).nextBytes(contents);
    ours = Files.write(folder.resolve("ours.img"), contents);
  }

  @Test
  void devicesAreListedReadRecordedAndLeftAsTheyWere() throws Exception {
    var diskBefore = Files.readAllBytes(disk);
    var oursBefore = Files.readAllBytes(ours);
    var trips = new AtomicReference<TrippedMedium>();
    var written = new ArrayList<Boolean>();
    var interrupted = new CountDownLatch(1);
    GuestRun run;
    try (var device = ServedDevice.unplugged()) {
      var medium = device.trippedMedium(ours, 512, trips::set);
      device.plug(Speed.FULL, builder -> builder.medium(medium));
      // The program is told to end while this write waits, long before the last one.
      trips.get().beforeWrite(200, () -> await(interrupted));
      run =
          guest(device)
              .when(
                  "interrupted",
                  () -> {
                    written.add(Files.mismatch(ours, folder.resolve("before")) >= 0);
                    interrupted.countDown();
                  })
              .when("pull the plug", () -> trips.get().beforeRead(50, device::unplugSoon))
              .run(
                  """
                  set -e
                  controllers ehci uhci
                  %s
                  within 200 disks_ready 2
                  for each in sda sdb; do
                    mount -t vfat -o ro /dev/$each /mnt 2>/dev/null && break
                  done

                  mkfifo /tmp/trace
                  awk '/WRITE/ && !n++ { system("kill -INT $(pidof java); echo interrupted") }' \\
                    </tmp/trace &
                  status=0
                  say ums bench %s --op write --bs 4k --size 1M --allow-writes --yes \\
                    --journal /tmp/a.journal --trace /tmp/trace || status=$?
                  echo "status $status"
                  [ ! -e /tmp/a.journal ]

                  cat >/tmp/script <<'END'
                  %s
                  END
                  ums_script /tmp/script
                  """
                      .formatted(GuestJava.job(), OURS, script()));
    }
    run.expectSuccess();

    assertThat(written).as("the image differs at the interruption").containsExactly(true);
    assertThat(Files.readAllBytes(ours)).isEqualTo(oursBefore);
    assertThat(Files.readAllBytes(disk)).isEqualTo(diskBefore);
    assertInterruptedCopy(run);
    assertListedAndRead(run);
    assertRecordedAndPlayed(run);
    assertUnplugged(run);
  }

  private static void assertInterruptedCopy(GuestRun run) {
    // 128 and SIGINT, as a shell has it.
    assertThat(run.output()).contains("interrupted", "status 130");
  }

  private static void assertListedAndRead(GuestRun run) {
    assertThat(run.printedBy("ums bench " + DISK + " --op read --size 64k"))
        .containsExactly(
            "ums: device 46f4:0001 at 1-1 is in use: /dev/sda is mounted at /mnt; unmount it by:"
                + " umount /mnt",
            "status 3");
    assertThat(run.printedBy("ums list targets"))
        .containsExactly(
            "usb:@1-1  46f4:0001  high  QEMU QEMU USB HARDDRIVE, serial QEMU0001",
            "  interface 0, class 08/06/50, mass storage",
            "  can be used",
            "usb:@2-1  1209:0001  full  umsim Mass Storage, serial 00000000000000000001",
            "  interface 0, class 08/06/50, mass storage",
            "  can be used",
            "status 0");
    for (var read : List.of("high " + DISK, "full " + OURS)) {
      var speed = read.substring(0, 4);
      assertThat(run.printedBy("ums bench " + read.substring(5) + READ))
          .anyMatch(line -> line.matches(speed + " +read +4k +262,144 .* 64 +- +verified"))
          .anyMatch(line -> line.matches(speed + " +read +64k +262,144 .* 4 +- +verified"))
          .contains("status 0");
    }
    assertThat(run.printedBy("ums bench " + DISK + WRITE))
        .anyMatch(line -> line.matches("high +write .*verified"))
        .contains("status 0");
    assertThat(run.printedBy("test ! -e /tmp/journal")).containsExactly("status 0");
  }

  private static void assertRecordedAndPlayed(GuestRun run) {
    for (var device : List.of(DISK, OURS)) {
      assertThat(run.printedBy("ums record /tmp/session " + device + RECORDED))
          .contains("status 0");
      assertThat(run.printedBy("ums replay /tmp/session " + device))
          .contains("2 cases: 2 agree, 0 differ", "status 0");
    }
  }

  private static void assertUnplugged(GuestRun run) {
    // The kernel's driver was given both devices back before.
    assertThat(run.printedBy("cat /sys/block/sd?/device/model"))
        .containsExactly("QEMU HARDDISK", "Mass Storage", "status 0");
    assertThat(run.printedBy("ums bench " + OURS + " --op read --bs 4k --size 1M"))
        .hasSize(2)
        .satisfies(lines -> assertThat(lines.get(0)).matches("ums: .* 28 .*: the device has gone"))
        .endsWith("status 3");
    assertThat(run.printedBy("echo the program goes on")).contains("status 0");
  }

  /** Commands for {@code UmsScript}; the one in which the plug is pulled comes last. */
  private static String script() {
    return String.join(
        "\n",
        "ums bench " + DISK + " --op read --size 64k",
        "umount /mnt",
        "ums list targets",
        "ums bench " + DISK + READ,
        "ums bench " + OURS + READ,
        "ums record /tmp/session " + DISK + RECORDED,
        "ums replay /tmp/session " + DISK,
        "ums record /tmp/session " + OURS + RECORDED,
        "ums replay /tmp/session " + OURS,
        "ums bench " + DISK + WRITE,
        "test ! -e /tmp/journal",
        "cat /sys/block/sd?/device/model",
        "echo pull the plug",
        "ums bench " + OURS + " --op read --bs 4k --size 1M",
        "echo the program goes on");
  }

  private LinuxGuest guest(ServedDevice device) throws Exception {
    Files.copy(ours, folder.resolve("before"));
    var options = new ArrayList<>(GuestJava.options());
    options.addAll(HostController.EHCI.options());
    options.addAll(
        List.of(
            "-drive",
            "if=none,id=drive,format=raw,cache=unsafe,file=" + disk,
            "-device",
            "usb-storage,drive=drive,serial=QEMU0001,bus=hc.0",
            "-device",
            "piix3-usb-uhci,id=slow",
            "-chardev",
            "socket,id=redirected,host=127.0.0.1,port=" + device.usbRedirPort(),
            "-device",
            "usb-redir,id=ours,chardev=redirected,bus=slow.0"));
    return LinuxGuest.with(options).memory(512).limit(Duration.ofMinutes(6));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("a worker is never interrupted", e);
    }
  }
}
