package dev.umsim.sim.usbip;

import static dev.umsim.sim.usbip.UsbIpDialogue.NO_SETUP;
import static dev.umsim.sim.usbip.UsbIpDialogue.message;
import static dev.umsim.sim.usbip.UsbIpDialogue.submit;

import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.sim.device.ReferenceDevice;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A host that sends commands to a device by USB/IP, with a capture of all that goes over. */
final class CapturedSession implements AutoCloseable {
  private static final int BULK_IN = 1;
  private static final int BULK_OUT = 2;
  private static final int STATUS_BYTES = 13;

  /** Where USBIP_RET_SUBMIT has its status. */
  private static final int STATUS_AT = 20;

  private final TcpCapture capture = new TcpCapture();
  private final UsbIpDialogue dialogue;
  private int number;

  /** Imports the device and configures it, in the way that lets a reader know its interface. */
  CapturedSession(ReferenceDevice device) {
    dialogue = new UsbIpDialogue(device);
    exchange(Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump("0111800500000000")));
    exchange(
        Unpooled.wrappedBuffer(
            ByteBufUtil.decodeHexDump("0111800300000000" + "312d31" + "00".repeat(29))));
    control(Direction.IN, 18, new SetupPacket(0x80, 6, 0x0100, 0, 18));
    control(Direction.IN, 32, new SetupPacket(0x80, 6, 0x0200, 0, 32));
    control(Direction.OUT, 0, new SetupPacket(0, 9, 1, 0, 0));
  }

  /**
   * Where the parts of a command are in the capture, by the numbers of their frames; 0: nowhere.
   */
  record Frames(int command, int data, int status) {}

  /**
   * Sends a command to its end.
   *
   * @param cdb its bytes
   * @param room how many bytes the host has room for, 0 unless data comes in
   * @param sent what it sends, empty unless data goes out
   */
  Frames send(int lun, byte[] cdb, int room, byte[] sent) {
    var wrapper = Unpooled.buffer(31).writeInt(0x55534243).writeIntLE(++number);
    wrapper.writeIntLE(room + sent.length).writeByte(room > 0 ? 0x80 : 0).writeByte(lun);
    wrapper.writeByte(cdb.length).writeBytes(cdb).writeZero(16 - cdb.length);
    out(ByteBufUtil.getBytes(wrapper));
    int command = capture.frames() - 1;
    int data = 0;
    if (room > 0) {
      data = capture.frames() + 2;
      in(room);
    } else if (sent.length > 0) {
      out(sent);
      data = capture.frames() - 1;
    }
    if (!in(STATUS_BYTES)) {
      in(STATUS_BYTES);
    }
    return new Frames(command, data, capture.frames());
  }

  private void control(Direction direction, int length, SetupPacket setup) {
    exchange(message(submit(++number, direction, 0, length, setup)));
  }

  private void out(byte[] bytes) {
    exchange(message(submit(++number, Direction.OUT, BULK_OUT, bytes.length, NO_SETUP), bytes));
  }

  /** Whether the pipe was not halted; if it was, it is no more. */
  private boolean in(int room) {
    var answer = exchange(message(submit(++number, Direction.IN, BULK_IN, room, NO_SETUP)));
    boolean halted = ByteBuffer.wrap(answer).getInt(STATUS_AT) != 0;
    if (halted) {
      control(Direction.OUT, 0, new SetupPacket(0x02, 1, 0, 0x80 | BULK_IN, 0));
    }
    return !halted;
  }

  private byte[] exchange(ByteBuf bytes) {
    capture.fromHost(ByteBufUtil.getBytes(bytes));
    var answer = ByteBufUtil.decodeHexDump(dialogue.send(bytes));
    capture.fromServer(answer);
    return answer;
  }

  void write(Path to) throws IOException {
    capture.write(to);
  }

  @Override
  public void close() {
    dialogue.close();
  }
}
