package dev.umsim.sim.capture;

import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.sim.capture.CapturedTransfer.Kind;
import dev.umsim.sim.capture.CapturedTransfer.Outcome;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The same session as various recorders would have written it, by their own documentation. */
final class ForeignCaptures {
  private static final byte[] NONE = {};
  private static final int BUS = 3;
  private static final int ADDRESS = 9;

  private ForeignCaptures() {}

  /**
   * Some of everything: requests both ways, a command each way, a halted pipe, a phase in pieces.
   */
  static List<CapturedTransfer> session() {
    var session = new ArrayList<CapturedTransfer>();
    session.add(control(new SetupPacket(0x80, 6, 0x0100, 0, 18), bytes(18, 1), Outcome.OK));
    session.add(control(new SetupPacket(0x80, 6, 0x0600, 0, 10), NONE, Outcome.STALL));
    session.add(control(StandardRequest.setConfiguration(1), NONE, Outcome.OK));
    session.add(control(new SetupPacket(0x21, 0x42, 0, 0, 5), bytes(5, 7), Outcome.OK));
    session.add(out(wrapper(1, 36, 0x80, 0x12), Outcome.OK));
    session.add(in(bytes(36, 3), Outcome.OK));
    session.add(in(status(1, 0, 0), Outcome.OK));
    session.add(out(wrapper(2, 1024, 0x00, 0x2a), Outcome.OK));
    session.add(out(bytes(1024, 5), Outcome.OK));
    session.add(in(status(2, 0, 0), Outcome.OK));
    session.add(out(wrapper(3, 192, 0x80, 0x1a), Outcome.OK));
    session.add(in(NONE, Outcome.STALL));
    session.add(control(StandardRequest.clearHalt(0x81), NONE, Outcome.OK));
    session.add(in(status(3, 192, 1), Outcome.OK));
    session.add(out(wrapper(4, 512, 0x80, 0x28), Outcome.OK));
    session.add(in(bytes(512, 9), Outcome.OK));
    session.add(in(status(4, 0, 0), Outcome.OK));
    return session;
  }

