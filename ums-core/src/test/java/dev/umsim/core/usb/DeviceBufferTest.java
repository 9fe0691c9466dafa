package dev.umsim.core.usb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the owner of a buffer is told that it has ended, and when not. */
class DeviceBufferTest {
  private final ZeroTimeBus bus = new ZeroTimeBus();
  private final BulkPipe pipe = new BulkPipe(0x81, bus);
  private int ended;
  private final DeviceBuffer buffer = new DeviceBuffer(() -> ended++);

  @BeforeEach
  void open() {
    pipe.open(64);
  }

  private DeviceBuffer eightBytes() {
    return buffer.of(Unpooled.wrappedBuffer(new byte[8]), 0, 8);
  }

  private void post() {
    pipe.post(new BulkTransfer(0x81, done -> {}).of(Unpooled.buffer(8), 0, 8));
  }

  private void run() {
    bus.runUntil(() -> false, 0);
  }

  /** Lets packets move, and stops before anybody is told. */
  private void moveAlone() {
    bus.runUntil(() -> buffer.movedBytes() == 8, 0);
    assertThat(buffer.movedBytes()).isEqualTo(8);
    assertThat(ended).isZero();
  }

  @Test
  void endIsToldOnceAndNotFromInside() {
    pipe.arm(eightBytes());
    post();
    assertThat(ended).isZero();
    run();
    assertThat(ended).isOne();
    pipe.arm(eightBytes());
    run();
    assertThat(ended).as("it waits for a transfer").isOne();
    post();
    run();
    assertThat(ended).isEqualTo(2);
  }

  @Test
  void whatIsWithdrawnIsNotTold() {
    pipe.arm(eightBytes());
    buffer.withdraw();
    post();
    run();
    assertThat(ended).isZero();
  }

  @Test
  void endOfABufferThatIsWithdrawnAndArmedAgainIsNotTold() {
    pipe.arm(eightBytes());
    post();
    moveAlone();
    buffer.withdraw();
    pipe.arm(eightBytes());
    run();
    assertThat(ended).as("the end was that of the use before").isZero();
    post();
    run();
    assertThat(ended).isOne();
  }

  @Test
  void armedBufferIsLeftAlone() {
    pipe.arm(eightBytes());
    assertThatThrownBy(this::eightBytes).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> pipe.arm(buffer)).isInstanceOf(IllegalStateException.class);
  }
}
