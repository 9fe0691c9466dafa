package dev.umsim.sim.usbip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The messages about transfers, as bytes and back. */
class TransferMessageProperties {
  private static ByteBuf bytes(String hex) {
    return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex.replace(" ", "")));
  }

  private static String hex(TransferMessage message) {
    var out = Unpooled.buffer(TransferMessage.LENGTH).writeZero(TransferMessage.LENGTH);
    message.encode(out, 0);
    return ByteBufUtil.hexDump(out);
  }

  private static void requireSame(TransferMessage message, String hex) throws Exception {
    assertThat(hex(message)).isEqualTo(hex.replace(" ", ""));
    assertThat(TransferMessage.decode(bytes(hex), 0)).isEqualTo(message);
  }

  @Example
  void submitsARequest() throws Exception {
    requireSame(
        new TransferMessage.Submit(
            0x0d05,
            0x0001_000f,
            Direction.IN,
            0,
            0x200,
            64,
            0,
            0,
            0,
            new SetupPacket(0x80, 6, 0x0100, 0, 64)),
        "00000001 00000d05 0001000f 00000001 00000000 00000200 00000040 00000000 00000000 00000000"
            + " 8006000100004000");
  }

  @Example
  void tellsHowARequestEnded() throws Exception {
    requireSame(
        new TransferMessage.Submitted(0x0d05, -32, 18, 0, TransferMessage.NOT_ISOCHRONOUS, 0),
        "00000003 00000d05 00000000 00000000 00000000 ffffffe0 00000012 00000000 00000000 00000000"
            + " 0000000000000000");
  }

  @Example
  void givesUpAndIsAnswered() throws Exception {
    requireSame(
        new TransferMessage.Unlink(0x0d06, 0x0001_0001, Direction.OUT, 2, 0x0d05),
        "00000002 00000d06 00010001 00000000 00000002 00000d05" + " 00000000".repeat(6));
    requireSame(
        new TransferMessage.Unlinked(0x0d06, -104),
        "00000004 00000d06 00000000 00000000 00000000 ffffff98" + " 00000000".repeat(6));
  }

  @Property
  void submitsSurviveTheWire(
      @ForAll int number,
      @ForAll int device,
      @ForAll Direction direction,
      @ForAll @IntRange(max = 15) int endpoint,
      @ForAll int flags,
      @ForAll int length,
      @ForAll @Size(8) byte[] setup)
      throws Exception {
    var message =
        new TransferMessage.Submit(
            number,
            device,
            direction,
            endpoint,
            flags,
            length,
            number ^ length,
            device ^ flags,
            ~length,
            SetupPacket.decode(setup, 0));
    assertThat(TransferMessage.decode(bytes(hex(message)), 0)).isEqualTo(message);
  }

  @Property
  void answersSurviveTheWire(@ForAll int number, @ForAll int status, @ForAll int length)
      throws Exception {
    for (var message :
        new TransferMessage[] {
          new TransferMessage.Submitted(number, status, length, ~number, ~status, ~length),
          new TransferMessage.Unlinked(number, status),
          new TransferMessage.Unlink(number, status, Direction.IN, 15, length)
        }) {
      assertThat(TransferMessage.decode(bytes(hex(message)), 0)).isEqualTo(message);
    }
  }

  /** Whatever comes is a message that can be sent again, or is refused in words. */
  @Property
  void nonsenseIsRefused(
      @ForAll @Size(TransferMessage.LENGTH) byte[] noise, @ForAll @IntRange(max = 5) int command)
      throws Exception {
    var in = Unpooled.wrappedBuffer(noise).setInt(0, command);
    try {
      var message = TransferMessage.decode(in, 0);
      assertThat(TransferMessage.decode(bytes(hex(message)), 0)).isEqualTo(message);
    } catch (MalformedMessageException e) {
      assertThat(e).hasMessageMatching("(there is no command|a direction|an endpoint) .*");
    }
  }

  @Example
  void unknownCommandsAreRefused() {
    var in = bytes("00000005" + "00".repeat(44));
    assertThatThrownBy(() -> TransferMessage.decode(in, 0)).hasMessage("there is no command 5");
  }
}
