package dev.umsim.sim.device;

import dev.umsim.core.DeviceEvents;
import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.CRC32;

/**
 * A host that does single transfers to a {@link RockboxDevice} and tells what came of each in the
 * words of an exchange file.
 */
final class RockboxHost implements DeviceEvents, AutoCloseable {
  private static final int BULK_OUT = 0x01;
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private final Supplier<Bus> buses;
  private final List<String> events = new ArrayList<>();
  private RockboxDevice device;
  private SimulatedLink link;
  private int bulkIn = 0x81;
  private int tag = 0x1000;

  /** A host on buses of this kind, a new one for each connection. */
  RockboxHost(Supplier<Bus> buses) {
    this.buses = buses;
  }

  /** The device to talk to, made with this host as the listener to its events. */
  void use(RockboxDevice device) {
    close();
    this.device = device;
  }

  @Override
  public void close() {
    disconnect();
    if (device != null) {
      device.close();
    }
  }

  RockboxDevice device() {
    return device;
  }

  SimulatedLink link() {
    return link;
  }

  /** Where bulk-in is, if not at 81. */
  void setBulkIn(int address) {
    bulkIn = address;
  }

  String reconnect() {
    disconnect();
    link = device.attach(buses.get(), Speed.HIGH);
    return control(StandardRequest.setConfiguration(1), "").equals("data 0") ? "ok" : "failed";
  }

  void disconnect() {
    if (link != null) {
      link.close();
      link = null;
    }
  }

  String out(String hex) {
    return out(HexFormat.of().parseHex(hex));
  }

  String out(byte[] bytes) {
    return bulk(BULK_OUT, bytes);
  }

  /** Sends so many bytes of a value. */
  String fill(int count, int value) {
    var bytes = new byte[count];
    Arrays.fill(bytes, (byte) value);
    return out(bytes);
  }

  String in(int count) {
    return bulk(bulkIn, new byte[count]);
  }

  /**
   * Sends a CBW for unit 0 with the next tag and these bytes of a CDB; the direction is as if IN.
   */
  String command(long dataLength, String cdb) {
    return command(0, dataLength, cdb);
  }

  String command(int lun, long dataLength, String cdb) {
    return out(cbw(lun, dataLength, cdb));
  }

  byte[] cbw(int lun, long dataLength, String cdb) {
    tag++;
    var cdbBytes = HexFormat.of().parseHex(cdb.replace(" ", ""));
    var bytes = Unpooled.buffer(31).setZero(0, 31);
    bytes
        .setIntLE(0, 0x43425355)
        .setIntLE(4, tag)
        .setIntLE(8, (int) dataLength)
        .setByte(12, 0x80)
        .setByte(13, lun)
        .setByte(14, cdbBytes.length)
        .setBytes(15, cdbBytes);
    return ByteBufUtil.getBytes(bytes, 0, 31);
  }

  /** What a CSW for the last tag looks like as data. */
  String csw(int status) {
    return csw(tag, status);
  }

  static String csw(int tag, int status) {
    return String.format("data 13 55534253%08x00000000%02x", Integer.reverseBytes(tag), status);
  }

  int tag() {
    return tag;
  }

  /** Key, ASC and ASCQ as REQUEST SENSE tells them. */
  String sense() {
    command(18, "03 00 00 00 12 00");
    var reply = in(512).substring("data 18 ".length());
    in(13);
    return reply.substring(4, 6) + "/" + reply.substring(24, 26) + "/" + reply.substring(26, 28);
  }

  String clearHalt(boolean in) {
    return control(StandardRequest.clearHalt(in ? bulkIn : BULK_OUT), "").equals("data 0")
        ? "ok"
        : "failed";
  }

  String control(String setup, String data) {
    return control(SetupPacket.decode(HexFormat.of().parseHex(setup), 0), data);
  }

  String control(SetupPacket setup, String data) {
    var buffer = Unpooled.buffer(Math.max(1, setup.length()));
    buffer.setBytes(0, HexFormat.of().parseHex(data));
    var transfer = new ControlTransfer(ended -> {}).of(setup, buffer, 0);
    run(transfer);
    boolean in = setup.length() == 0 || setup.direction() == Direction.IN;
    return describe(transfer, in, true);
  }

  private String bulk(int endpoint, byte[] bytes) {
    // A copy: the caller's bytes are not what comes in.
    var buffer = Unpooled.copiedBuffer(bytes.length == 0 ? new byte[1] : bytes);
    var transfer = new BulkTransfer(endpoint, ended -> {}).of(buffer, 0, bytes.length);
    run(transfer);
    return describe(transfer, Direction.of(endpoint) == Direction.IN, false);
  }

  private void run(Transfer transfer) {
    link.submit(transfer);
    if (!link.runUntil(() -> !transfer.submitted(), PATIENCE_NANOS)) {
      link.cancel(transfer);
      link.runUntil(() -> !transfer.submitted(), 1);
    }
    link.runUntil(() -> false, PATIENCE_NANOS);
  }

  private static String describe(Transfer transfer, boolean in, boolean control) {
    int moved = transfer.movedBytes();
    return switch (transfer.status()) {
      case OK -> in ? "data " + moved + content(transfer) : "ack " + moved;
      case CANCELLED -> "nak " + moved;
      case STALL -> control ? "stall" : "stall " + moved;
      case BABBLE -> "babble " + moved + content(transfer);
      case NO_RESPONSE, DISCONNECTED, PENDING -> transfer.status().toString();
    };
  }

  private static String content(Transfer transfer) {
    var bytes =
        ByteBufUtil.getBytes(transfer.buffer(), transfer.bufferIndex(), transfer.movedBytes());
    if (bytes.length == 0) {
      return "";
    }
    if (bytes.length <= 64) {
      return " " + HexFormat.of().formatHex(bytes);
    }
    var crc = new CRC32();
    crc.update(bytes);
    return String.format(" crc32:%08x", crc.getValue());
  }

  /** What the device has told since this was asked last. */
  List<String> takeEvents() {
    var taken = List.copyOf(events);
    events.clear();
    return taken;
  }

  @Override
  public void clockSet(int year, int month, int day, int hour, int minute, int second) {
    events.add(
        String.format(
            "set_time %04d-%02d-%02d %02d:%02d:%02d", year, month, day, hour, minute, second));
  }

  @Override
  public void undefinedBehaviour(String what) {
    events.add("undefined " + what);
  }
}
