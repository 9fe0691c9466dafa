package dev.umsim.bench.attack;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** Messages of a usb-guest. */
final class UsbRedirMessages implements ServerAttack.Protocol {
  private static final int[] SMALL = {3, 6, 7, 9, 10, 15, 16, 21, 22, 24};

  private long lastId;

  @Override
  public String name() {
    return "usbredir";
  }

  @Override
  public InetSocketAddress address(Victim victim) {
    return victim.usbRedir();
  }

  @Override
  public void open(ByteBuffer out) {
    out.order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(0).putInt(68).putInt(0).put(new byte[64]).putInt(0xff);
    // set_configuration 1
    out.putInt(6).putInt(1).putLong(++lastId).put((byte) 1);
  }

  @Override
  public void message(ByteBuffer out, Random random) {
    out.order(ByteOrder.LITTLE_ENDIAN);
    int begin = out.position();
    out.putInt(0).putInt(0).putLong(++lastId);
    int body = out.position();
    int type = type(out, random);
    out.putInt(begin, type);
    out.putInt(begin + 4, out.position() - body);
    if (type == 21) {
      out.putLong(begin + 8, lastId - random.nextInt(8));
    }
  }

  private int type(ByteBuffer out, Random random) {
    boolean in = random.nextBoolean();
    int length = random.nextInt(64);
    switch (random.nextInt(4)) {
      case 0 -> {
        out.put((byte) (in ? 0x80 : 0)).put((byte) random.nextInt(16));
        out.put((byte) ((in ? 0x80 : 0) | random.nextInt(34))).put((byte) 0);
        out.putShort((short) (random.nextInt(4) << 8)).putShort((short) random.nextInt(3));
        out.putShort((short) length).put(new byte[in ? 0 : length]);
        return 100;
      }
      case 1, 2 -> {
        out.put((byte) (in ? 0x81 : 2)).put((byte) 0).putShort((short) length);
        out.putInt(0).putShort((short) 0).put(new byte[in ? 0 : length]);
        return 101;
      }
      default -> {
        int type = SMALL[random.nextInt(SMALL.length)];
        int fields = type == 9 ? 2 : type == 6 || type == 10 || type == 15 || type == 16 ? 1 : 0;
        for (int i = 0; i < fields; i++) {
          out.put((byte) random.nextInt(3));
        }
        return type;
      }
    }
  }
}
