package dev.umsim.bench.attack;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Messages of a USB/IP host. */
final class UsbIpMessages implements ServerAttack.Protocol {
  private static final int DEVICE_ID = 0x0001_0002;

  private int lastNumber = 1;

  @Override
  public String name() {
    return "USB/IP";
  }

  @Override
  public InetSocketAddress address(Victim victim) {
    return victim.usbIp();
  }

  @Override
  public void open(ByteBuffer out) {
    out.putLong(0x0111_8003_0000_0000L);
    out.put("1-2".getBytes(StandardCharsets.US_ASCII)).put(new byte[29]);
    header(out, 1, ++lastNumber, 0, 0, 0);
    // SET_CONFIGURATION 1
    out.put(new byte[] {0, 9, 1, 0, 0, 0, 0, 0});
  }

  private static void header(
      ByteBuffer out, int command, int number, int direction, int endpoint, int length) {
    out.putInt(command).putInt(number).putInt(DEVICE_ID).putInt(direction).putInt(endpoint);
    out.putInt(0).putInt(length).putLong(0).putInt(0);
  }

  @Override
  public void message(ByteBuffer out, Random random) {
    int begin = out.position();
    boolean in = random.nextBoolean();
    boolean unlink = random.nextInt(4) == 0;
    int length = random.nextInt(100) == 0 ? 31 : random.nextInt(64);
    header(
        out,
        unlink ? 2 : 1,
        random.nextInt(64),
        in ? 1 : 0,
        random.nextInt(3),
        unlink ? 0 : length);
    if (unlink) {
      out.putInt(begin + 20, lastNumber - random.nextInt(8));
    }
    out.put((byte) (random.nextBoolean() ? 0x80 : random.nextInt(256)));
    out.put((byte) random.nextInt(16));
    out.put((byte) 0).put((byte) random.nextInt(4));
    out.putShort((short) (random.nextInt(3) << 8));
    out.putShort((short) (length << 8));
    if (!in && !unlink) {
      var data = new byte[length];
      random.nextBytes(data);
      if (length == 31 && random.nextBoolean()) {
        System.arraycopy("USBC".getBytes(StandardCharsets.US_ASCII), 0, data, 0, 4);
      }
      out.put(data);
    }
  }
}
