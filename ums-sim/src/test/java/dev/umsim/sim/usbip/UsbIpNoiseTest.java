package dev.umsim.sim.usbip;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.MemoryMedium;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Frames at random, of which some are good: few under the eyes of leak detection ({@code
 * -Dums.noise.frames=N}) and a million without; {@code -Dums.noise.seed=N} for the same again.
 */
class UsbIpNoiseTest {
  private static final int FRAMES = Integer.getInteger("ums.noise.frames", 20_000);
  private static final int MANY_FRAMES = 1_000_000;
  private static final long SEED = Long.getLong("ums.noise.seed", 1);

  @Test
  void noPeerBreaksTheServer() {
    makeNoise(FRAMES);
  }

  @Test
  @Tag("timed")
  void aMillionFramesDoNotEither() {
    makeNoise(MANY_FRAMES);
  }

  private static void makeNoise(int count) {
    var random = new Random(SEED);
    int frames = 0;
    while (frames < count) {
      try (var dialogue = new UsbIpDialogue(new MemoryMedium(512, 64))) {
        dialogue.importDevice();
        while (frames < count && dialogue.channel.isOpen()) {
          dialogue.send(frame(random));
          frames++;
        }
        assertThat(dialogue.problems())
            .as("seed %d", SEED)
            .hasSizeLessThanOrEqualTo(1)
            .allSatisfy(problem -> assertThat(problem).doesNotContain("fault of this program"));
      } catch (RuntimeException e) {
        throw new AssertionError("with -Dums.noise.seed=" + SEED, e);
      }
    }
  }

  /** Mostly what a message looks like, with anything in its fields. */
  private static ByteBuf frame(Random random) {
    var frame = Unpooled.buffer();
    frame.writeInt(random.nextInt(50) == 0 ? random.nextInt() : 1 + random.nextInt(2));
    frame.writeInt(random.nextInt(64));
    frame.writeInt(random.nextInt(200) == 0 ? random.nextInt() : UsbIpDialogue.DEVICE_ID);
    boolean in = random.nextBoolean();
    frame.writeInt(random.nextInt(200) == 0 ? random.nextInt() : in ? 1 : 0);
    frame.writeInt(random.nextInt(200) == 0 ? random.nextInt() : random.nextInt(4));
    frame.writeInt(random.nextInt(64));
    int length = random.nextInt(100) == 0 ? random.nextInt() : random.nextInt(64);
    frame.writeInt(length);
    frame.writeLong(random.nextInt(100) == 0 ? random.nextLong() : 0);
    frame.writeInt(0);
    frame.writeByte(random.nextBoolean() ? 0x80 : random.nextInt(256));
    frame.writeByte(random.nextInt(16));
    frame.writeShortLE(random.nextInt(4) << 8);
    frame.writeShortLE(random.nextInt(3));
    frame.writeShortLE(length);
    if (!in && length > 0 && length < 64) {
      var data = new byte[length];
      random.nextBytes(data);
      frame.writeBytes(data);
    }
    return frame;
  }
}
