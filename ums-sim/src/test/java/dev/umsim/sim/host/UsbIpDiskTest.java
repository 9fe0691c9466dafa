package dev.umsim.sim.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.Transfer;
import dev.umsim.sim.serve.ServiceEvent;
import dev.umsim.sim.usbip.UnreachableDeviceException;
import dev.umsim.sim.usbip.UsbIpLink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A disk that this program's own client uses over this program's own server. */
@Timeout(60)
class UsbIpDiskTest {
  private static final int BLOCK = 512;

  private static ByteBuf noise(int bytes, long seed) {
    var data = new byte[bytes];
    new Random(seed).nextBytes(data);
    return Unpooled.wrappedBuffer(data);
  }

  private static void copyAndCompare(Disk disk, int bytes, long seed) throws HostException {
    var written = noise(bytes, seed);
    var read = Unpooled.buffer(bytes).writerIndex(bytes);
    disk.write(7, bytes / BLOCK, written, 0, false);
    disk.synchronizeCache();
    disk.read(7, bytes / BLOCK, read, 0);
    assertThat(ByteBufUtil.equals(written, 0, read, 0, bytes)).isTrue();
  }

  @Test
  void isWrittenAndReadInCommandsOfAllSizes() throws Exception {
    try (var served = new ServedDisk()) {
      served.add(new MemoryMedium(BLOCK, 16384));
      try (var link = served.connect("1-1")) {
        assertThat(link.speed()).isEqualTo(Speed.HIGH);
        var disk = ServedDisk.open(link);
        for (int bytes : new int[] {512, 4096, 32768, 122_880, 1 << 20, 3 << 20}) {
          copyAndCompare(disk, bytes, bytes);
        }
      }
    }
  }

  @Test
  void servesSeveralDevicesOneClientEach() throws Exception {
    try (var served = new ServedDisk()) {
      served.add(new MemoryMedium(BLOCK, 1024));
      served.add(new MemoryMedium(BLOCK, 2048));
      try (var first = served.connect("1-1");
          var second = served.connect("1-2")) {
        assertThat(ServedDisk.open(first).capacity().blockCount()).isEqualTo(1024);
        assertThat(ServedDisk.open(second).capacity().blockCount()).isEqualTo(2048);
        assertThatThrownBy(() -> served.connect("1-2"))
            .isInstanceOf(UnreachableDeviceException.class)
            .hasMessageContaining("another host");
        assertThatThrownBy(() -> served.connect("1-3"))
            .isInstanceOf(UnreachableDeviceException.class)
            .hasMessageContaining("no device 1-3");
        copyAndCompare(ServedDisk.open(first), 65536, 1);
      }
    }
  }

  @Test
  void isFreeAgainAfterItsHostHasGone() throws Exception {
    try (var served = new ServedDisk()) {
      var medium = new MemoryMedium(BLOCK, 1024);
      served.add(medium);
      for (int round = 0; round < 3; round++) {
        try (var link = served.connect("1-1")) {
          copyAndCompare(ServedDisk.open(link), 65536, round);
        }
        served.await(ServiceEvent.Detached.class, round + 1);
      }
    }
  }

  @Test
  void tellsItsHostWhenItIsUnpluggedAndComesBack() throws Exception {
    try (var served = new ServedDisk()) {
      var exported = served.add(new MemoryMedium(BLOCK, 1024));
      try (var link = served.connect("1-1")) {
        var disk = ServedDisk.open(link);
        served.service.call(exported::unplug);
        assertThatThrownBy(() -> disk.read(0, 1, Unpooled.buffer(BLOCK), 0))
            .isInstanceOf(DeviceGoneException.class);
      }
      assertThatThrownBy(() -> served.connect("1-1")).hasMessageContaining("no device");
      served.service.call(exported::plug);
      try (var link = served.connect("1-1")) {
        copyAndCompare(ServedDisk.open(link), 4096, 5);
      }
    }
  }

  @Test
  void cancelsATransferThatTheDeviceDoesNotAnswer() throws Exception {
    try (var served = new ServedDisk()) {
      served.add(new MemoryMedium(BLOCK, 1024));
      try (var link = served.connect("1-1")) {
        var disk = ServedDisk.open(link);
        var waiting = new BulkTransfer(0x81, transfer -> {});
        link.submit(waiting.of(Unpooled.buffer(13), 0, 13));
        assertThat(link.runUntil(() -> !waiting.submitted(), 20_000_000)).isFalse();
        link.cancel(waiting);
        assertThat(link.runUntil(() -> !waiting.submitted(), 10_000_000_000L)).isTrue();
        assertThat(waiting.status()).isEqualTo(Transfer.Status.CANCELLED);
        copyAndCompare(disk, 4096, 9);
      }
    }
  }

  /** What is under way when the port is reset ends, and the device begins as new. */
  @Test
  void resetsInTheMiddleOfACommand() throws Exception {
    try (var served = new ServedDisk()) {
      served.add(new MemoryMedium(BLOCK, 1024));
      try (var link = served.connect("1-1")) {
        ServedDisk.open(link);
        var half = new BulkTransfer(0x81, transfer -> {});
        link.submit(half.of(Unpooled.buffer(13), 0, 13));
        link.resetPort();
        assertThat(link.runUntil(() -> !half.submitted(), 10_000_000_000L)).isTrue();
        copyAndCompare(ServedDisk.open(link), 4096, 10);
      }
    }
  }

  @Test
  void survivesBeingUnpluggedInTheMiddleOfWriting() throws Exception {
    try (var served = new ServedDisk()) {
      var exported = served.add(new MemoryMedium(BLOCK, 16384));
      for (int round = 0; round < 5; round++) {
        try (var link = served.connect("1-1")) {
          var disk = ServedDisk.open(link);
          var data = noise(4 << 20, round);
          served.service.loop().schedule(exported::unplug, 5, TimeUnit.MILLISECONDS);
          assertThatThrownBy(
                  () -> {
                    while (true) {
                      disk.write(0, 8192, data, 0, false);
                    }
                  })
              .isInstanceOf(DeviceGoneException.class);
        }
        served.service.call(exported::plug);
        try (var link = served.connect("1-1")) {
          copyAndCompare(ServedDisk.open(link), 65536, round);
        }
        served.await(ServiceEvent.Detached.class, 2 * round + 2);
      }
    }
  }

  /** A device of one server, used and served on by another. */
  @Test
  void isHandedOnByAnotherServer() throws Exception {
    try (var first = new ServedDisk();
        var second = new ServedDisk()) {
      first.add(new MemoryMedium(BLOCK, 1024));
      var remote = UsbIpLink.connectOn(second.service.loop(), first.server.address(), "1-1");
      second.service.call(() -> second.service.add(() -> remote).plug());
      second.await(ServiceEvent.Plugged.class, 1);
      try (var link = second.connect("1-1")) {
        copyAndCompare(ServedDisk.open(link), 65536, 11);
      }
      first.service.unplugAll();
      second.await(ServiceEvent.Unplugged.class, 1);
    }
  }
}
