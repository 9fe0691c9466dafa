package dev.umsim.bench.firmware;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** A USB/IP host that may do anything: it writes bytes, and reads what comes. */
final class UdcHost implements AutoCloseable {
  private static final int IMPORT_BYTES = 8 + 312;
  private static final int HEADER_BYTES = 48;

  private final Socket socket;
  private final DataInputStream input;
  private int number;

  UdcHost(FirmwareProgram program) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), program.port());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(60_000);
    input = new DataInputStream(socket.getInputStream());
  }

  /** One that has imported the device. */
  static UdcHost imported(FirmwareProgram program) throws IOException {
    while (true) {
      var host = new UdcHost(program);
      int status = host.importDevice();
      if (status == 0) {
        return host;
      }
      // The one before has not been seen to go.
      host.close();
    }
  }

  /** Asks for the device; the status of the answer. */
  int importDevice() throws IOException {
    send(importRequest("1-1"));
    input.readInt();
    int status = input.readInt();
    if (status == 0) {
      input.readNBytes(IMPORT_BYTES - 8);
    }
    return status;
  }

  static byte[] importRequest(String busId) {
    var request = Arrays.copyOf(HexFormat.of().parseHex("0111800300000000"), 40);
    var id = busId.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(id, 0, request, 8, id.length);
    return request;
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** A transfer's header. */
  byte[] submit(boolean in, int endpoint, int length, String setup) throws IOException {
    return message(1, in ? 1 : 0, endpoint, 0, length, setup);
  }

  byte[] unlink(int victim) throws IOException {
    return message(2, 0, 0, victim, 0, "0000000000000000");
  }

  private byte[] message(int kind, int direction, int endpoint, int first, int length, String setup)
      throws IOException {
    var bytes = new ByteArrayOutputStream();
    var data = new DataOutputStream(bytes);
    for (int each : new int[] {kind, ++number, 0x10002, direction, endpoint, first, length}) {
      data.writeInt(each);
    }
    data.write(new byte[12]);
    data.write(HexFormat.of().parseHex(setup));
    return bytes.toByteArray();
  }

  /** Moves a control transfer without data or to the host; its status, 0 or a negative number. */
  int control(String setup, int length) throws IOException {
    return exchange(setup, length).status();
  }

  /**
   * How a control transfer ended.
   *
   * @param status 0 or a negative number
   */
  record Ended(int status, byte[] data) {}

  /** The same with what came. */
  Ended exchange(String setup, int length) throws IOException {
    send(submit(length > 0, 0, length, setup));
    var header = input.readNBytes(HEADER_BYTES);
    var fields = new DataInputStream(new ByteArrayInputStream(header));
    fields.skipBytes(20);
    int status = fields.readInt();
    int moved = fields.readInt();
    return new Ended(status, input.readNBytes(length > 0 ? moved : 0));
  }

  void endSending() throws IOException {
    try {
      socket.shutdownOutput();
    } catch (SocketException e) {
      // It was closed there.
    }
  }

  /** Reads until the device closes the connection. */
  void expectClosed() {
    try {
      input.readAllBytes();
    } catch (IOException e) {
      // It was reset, which is the same.
    }
  }

  DataInputStream input() {
    return input;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
