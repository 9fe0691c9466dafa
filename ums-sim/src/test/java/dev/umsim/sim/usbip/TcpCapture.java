package dev.umsim.sim.usbip;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A capture file of one connection to port 3240, as if it had gone over an Ethernet (pcap, link
 * type 1): for programs that read captures.
 */
final class TcpCapture {
  private static final int ETHERNET_BYTES = 14;
  private static final int IP_BYTES = 20;
  private static final int TCP_BYTES = 20;
  private static final int HOST_PORT = 40_000;
  private static final int SERVER_PORT = 3240;
  private static final int PUSH_AND_ACKNOWLEDGE = 0x18;

  private final ByteBuf file = Unpooled.buffer();
  private int hostSequence = 1;
  private int serverSequence = 1;
  private int frames;

  TcpCapture() {
    file.writeIntLE(0xa1b2c3d4).writeShortLE(2).writeShortLE(4).writeLongLE(0);
    file.writeIntLE(1 << 18).writeIntLE(1);
  }

  void fromHost(byte[] data) {
    add(data, true);
    hostSequence += data.length;
  }

  void fromServer(byte[] data) {
    add(data, false);
    serverSequence += data.length;
  }

  /** How many frames there are; programs count them from 1. */
  int frames() {
    return frames;
  }

  private void add(byte[] data, boolean fromHost) {
    int length = ETHERNET_BYTES + IP_BYTES + TCP_BYTES + data.length;
    file.writeIntLE(0).writeIntLE(++frames).writeIntLE(length).writeIntLE(length);
    file.writeZero(12).writeShort(0x0800);
    file.writeShort(0x4500).writeShort(IP_BYTES + TCP_BYTES + data.length);
    file.writeInt(0).writeShort(0x4006).writeShort(0);
    file.writeInt(fromHost ? 0x0a00_0001 : 0x0a00_0002);
    file.writeInt(fromHost ? 0x0a00_0002 : 0x0a00_0001);
    file.writeShort(fromHost ? HOST_PORT : SERVER_PORT);
    file.writeShort(fromHost ? SERVER_PORT : HOST_PORT);
    file.writeInt(fromHost ? hostSequence : serverSequence);
    file.writeInt(fromHost ? serverSequence : hostSequence);
    file.writeByte(TCP_BYTES / 4 << 4).writeByte(PUSH_AND_ACKNOWLEDGE);
    file.writeShort(0xffff).writeInt(0);
    file.writeBytes(data);
  }

  void write(Path to) throws IOException {
    Files.write(to, ByteBufUtil.getBytes(file));
  }
}