  static byte[] bytes(int count, int seed) {
    var bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) (i * 31 + seed + i / 64);
    }
    return bytes;
  }

  private static byte[] wrapper(int tag, int length, int flags, int operationCode) {
    var out = ByteBuffer.allocate(31).order(ByteOrder.LITTLE_ENDIAN);
    out.put("USBC".getBytes(StandardCharsets.US_ASCII)).putInt(tag);
    out.putInt(length).put((byte) flags).put((byte) 0).put((byte) 6).put((byte) operationCode);
    return out.array();
  }

  private static byte[] status(int tag, int residue, int status) {
    var out = ByteBuffer.allocate(13).order(ByteOrder.LITTLE_ENDIAN);
    out.put("USBS".getBytes(StandardCharsets.US_ASCII)).putInt(tag);
    return out.putInt(residue).put((byte) status).array();
  }

  private static CapturedTransfer control(SetupPacket setup, byte[] data, Outcome outcome) {
    return new CapturedTransfer(
        new DevicePlace(BUS, ADDRESS),
        setup.length() > 0 ? setup.requestType() & 0x80 : 0,
        Kind.CONTROL,
        Optional.of(setup),
        0,
        0,
        setup.length(),
        data.length,
        data,
        outcome);
  }

  private static CapturedTransfer out(byte[] data, Outcome outcome) {
    return bulk(0x02, data, outcome);
  }

  private static CapturedTransfer in(byte[] data, Outcome outcome) {
    return bulk(0x81, data, outcome);
  }

  private static CapturedTransfer bulk(int endpointAddress, byte[] data, Outcome outcome) {
    return new CapturedTransfer(
        new DevicePlace(BUS, ADDRESS),
        endpointAddress,
        Kind.BULK,
        Optional.empty(),
        0,
        0,
        data.length,
        data.length,
        data,
        outcome);
  }

  /** A frame to be put into a file. */
  record Frame(long nanos, byte[] bytes) {}

  private static final class Frames extends ArrayList<Frame> {
    private static final long serialVersionUID = 1;
    private long nanos = 1_700_000_000_000_000_000L;

    void put(byte[] bytes) {
      nanos += 125_000;
      add(new Frame(nanos, bytes));
    }

    void put(int... values) {
      var bytes = new byte[values.length];
      for (int i = 0; i < values.length; i++) {
        bytes[i] = (byte) values[i];
      }
      put(bytes);
    }
  }

  /** Records of usbmon. */
  static List<Frame> usbmon(int headerLength, ByteOrder order) {
    var frames = new Frames();
    long id = 0xffff8880_00000000L;
    for (var each : session()) {
      id += 0xc0;
      boolean in = each.direction() == Direction.IN;
      int endpoint = each.endpointAddress() & 0x0f | (in ? 0x80 : 0);
      var submit = usbmonHeader(headerLength, order, id, 'S', each, endpoint, in ? 0 : 1);
      submit.putInt(28, -115).putInt(32, (int) each.requestedBytes());
      each.setup().ifPresent(setup -> submit.put(40, setup.encode()));
      frames.put(in ? submit.array() : join(submit.array(), each.data()));
      var complete = usbmonHeader(headerLength, order, id, 'C', each, endpoint, in ? 1 : 0);
      complete.putInt(28, each.outcome() == Outcome.OK ? 0 : -32);
      complete.putInt(32, (int) each.movedBytes());
      complete.put(14, (byte) '-');
      frames.put(in ? join(complete.array(), each.data()) : complete.array());
    }
    return frames;
  }

  private static ByteBuffer usbmonHeader(
      int length,
      ByteOrder order,
      long id,
      char type,
      CapturedTransfer each,
      int endpoint,
      int withData) {
    var out = ByteBuffer.allocate(length).order(order);
    out.putLong(0, id).put(8, (byte) type);
    out.put(9, (byte) (each.kind() == Kind.CONTROL ? 2 : 3)).put(10, (byte) endpoint);
    out.put(11, (byte) ADDRESS).putShort(12, (short) BUS);
    out.put(14, (byte) (each.setup().isPresent() ? 0 : '-'));
    out.put(15, (byte) (withData == 1 ? 0 : '<'));
    return out.putInt(36, withData == 1 ? each.data().length : 0);
  }

  private static byte[] join(byte[] first, byte[] second) {
    var both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /**
   * Records of USBPcap.
   *
   * @param inStages as version 1.2 and older write control transfers
   */
  static List<Frame> usbPcap(boolean inStages) {
    var frames = new Frames();
    long id = 0xffffa801_00000000L;
    for (var each : session()) {
      id += 0x100;
      boolean in = each.direction() == Direction.IN;
      int failed = each.outcome() == Outcome.OK ? 0 : 0xc0000004;
      if (each.kind() == Kind.BULK) {
        frames.put(usbPcapRecord(id, 0, false, each, -1, in ? NONE : each.data()));
        frames.put(usbPcapRecord(id, failed, true, each, -1, in ? each.data() : NONE));
        continue;
      }
      var setup = each.setup().orElseThrow().encode();
      if (!inStages) {
        var sent = in ? setup : join(setup, each.data());
        frames.put(usbPcapRecord(id, 0, false, each, 0, sent));
        frames.put(usbPcapRecord(id, failed, true, each, 3, in ? each.data() : NONE));
        continue;
      }
      frames.put(usbPcapRecord(id, 0, false, each, 0, setup));
      if (each.data().length > 0) {
        frames.put(usbPcapRecord(id, 0, in, each, 1, each.data()));
      }
      frames.put(usbPcapRecord(id, failed, true, each, 2, NONE));
    }
    return frames;
  }

  private static byte[] usbPcapRecord(
      long id, int status, boolean toHost, CapturedTransfer each, int stage, byte[] data) {
    int length = stage < 0 ? 27 : 28;
    var out = ByteBuffer.allocate(length + data.length).order(ByteOrder.LITTLE_ENDIAN);
    out.putShort(0, (short) length).putLong(2, id).putInt(10, status);
    out.putShort(14, (short) (stage < 0 ? 9 : 8)).put(16, (byte) (toHost ? 1 : 0));
    out.putShort(17, (short) BUS).putShort(19, (short) ADDRESS);
    out.put(21, (byte) each.endpointAddress()).put(22, (byte) (stage < 0 ? 3 : 2));
    out.putInt(23, data.length);
    if (stage >= 0) {
      out.put(27, (byte) stage);
    }
    return out.put(length, data).array();
  }

  /** How packets went over the wire. */
  enum Wire {
    /** As one would like them. */
    PLAIN(512),
    /** With frames, NAKs, PINGs, a lost handshake, and a packet that is damaged. */
    NOISY(512),
    /** In full-speed packets through a hub's transaction translator. */
    SPLIT(64);

    private final int maxPacketBytes;

    Wire(int maxPacketBytes) {
      this.maxPacketBytes = maxPacketBytes;
    }
  }

  /** Packets of the wire. */
  static List<Frame> packets(Wire wire) {
    return new Bus(wire).frames();
  }

  private static final class Bus {
    private static final int OUT = 0xe1;
    private static final int IN = 0x69;
    private static final int SETUP = 0x2d;
    private static final int ACK = 0xd2;
    private static final int NAK = 0x5a;
    private static final int STALL = 0x1e;
    private static final int NYET = 0x96;
    private static final int DATA0 = 0xc3;
    private static final int DATA1 = 0x4b;

    private final Frames frames = new Frames();
    private final Wire wire;
    private final int[] toggles = new int[32];
    private int count;

    Bus(Wire wire) {
      this.wire = wire;
    }

    List<Frame> frames() {
      for (var each : session()) {
        if (each.setup().isPresent()) {
          control(each, each.setup().get());
        } else {
          bulk(each);
        }
      }
      return frames;
    }

    private void control(CapturedTransfer each, SetupPacket setup) {
      transaction(SETUP, 0, DATA0, setup.encode());
      boolean in = setup.length() > 0 && setup.direction() == Direction.IN;
      if (each.outcome() == Outcome.STALL) {
        stall(setup.length() == 0 || in ? IN : OUT, 0);
        return;
      }
      if (setup.length() > 0) {
        transaction(in ? IN : OUT, 0, DATA1, each.data());
      }
      transaction(in ? OUT : IN, 0, DATA1, NONE);
      if (setup.equals(StandardRequest.clearHalt(0x81))) {
        toggles[0x11] = 0;
      }
    }

    private void bulk(CapturedTransfer each) {
      boolean in = each.direction() == Direction.IN;
      int endpoint = each.endpointAddress() & 0x0f;
      if (each.outcome() == Outcome.STALL) {
        stall(IN, endpoint);
        return;
      }
      for (int at = 0; at < each.data().length; at += wire.maxPacketBytes) {
        int end = Math.min(each.data().length, at + wire.maxPacketBytes);
        int toggle = toggles[endpoint | (in ? 0x10 : 0)]++;
        transaction(
            in ? IN : OUT,
            endpoint,
            toggle % 2 == 0 ? DATA0 : DATA1,
            Arrays.copyOfRange(each.data(), at, end));
      }
    }

    private void transaction(int pid, int endpoint, int toggle, byte[] data) {
      if (wire == Wire.SPLIT) {
        split(pid, endpoint, toggle, data);
        return;
      }
      boolean noisy = wire == Wire.NOISY;
      if (noisy) {
        count++;
        frames.put(0xa5, 0x12, 0x34); // start of frame
        if (pid == IN || pid == OUT && count % 2 == 0) {
          token(pid, endpoint);
          if (pid == OUT) {
            data(toggle, data);
          }
          frames.put(NAK);
        }
        if (pid == OUT) {
          token(0xb4, endpoint); // PING
          frames.put(ACK);
        }
        frames.put(0x77, 0x01); // no PID
        if (count % 3 == 0) {
          // What the handshake said did not arrive, and it all happens once more.
          token(pid, endpoint);
          data(toggle, data);
          if (pid == IN) {
            frames.put(ACK);
          }
        }
      }
      token(pid, endpoint);
      data(toggle, data);
      frames.put(noisy && pid == OUT && endpoint != 0 ? NYET : ACK);
    }

    private void split(int pid, int endpoint, int toggle, byte[] data) {
      frames.put(0x78, 0x01, 0x02, 0x00); // SSPLIT
      token(pid, endpoint);
      if (pid != IN) {
        data(toggle, data);
      }
      frames.put(ACK);
      frames.put(0x78, 0x81, 0x02, 0x00); // CSPLIT
      token(pid, endpoint);
      frames.put(NYET);
      frames.put(0x78, 0x81, 0x02, 0x00);
      token(pid, endpoint);
      if (pid == IN) {
        data(toggle, data);
      } else {
        frames.put(ACK);
      }
    }

    private void stall(int pid, int endpoint) {
      if (wire == Wire.SPLIT) {
        frames.put(0x78, 0x01, 0x02, 0x00);
        token(pid, endpoint);
        frames.put(ACK);
        frames.put(0x78, 0x81, 0x02, 0x00);
      }
      token(pid, endpoint);
      frames.put(STALL);
    }

    private void token(int pid, int endpoint) {
      frames.put(pid, ADDRESS | (endpoint & 1) << 7, endpoint >> 1);
    }

    private void data(int pid, byte[] data) {
      frames.put(join(join(new byte[] {(byte) pid}, data), new byte[2]));
    }
  }

  /** A classic file. */
  static byte[] pcap(List<Frame> frames, int linkType, ByteOrder order, boolean nanoseconds) {
    var out = new ByteArrayOutputStream();
    var head = ByteBuffer.allocate(24).order(order);
    head.putInt(nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4).putShort((short) 2).putShort((short) 4);
    out.writeBytes(head.putInt(16, 262144).putInt(20, linkType).array());
    for (var frame : frames) {
      var record = ByteBuffer.allocate(16).order(order);
      record.putInt((int) (frame.nanos() / 1_000_000_000));
      record.putInt((int) (frame.nanos() % 1_000_000_000 / (nanoseconds ? 1 : 1000)));
      record.putInt(frame.bytes().length).putInt(frame.bytes().length);
      out.writeBytes(join(record.array(), frame.bytes()));
    }
    return out.toByteArray();
  }

  /**
   * A file of blocks, with one of a kind that nobody knows and one of another interface.
   *
   * @param resolution if_tsresol: a power of ten, or of two where 80 is added
   */
  static byte[] pcapNg(List<Frame> frames, int linkType, ByteOrder order, int resolution) {
    var out = new ByteArrayOutputStream();
    var section = ByteBuffer.allocate(16).order(order);
    section.putInt(0x1a2b3c4d).putShort((short) 1).putShort((short) 0).putLong(-1);
    out.writeBytes(block(0x0a0d0d0a, section.array(), order));
    var other = ByteBuffer.allocate(8).order(order).putShort((short) 1).putInt(4, 0);
    out.writeBytes(block(1, other.array(), order));
    var description = ByteBuffer.allocate(20).order(order).putShort((short) linkType);
    description.putInt(4, 0).putShort(8, (short) 9).putShort(10, (short) 1);
    description.put(12, (byte) resolution);
    out.writeBytes(block(1, description.array(), order));
    out.writeBytes(block(0x0bad, bytes(8, 0), order));
    double perSecond = Math.pow((resolution & 0x80) != 0 ? 2 : 10, resolution & 0x7f);
    for (var frame : frames) {
      long time = Math.round(frame.nanos() / 1e9 * perSecond);
      var packet = ByteBuffer.allocate(20 + (frame.bytes().length + 3 & ~3)).order(order);
      packet.putInt(1).putInt((int) (time >>> 32)).putInt((int) time);
      packet.putInt(frame.bytes().length).putInt(frame.bytes().length).put(frame.bytes());
      out.writeBytes(block(6, packet.array(), order));
    }
    var foreign = ByteBuffer.allocate(20 + 60).order(order).putInt(12, 60).putInt(16, 60);
    out.writeBytes(block(6, foreign.array(), order));
    return out.toByteArray();
  }

  private static byte[] block(int type, byte[] body, ByteOrder order) {
    var out = ByteBuffer.allocate(12 + body.length).order(order);
    return out.putInt(type).putInt(12 + body.length).put(body).putInt(12 + body.length).array();
  }
}
