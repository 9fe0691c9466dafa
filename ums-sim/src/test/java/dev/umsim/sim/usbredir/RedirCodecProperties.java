package dev.umsim.sim.usbredir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.usb.SetupPacket;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

/** The parts of messages, as bytes and back. */
class RedirCodecProperties {
  private static ByteBuf zeros(int length) {
    return Unpooled.buffer(length).writeZero(length);
  }

  @Example
  void headersHaveTwoLengths() throws Exception {
    var header = new MessageHeader(MessageType.BULK_PACKET, 41, 0x1122_3344);
    var longer = zeros(MessageHeader.LONG_LENGTH);
    header.encode(longer, 0, true);
    assertThat(ByteBufUtil.hexDump(longer)).isEqualTo("65000000" + "29000000" + "4433221100000000");
    var shorter = zeros(MessageHeader.SHORT_LENGTH);
    header.encode(shorter, 0, false);
    assertThat(ByteBufUtil.hexDump(shorter)).isEqualTo("65000000" + "29000000" + "44332211");
    assertThat(MessageHeader.decode(longer, 0, true)).isEqualTo(header);
    assertThat(MessageHeader.decode(shorter, 0, false)).isEqualTo(header);
  }

  @Example
  void aRequestHasItsFieldsInAnOrderOfItsOwn() {
    var packet =
        new ControlPacket(0x80, PacketStatus.SUCCESS, new SetupPacket(0x81, 6, 0x0102, 0x0304, 18));
    var out = zeros(ControlPacket.LENGTH);
    packet.encode(out, 0);
    assertThat(ByteBufUtil.hexDump(out)).isEqualTo("80068100" + "0201" + "0403" + "1200");
    assertThat(ControlPacket.decode(out, 0)).isEqualTo(packet);
  }

  @Example
  void aLongBulkPacketHasItsLengthInTwoParts() {
    var packet = new BulkPacket(0x81, PacketStatus.STALL, 0x0001_e000, 0);
    var out = zeros(BulkPacket.LONG_LENGTH);
    packet.encode(out, 0, true);
    assertThat(ByteBufUtil.hexDump(out)).isEqualTo("8104" + "00e0" + "00000000" + "0100");
  }

  @Property
  void bulkPacketsSurviveTheWire(
      @ForAll @IntRange(max = 0xff) int endpoint, @ForAll int length, @ForAll int stream) {
    var packet = new BulkPacket(endpoint, PacketStatus.SUCCESS, length, stream);
    var out = zeros(BulkPacket.LONG_LENGTH);
    packet.encode(out, 0, true);
    assertThat(BulkPacket.decode(out, 0, true)).isEqualTo(packet);
  }

  @Property
  void requestsSurviveTheWire(
      @ForAll @IntRange(max = 0xff) int endpoint, @ForAll @Size(8) byte[] setup) {
    var packet = new ControlPacket(endpoint, PacketStatus.SUCCESS, SetupPacket.decode(setup, 0));
    var out = zeros(ControlPacket.LENGTH);
    packet.encode(out, 0);
    assertThat(ControlPacket.decode(out, 0)).isEqualTo(packet);
  }

  @Property
  void hellosSurviveTheWire(
      @ForAll @AlphaChars @StringLength(max = 62) String version, @ForAll int capabilities) {
    var hello = new Hello(version, capabilities);
    var out = zeros(Hello.LENGTH);
    hello.encode(out, 0);
    assertThat(Hello.decode(out, 0)).isEqualTo(hello);
  }

  @Property
  void headersSurviveTheWire(@ForAll MessageType type, @ForAll int length, @ForAll long id)
      throws Exception {
    var header = new MessageHeader(type, length, id);
    var out = zeros(MessageHeader.LONG_LENGTH);
    header.encode(out, 0, true);
    assertThat(MessageHeader.decode(out, 0, true)).isEqualTo(header);
  }

  @Property
  void lengthsThatDoNotFitAreRefused(
      @ForAll MessageType type, @ForAll int length, @ForAll @Size(16) byte[] body)
      throws Exception {
    var header = new MessageHeader(type, length, 1);
    var bytes = Unpooled.wrappedBuffer(body);
    try {
      int fixed = MessageBodies.fixedLength(header, Capability.OURS);
      int data = MessageBodies.dataLength(header, bytes, Capability.OURS);
      assertThat(fixed + data).isEqualTo(length);
    } catch (MalformedMessageException e) {
      assertThat(e).hasMessageStartingWith("sent ");
    }
  }

  @Example
  void messagesOfOtherDevicesAreRefused() {
    var header = zeros(MessageHeader.LONG_LENGTH).setIntLE(0, 12);
    assertThatThrownBy(() -> MessageHeader.decode(header, 0, true))
        .hasMessage("there is no message 12 for this side");
  }
}
