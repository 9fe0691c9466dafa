package dev.umsim.core.usb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.PacketBus;
import dev.umsim.core.testing.Posted;
import dev.umsim.core.testing.RawHost;
import dev.umsim.core.testing.TestDevice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stages of a control transfer, and what can come between them (USB 2.0, section 8.5.3). */
class ControlTransferTest {
  private final TestDevice device = TestDevice.setup().bus(PacketBus::new).configured();
  private final RawHost raw = device.raw();

  @AfterEach
  void close() {
    device.close();
  }

  /** Given up after every possible number of steps; the next request is none the worse for it. */
  @Test
  void requestGivenUpAtEachStage() {
    for (var request :
        List.of(
            "80 06 0100 0000 0012",
            "80 06 0302 0409 00ff",
            "00 07 0100 0000 0012",
            "02 01 0000 0081 0000",
            "80 06 ff00 0000 0012")) {
      for (int steps = 0; steps < 6; steps++) {
        var posted = raw.postControl(RawHost.setup(request));
        raw.step(steps);
        device.link().cancel(posted.transfer());
        var next = raw.postControl(RawHost.setup("80 06 0300 0000 00ff"));
        raw.run(posted, next);
        assertThat(next.answer().hex()).isEqualTo("04 03 09 04");
        assertThat(posted.completions()).isOne();
      }
    }
  }

  @Test
  void dataThatHasGoneStays() {
    var posted = raw.postControl(RawHost.setup("80 06 0302 0409 00ff"));
    raw.step(2);
    device.link().cancel(posted.transfer());
    raw.run(posted);
    assertThat(posted.answer().status()).isEqualTo(Transfer.Status.CANCELLED);
    assertThat(posted.answer().bytes()).hasSize(26);
  }

  @Test
  void requestsQueueUpInTheirOrder() {
    var posted = new ArrayList<Posted>();
    for (int i = 0; i < 20; i++) {
      posted.add(raw.postControl(RawHost.setup("80 06 0300 0000 00ff")));
      posted.add(raw.postControl(RawHost.setup("80 06 ff00 0000 00ff")));
    }
    // One that waits behind others can be given up too.
    device.link().cancel(posted.get(10).transfer());
    raw.run(posted.toArray(Posted[]::new));
    for (int i = 0; i < posted.size(); i++) {
      var expected = i == 10 ? "CANCELLED 0" : i % 2 == 0 ? "OK 4" : "STALL 0";
      assertThat(posted.get(i).answer().summary()).isEqualTo(expected);
      assertThat(posted.get(i).completions()).isOne();
    }
  }

  @Test
  void portResetEndsARequest() {
    for (int steps = 0; steps < 4; steps++) {
      var posted = raw.postControl(RawHost.setup("00 09 0001 0000 0000"));
      raw.step(steps);
      device.link().resetPort();
      raw.settle();
      assertThat(posted.completions()).isOne();
      assertThat(device.device().state()).isEqualTo(UsbDevice.State.DEFAULT);
      raw.configure();
      assertThat(device.host().none(0, "00 00 00 00 00 00").status()).isZero();
    }
  }

  @Test
  void completionIsNeverToldFromInside() {
    var posted = raw.postControl(RawHost.setup("80 06 0300 0000 00ff"));
    assertThat(posted.completions()).isZero();
    device.link().cancel(posted.transfer());
    assertThat(posted.completions()).isZero();
    raw.run(posted);
    assertThat(posted.completions()).isOne();
    device.link().cancel(posted.transfer());
    raw.settle();
    assertThat(posted.completions()).as("what has ended cannot be given up").isOne();
  }
}
