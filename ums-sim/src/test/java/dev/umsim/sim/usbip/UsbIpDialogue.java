package dev.umsim.sim.usbip;

import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.serve.DeviceService;
import dev.umsim.sim.serve.ExportedDevice;
import dev.umsim.sim.serve.ServiceEvent;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A connection without a network: what a host sends to a server, and what comes back. */
final class UsbIpDialogue implements AutoCloseable {
  static final SetupPacket NO_SETUP = new SetupPacket(0, 0, 0, 0, 0);
  static final int DEVICE_ID = 0x0001_0001;

  private final EmbeddedChannel loopHolder = new EmbeddedChannel();
  final List<ServiceEvent> events = new ArrayList<>();
  final DeviceService service = new DeviceService(loopHolder.eventLoop(), events::add);
  final ExportedDevice device;
  final EmbeddedChannel channel;

  UsbIpDialogue(Medium medium) {
    this(ReferenceDevice.builder().medium(medium).build());
  }

  UsbIpDialogue(ReferenceDevice reference) {
    loopHolder.freezeTime();
    device = service.add(() -> reference.attach(new ZeroTimeBus(), Speed.HIGH));
    device.plug();
    settle();
    channel = new EmbeddedChannel(new UsbIpConnection(service).reader());
  }

  /** Lets everything happen that can. */
  void settle() {
    loopHolder.runPendingTasks();
  }

  /** Lets time pass on the loop of the service. */
  void passSeconds(long seconds) {
    loopHolder.advanceTimeBy(seconds, TimeUnit.SECONDS);
    settle();
  }

  /** Sends bytes, and returns all that comes back, in hex. */
  String send(ByteBuf bytes) {
    channel.writeInbound(bytes);
    settle();
    return received();
  }

  String sendHex(String hex) {
    return send(Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex.replace(" ", ""))));
  }

  String received() {
    channel.flush();
    var all = new StringBuilder();
    for (ByteBuf each = channel.readOutbound(); each != null; each = channel.readOutbound()) {
      all.append(ByteBufUtil.hexDump(each));
      each.release();
    }
    return all.toString();
  }

  String importDevice() {
    return sendHex("0111800300000000" + "312d31" + "00".repeat(29));
  }

  static ByteBuf message(TransferMessage message, byte... data) {
    var out =
        Unpooled.buffer(TransferMessage.LENGTH + data.length).writeZero(TransferMessage.LENGTH);
    message.encode(out, 0);
    return out.writeBytes(data);
  }

  static TransferMessage.Submit submit(
      int number, Direction direction, int endpoint, int length, SetupPacket setup) {
    return new TransferMessage.Submit(
        number, DEVICE_ID, direction, endpoint, 0, length, 0, 0, 0, setup);
  }

  static String submitted(int number, int status, int actualLength) {
    var answer = new TransferMessage.Submitted(number, status, actualLength, 0, 0, 0);
    return ByteBufUtil.hexDump(message(answer));
  }

  static String unlinked(int number, int status) {
    return ByteBufUtil.hexDump(message(new TransferMessage.Unlinked(number, status)));
  }

  /** Brings the device to where its bulk endpoints answer. */
  void configure() {
    importDevice();
    send(message(submit(1, Direction.OUT, 0, 0, new SetupPacket(0, 9, 1, 0, 0))));
  }

  List<String> problems() {
    return events.stream()
        .filter(ServiceEvent.Problem.class::isInstance)
        .map(event -> ((ServiceEvent.Problem) event).what())
        .toList();
  }

  @Override
  public void close() {
    device.unplug();
    settle();
    received();
    channel.finishAndReleaseAll();
    loopHolder.close();
  }
}
