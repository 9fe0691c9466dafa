package dev.umsim.sim.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.RockboxDevice;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A firmware that waits for its disk drops what comes in a reset, the server's own request too. */
@Timeout(60)
class BusyInResetTest {
  private static final String READ_ONE_BLOCK =
      "55534243" + "01000000" + "00020000" + "80000a" + "28000000000000000100" + "000000000000";

  private final DeviceService service = new DeviceService(event -> {});
  private final SlowDisk disk = new SlowDisk();
  private final RockboxDevice player = player();
  private final Host host = new Host();

  private RockboxDevice player() {
    var builder = RockboxDevice.builder(RockboxRevision.PRESENT);
    builder.everyDrive().medium(disk);
    return builder.build();
  }

  /** A disk that ends its reads when it is told to. */
  private static final class SlowDisk implements Medium {
    private final ArrayDeque<BlockAccess> waiting = new ArrayDeque<>();

    @Override
    public int blockSize() {
      return 512;
    }

    @Override
    public long blockCount() {
      return 64;
    }

    @Override
    public boolean writeProtected() {
      return false;
    }

    @Override
    public void read(BlockAccess access) {
      waiting.add(access);
    }

    @Override
    public void write(BlockAccess access) {
      access.succeed();
    }

    @Override
    public void synchronize(BlockAccess access) {
      access.succeed();
    }
  }

  /** Keeps how transfers ended. */
  private static final class Host implements Client {
    private final List<String> ended = new ArrayList<>();

    @Override
    public String name() {
      return "host";
    }

    @Override
    public void completed(ClientTransfer transfer) {
      ended.add(transfer.number() + " " + transfer.transfer().status());
      transfer.frame().release();
    }

    @Override
    public void flush() {}

    @Override
    public void deviceGone() {}
  }

  @AfterEach
  void end() {
    service.close();
    player.close();
  }

  private <T> T call(Callable<T> action) throws InterruptedException {
    return service.call(action);
  }

  private void control(Attachment attachment, long number, SetupPacket setup) {
    attachment.submitControl(number, setup, Unpooled.buffer(64).setZero(0, 64), 0);
  }

  /** Lets everything happen that can. */
  private List<String> ended(ExportedDevice device) {
    device.settle();
    var taken = List.copyOf(host.ended);
    host.ended.clear();
    return taken;
  }

  @Test
  void theNextHostIsAnsweredWhenItAsksAgain() throws Exception {
    var device = call(() -> service.add(() -> player.attach(new ZeroTimeBus(), Speed.HIGH)));
    var described = new CountDownLatch(1);
    call(
        () -> {
          device.whenFree(described::countDown);
          return device.plug();
        });
    described.await();
    var setConfiguration = StandardRequest.setConfiguration(1);
    var getStatus = SetupPacket.decode(HexFormat.of().parseHex("8000000000000200"), 0);
    call(
        () -> {
          var first = device.attach(host).orElseThrow();
          control(first, 1, setConfiguration);
          assertThat(ended(device)).containsExactly("1 " + Transfer.Status.OK);
          first.submitBulk(
              2, 0x01, Unpooled.wrappedBuffer(HexFormat.of().parseHex(READ_ONE_BLOCK)), 0, 31);
          assertThat(ended(device)).containsExactly("2 " + Transfer.Status.OK);
          assertThat(disk.waiting).hasSize(1);
          first.detach("enough");

          var second = device.attach(host).orElseThrow();
          control(second, 3, getStatus);
          assertThat(ended(device)).isEmpty();
          new MemoryMedium(512, 64).read(disk.waiting.remove());
          assertThat(ended(device)).isEmpty();
          second.cancel(3);
          control(second, 4, getStatus);
          assertThat(ended(device))
              .containsExactly("3 " + Transfer.Status.CANCELLED, "4 " + Transfer.Status.OK);
          second.detach("all is said");
          return null;
        });
  }
}
