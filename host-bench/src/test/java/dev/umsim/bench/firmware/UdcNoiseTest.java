package dev.umsim.bench.firmware;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Frames at random, of which most are good, at the controller header under sanitizers: few, and a
 * million; {@code -Dums.noise.seed=N} for the same again.
 */
@Timeout(600)
class UdcNoiseTest {
  private static final int FRAMES = Integer.getInteger("ums.noise.frames", 20_000);
  private static final int MANY_FRAMES = 1_000_000;
  private static final long SEED = Long.getLong("ums.noise.seed", 1);
  private static final int BATCH = 64;
  private static final int ODD_ONE_OF = 500;

  @Test
  void noHostBreaksTheFirmware() throws Exception {
    makeNoise(FRAMES);
  }

  @Test
  @Tag("timed")
  void aMillionFramesDoNotEither() throws Exception {
    makeNoise(MANY_FRAMES);
  }

  private static void makeNoise(int count) throws Exception {
    var random = new Random(SEED);
    try (var program = new FirmwareProgram(ExampleFirmware.example())) {
      int sent = 0;
      while (sent < count) {
        try (var host = UdcHost.imported(program)) {
          var reading = drain(host);
          sent += send(host, random, count - sent);
          host.endSending();
          reading.join();
        }
      }
    } catch (AssertionError e) {
      throw new AssertionError("with -Dums.noise.seed=" + SEED, e);
    }
  }

  /** Takes the answers, which would fill the connection. */
  private static Thread drain(UdcHost host) {
    var thread = new Thread(host::expectClosed, "answers");
    thread.start();
    return thread;
  }

  /** Sends up to the first frame that may close the connection; how many, with that. */
  private static int send(UdcHost host, Random random, int most) {
    int sent = 0;
    boolean odd = false;
    try {
      while (sent < most && !odd) {
        var batch = ByteBuffer.allocate(BATCH * 256);
        for (int i = 0; i < BATCH && !odd; i++) {
          odd = putFrame(batch, random);
          sent++;
        }
        host.send(Arrays.copyOf(batch.array(), batch.position()));
      }
    } catch (IOException e) {
      throw new AssertionError("the connection was closed after frames that are good", e);
    }
    return sent;
  }

  /** Mostly what a message looks like, with anything in its fields; whether there is. */
  private static boolean putFrame(ByteBuffer to, Random random) {
    boolean in = random.nextBoolean();
    boolean odd = random.nextInt(ODD_ONE_OF) == 0;
    int which = odd ? random.nextInt(4) : -1;
    int endpoint = which == 0 ? random.nextInt() : random.nextInt(4);
    int length = which == 1 ? random.nextInt() : random.nextInt(129);
    int kind = which == 2 ? random.nextInt() : 1 + random.nextInt(5) / 4;
    to.putInt(kind);
    to.putInt(random.nextInt(64));
    to.putInt(random.nextInt());
    to.putInt(which == 3 ? random.nextInt() : in ? 1 : 0);
    to.putInt(endpoint);
    to.putInt(random.nextInt(128));
    to.putInt(length);
    to.putLong(random.nextLong());
    to.putInt(random.nextInt());
    putSetup(to, random, in, length);
    if (kind == 1 && !in && length > 0 && length < 129) {
      putData(to, random, length);
    }
    return odd;
  }

  private static void putSetup(ByteBuffer to, Random random, boolean in, int length) {
    int type =
        random.nextInt(20) == 0
            ? random.nextInt(128)
            : new int[] {0, 1, 2, 0x21, 0x23}[random.nextInt(5)];
    to.put((byte) (in && length > 0 ? type | 0x80 : type));
    to.put((byte) (random.nextInt(10) == 0 ? 0xfe + random.nextInt(2) : random.nextInt(13)));
    to.put((byte) random.nextInt(5));
    to.put((byte) (random.nextInt(3) == 0 ? random.nextInt(8) : 0));
    to.put((byte) new int[] {0, 0x81, 2, 1}[random.nextInt(4)]);
    to.put((byte) 0);
    to.put((byte) length);
    to.put((byte) (length >> 8));
  }

  /** Sometimes a command. */
  private static void putData(ByteBuffer to, Random random, int length) {
    var data = new byte[length];
    random.nextBytes(data);
    if (length >= 31 && random.nextBoolean()) {
      var command = ByteBuffer.wrap(data);
      command.put("USBC".getBytes(StandardCharsets.US_ASCII));
      command.position(8);
      command.put((byte) random.nextInt(256)).put((byte) random.nextInt(8)).putShort((short) 0);
      command.put((byte) (random.nextBoolean() ? 0x80 : 0)).put((byte) 0).put((byte) 16);
      command.put(new byte[] {0, 3, 0x12, 0x1a, 0x25, 0x28, 0x2a, 0x35}[random.nextInt(8)]);
      command.put((byte) 0).putShort((short) 0).put((byte) random.nextInt(128));
    }
    to.put(data);
  }
}
