package dev.umsim.core.usb.descriptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

/** Laws of descriptors: what is encoded is decoded, and nothing else throws but for being wrong. */
class DescriptorProperties {
  @Property(edgeCases = EdgeCasesMode.NONE)
  void device(
      @ForAll @IntRange(max = 65_535) int version,
      @ForAll @IntRange(max = 3) int packet,
      @ForAll @IntRange(max = 65_535) int vendor,
      @ForAll @IntRange(max = 65_535) int product,
      @ForAll @IntRange(max = 65_535) int release,
      @ForAll @IntRange(max = 255) int index,
      @ForAll @IntRange(max = 255) int configurations)
      throws MalformedDescriptorException {
    var device =
        new DeviceDescriptor(
            version,
            8 << packet,
            vendor,
            product,
            release,
            index,
            255 - index,
            index / 2,
            configurations);
    assertThat(DeviceDescriptor.decode(device.encode())).isEqualTo(device);
    assertThat(device.encodeQualifier()).hasSize(10).startsWith(10, 6);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void configuration(
      @ForAll @IntRange(max = 255) int value,
      @ForAll boolean selfPowered,
      @ForAll boolean remoteWakeup,
      @ForAll @IntRange(max = 255) int power,
      @ForAll @IntRange(max = 4) int interfaces,
      @ForAll @IntRange(max = 3) int endpoints)
      throws MalformedDescriptorException {
    var configuration =
        new ConfigurationDescriptor(
            value,
            255 - value,
            selfPowered,
            remoteWakeup,
            2 * power,
            IntStream.range(0, interfaces)
                .mapToObj(number -> describe(number, endpoints))
                .toList());
    var bytes = configuration.encode();
    assertThat(ConfigurationDescriptor.decode(bytes)).isEqualTo(configuration);
    assertThat(bytes).hasSize(9 + interfaces * (9 + 7 * endpoints));
    assertThat(ConfigurationDescriptor.totalLength(bytes)).isEqualTo(bytes.length);
    assertThat(configuration.encodeOtherSpeed()[1]).isEqualTo((byte) 7);
  }

  private static InterfaceDescriptor describe(int number, int endpoints) {
    return new InterfaceDescriptor(
        number,
        0,
        8,
        6,
        0x50,
        number,
        IntStream.rangeClosed(1, endpoints)
            .mapToObj(each -> new EndpointDescriptor(0x80 | each, 2, 512, each))
            .toList());
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void text(@ForAll @StringLength(max = 126) String text) throws MalformedDescriptorException {
    var bytes = StringDescriptor.encode(text);
    assertThat(bytes).hasSize(2 + 2 * text.length());
    // Half a surrogate pair is no text, and comes back as a question mark.
    if (text.codePoints().noneMatch(c -> c >= 0xd800 && c <= 0xdfff)) {
      assertThat(StringDescriptor.decode(bytes)).isEqualTo(text);
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void anyBytesAreADescriptorOrAreNot(
      @ForAll @Size(max = 80) byte[] bytes,
      @ForAll @IntRange(max = 7) int type,
      @ForAll boolean rightLength) {
    if (bytes.length > 3) {
      bytes[1] = (byte) type;
      if (type == 1 || type == 2) {
        bytes[0] = (byte) (type == 1 ? 18 : 9);
      }
      if (rightLength && type == 2) {
        bytes[2] = (byte) bytes.length;
        bytes[3] = 0;
      }
    }
    for (var decode :
        List.<Decoder>of(
            DeviceDescriptor::decode,
            ConfigurationDescriptor::decode,
            ConfigurationDescriptor::totalLength,
            StringDescriptor::decode,
            StringDescriptor::decodeLanguage)) {
      try {
        assertThat(decode.decode(bytes)).isNotNull();
      } catch (MalformedDescriptorException e) {
        assertThat(e).as("it tells what it did not like").hasMessageMatching("(?s).+");
      }
    }
  }

  /** One of the ways to read a descriptor. */
  private interface Decoder {
    Object decode(byte[] bytes) throws MalformedDescriptorException;
  }
}
