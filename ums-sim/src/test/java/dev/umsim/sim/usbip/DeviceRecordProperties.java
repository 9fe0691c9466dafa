package dev.umsim.sim.usbip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;

/** What opens a connection: operations and the records of devices. */
class DeviceRecordProperties {
  private static final DeviceRecord DISK =
      new DeviceRecord(
          "/sys/devices/umsim/usb1/1-1", "1-1", 1, 2, 3, 0x1209, 1, 0x0100, 0, 0, 0, 1, 1, 1);

  private static DeviceRecord throughWire(DeviceRecord record) {
    var out = Unpooled.buffer(DeviceRecord.LENGTH).writeZero(DeviceRecord.LENGTH);
    record.encode(out, 0);
    return DeviceRecord.decode(out, 0);
  }

  @Example
  void standsInItsPlaces() {
    var out = Unpooled.buffer(DeviceRecord.LENGTH).writeZero(DeviceRecord.LENGTH);
    DISK.encode(out, 0);
    assertThat(ByteBufUtil.hexDump(out, 256, 4)).isEqualTo("312d3100");
    assertThat(ByteBufUtil.hexDump(out, 288, 24))
        .isEqualTo("000000010000000200000003" + "120900010100" + "000000" + "010101");
    assertThat(DISK.deviceId()).isEqualTo(0x0001_0002);
  }

  @Property
  void survivesTheWire(
      @ForAll @AlphaChars @StringLength(max = 254) String path,
      @ForAll @AlphaChars @StringLength(max = 30) String busId,
      @ForAll int number,
      @ForAll @IntRange(max = 0xffff) int word,
      @ForAll @IntRange(max = 0xff) int octet) {
    var record =
        new DeviceRecord(
            path,
            busId,
            number,
            ~number,
            octet,
            word,
            word ^ 0xffff,
            word,
            octet,
            octet ^ 0xff,
            octet,
            octet,
            octet ^ 0xff,
            octet);
    assertThat(throughWire(record)).isEqualTo(record);
  }

  @Example
  void operationsAreWhatTheyAre() throws Exception {
    var request = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump("0111800300000000"));
    var out = Unpooled.buffer(8).writeZero(8);
    var operation = Operation.decode(request, 0);
    assertThat(operation).isEqualTo(new Operation(Operation.Code.IMPORT_REQUEST, 0));
    operation.encode(out, 0);
    assertThat(out).isEqualTo(request);
  }

  @Property
  void otherOperationsAreRefused(@ForAll @IntRange(max = 0xffff) int version) {
    var noise = Unpooled.buffer(8).writeShort(version).writeShort(0x1234).writeInt(0);
    assertThatThrownBy(() -> Operation.decode(noise, 0))
        .isInstanceOf(MalformedMessageException.class);
  }
}
