package dev.umsim.sim.usbip;

import dev.umsim.sim.serve.PeerName;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** Asks a USB/IP server which devices it exports (OP_REQ_DEVLIST). */
public final class DeviceListing {
  private static final int CONNECT_TIMEOUT_MILLIS = 5_000;

  /** For the whole answer, however slowly it comes. */
  private static final long ANSWER_TIMEOUT_NANOS = 5_000_000_000L;

  /** More than any machine has. */
  private static final int MOST_DEVICES = 1024;

  private final InputStream in;
  private final Socket socket;
  private final long deadlineNanos = System.nanoTime() + ANSWER_TIMEOUT_NANOS;

  private DeviceListing(Socket socket) throws IOException {
    this.socket = socket;
    in = socket.getInputStream();
  }

  /**
   * The devices, in the server's order.
   *
   * @throws UnreachableDeviceException if there is no such server, or it answers something else
   */
  public static List<ListedDevice> read(InetSocketAddress server)
      throws UnreachableDeviceException {
    var name = PeerName.of(server);
    try (var socket = new Socket()) {
      if (server.isUnresolved()) {
        throw new UnreachableDeviceException(
            name + " cannot be reached: there is no such host; is the name right?");
      }
      socket.connect(server, CONNECT_TIMEOUT_MILLIS);
      var request = Unpooled.buffer(Operation.LENGTH).writeZero(Operation.LENGTH);
      new Operation(Operation.Code.DEVICE_LIST_REQUEST, Operation.STATUS_OK).encode(request, 0);
      socket.getOutputStream().write(request.array(), 0, Operation.LENGTH);
      return new DeviceListing(socket).devices();
    } catch (MalformedMessageException e) {
      throw new UnreachableDeviceException(name + " does not keep to USB/IP: " + e.getMessage());
    } catch (SocketTimeoutException e) {
      throw new UnreachableDeviceException(name + " does not answer; is it a USB/IP server?");
    } catch (EOFException e) {
      throw new UnreachableDeviceException(name + " closed the connection within its answer");
    } catch (UnreachableDeviceException e) {
      throw e;
    } catch (IOException e) {
      throw new UnreachableDeviceException(
          name + " cannot be reached: " + e.getMessage() + "; is the server running?");
    }
  }

  private List<ListedDevice> devices() throws IOException, MalformedMessageException {
    var reply = Operation.decode(bytes(Operation.LENGTH), 0);
    if (reply.code() != Operation.Code.DEVICE_LIST_REPLY) {
      throw new MalformedMessageException("it answered the list with " + reply.code());
    }
    if (reply.status() != Operation.STATUS_OK) {
      throw new MalformedMessageException("it gives no list, with status " + reply.status());
    }
    long count = bytes(Integer.BYTES).getUnsignedInt(0);
    if (count > MOST_DEVICES) {
      throw new MalformedMessageException("it claims to have " + count + " devices");
    }
    var devices = new ArrayList<ListedDevice>();
    for (int i = 0; i < count; i++) {
      var record = DeviceRecord.decode(bytes(DeviceRecord.LENGTH), 0);
      devices.add(ListedDevice.of(record, interfaces(record.interfaceCount())));
    }
    return devices;
  }

  private List<Integer> interfaces(int count) throws IOException {
    var interfaces = new ArrayList<Integer>();
    for (int i = 0; i < count; i++) {
      interfaces.add(bytes(DeviceRecord.INTERFACE_LENGTH).getUnsignedMedium(0));
    }
    return interfaces;
  }

  private ByteBuf bytes(int length) throws IOException {
    var bytes = new byte[length];
    for (int at = 0; at < length; ) {
      long left = (deadlineNanos - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new SocketTimeoutException();
      }
      socket.setSoTimeout((int) left);
      int got = in.read(bytes, at, length - at);
      if (got < 0) {
        throw new EOFException();
      }
      at += got;
    }
    return Unpooled.wrappedBuffer(bytes);
  }
}
