package dev.umsim.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ThirteenCaseTrials.Trial;
import dev.umsim.core.testing.ThirteenCaseTrials.Way;
import dev.umsim.core.usb.Transfer.Status;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Carries trials of the thirteen cases out against one device, over whatever bus it has. */
public final class ThirteenCaseRunner {
  private final TestDevice device;
  private final ScriptedMedium medium;
  private final RawHost raw;
  private int runs;

  /**
   * @param device a configured device whose LUN 0 is the medium
   */
  public ThirteenCaseRunner(TestDevice device, ScriptedMedium medium) {
    this.device = device;
    this.medium = medium;
    raw = device.raw();
  }

  /** How many commands it has carried out. */
  public int runs() {
    return runs;
  }

  /** The host posts one transfer after the other, and stops at a short or a stalled one. */
  public void oneByOne(Trial trial, int[] transfers) {
    var before = medium.content().clone();
    var sent = trial.way() == Way.OUT ? payload(trial.hostBytes()) : null;
    var outcome = device.host().run(cbw(trial), sent, transfers);
    Supplier<String> what = () -> trial + " cut into " + Arrays.toString(transfers);
    var expected = trial.expected();
    assertThat(outcome.movedBytes()).as(what).isEqualTo(expected.data());
    assertThat(outcome.stalled()).as(what).isEqualTo(expected.stall());
    check(trial, what, outcome.data(), outcome.csw(), sent, before);
  }

  /**
   * The host posts all transfers of data and the one of the status at once. Not for a device that
   * ends its data short without a STALL: there the host has to wait.
   */
  public void allAtOnce(Trial trial, int[] transfers) {
    var before = medium.content().clone();
    var sent = trial.way() == Way.OUT ? payload(trial.hostBytes()) : null;
    var cbw = raw.postOut(cbw(trial).bytes());
    var data = post(transfers, sent);
    var status = raw.postIn(13);
    var all = new ArrayList<>(data);
    all.add(cbw);
    all.add(status);
    raw.run(all.toArray(Posted[]::new));
    Supplier<String> what = () -> trial + " all at once, cut into " + Arrays.toString(transfers);
    var phases = sent == null ? all : data;
    boolean stalled = phases.stream().anyMatch(each -> each.answer().status() == Status.STALL);
    assertThat(stalled).as(what).isEqualTo(trial.expected().stall());
    var csw = status.answer();
    if (stalled) {
      raw.clearHalt(sent == null ? raw.bulkIn() : raw.bulkOut());
      if (sent == null) {
        assertThat(csw.summary()).as(what).isEqualTo("STALL 0");
        csw = raw.in(13);
      }
    }
    assertThat(csw.summary()).as(what).isEqualTo("OK 13");
    var received = received(data);
    assertThat(received).as(what).hasSize(trial.expected().data());
    check(trial, what, sent == null ? received : new byte[0], Csw.read(csw.bytes()), sent, before);
  }

  private List<Posted> post(int[] transfers, byte[] sent) {
    var posted = new ArrayList<Posted>();
    int at = 0;
    for (int bytes : transfers) {
      posted.add(
          sent == null ? raw.postIn(bytes) : raw.postOut(Arrays.copyOfRange(sent, at, at + bytes)));
      at += bytes;
    }
    return posted;
  }

  private static byte[] received(List<Posted> posted) {
    var bytes = new ByteArrayOutputStream();
    posted.forEach(each -> bytes.writeBytes(each.answer().bytes()));
    return bytes.toByteArray();
  }

  private Cbw cbw(Trial trial) {
    var cbw = Cbw.of(device.host().nextTag(), trial.cdb());
    return trial.way() == Way.OUT ? cbw.out(trial.hostBytes()) : cbw.in(trial.hostBytes());
  }

  /** Bytes that differ from run to run and from those of the medium. */
  private byte[] payload(int length) {
    var bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 13 + i / 512 + runs * 17 + 5);
    }
    return bytes;
  }

  private void check(
      Trial trial, Supplier<String> what, byte[] received, Csw csw, byte[] sent, byte[] before) {
    runs++;
    var expected = trial.expected();
    assertThat(csw.status()).as(what).isEqualTo(expected.status());
    assertThat(csw.residue()).as(what).isBetween(0L, (long) trial.hostBytes());
    if (expected.residue() >= 0) {
      assertThat(csw.residue()).as(what).isEqualTo(expected.residue());
    }
    if (trial.way() == Way.IN) {
      assertThat(received).as(what).isEqualTo(replyWithPadding(trial));
    }
    checkMedium(trial, what, sent, before);
    assertThat(raw.in(512).summary())
        .as(() -> what.get() + ", after its status")
        .isEqualTo("NAK 0");
    assertToggles(what);
    if (expected.status() == 2) {
      raw.resetRecovery();
      assertThat(device.host().none(0, "00 00 00 00 00 00").status()).as(what).isZero();
      assertToggles(what);
    }
  }

  private static byte[] replyWithPadding(Trial trial) {
    var reply = new byte[trial.expected().data()];
    int real = Math.min(reply.length, trial.reply().length);
    System.arraycopy(trial.reply(), 0, reply, 0, real);
    return reply;
  }

  private void checkMedium(Trial trial, Supplier<String> what, byte[] sent, byte[] before) {
    int at = trial.firstBlock() * medium.blockSize();
    int stored = trial.expected().stored();
    var expected = before.clone();
    if (stored > 0) {
      System.arraycopy(sent, 0, expected, at, stored);
    } else if (stored < 0) {
      // Which of the whole blocks are written is up to the device; each is the old or the new one.
      for (int from = 0; from + 512 <= sent.length; from += 512) {
        if (Arrays.equals(sent, from, from + 512, medium.content(), at + from, at + from + 512)) {
          System.arraycopy(sent, from, expected, at + from, 512);
        }
      }
    }
    assertThat(Arrays.equals(medium.content(), expected))
        .as(() -> what.get() + ": the medium")
        .isTrue();
  }

  private void assertToggles(Supplier<String> what) {
    for (int endpoint : new int[] {raw.bulkIn(), raw.bulkOut()}) {
      var pipe = device.function().pipe(endpoint);
      assertThat(pipe.hostToggle())
          .as(() -> String.format("%s: toggle of endpoint %02x", what.get(), endpoint))
          .isEqualTo(pipe.deviceToggle());
    }
  }
}
