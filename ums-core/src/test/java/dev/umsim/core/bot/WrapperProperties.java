package dev.umsim.core.bot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.usb.Direction;
import io.netty.buffer.Unpooled;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** Laws of the two wrappers of Bulk-Only Transport. */
class WrapperProperties {
  @Property(edgeCases = EdgeCasesMode.NONE)
  void whatIsEncodedIsDecoded(
      @ForAll int tag,
      @ForAll @LongRange(max = 0xffff_ffffL) long dataLength,
      @ForAll Direction direction,
      @ForAll @IntRange(max = 15) int lun,
      @ForAll @Size(min = 1, max = 16) byte[] cdb,
      @ForAll @IntRange(max = 40) int index) {
    var wrapper = new CommandBlockWrapper(tag, dataLength, direction, lun, new Cdb(cdb));
    var bytes = Unpooled.buffer(100);
    wrapper.encode(bytes, index);
    var moved = bytes.copy(index, 31);
    assertThat(ReceivedCommand.decode(moved, 31)).isEqualTo(new ReceivedCommand.Valid(wrapper));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void statusTooWhateverIsInIt(
      @ForAll int signature,
      @ForAll int tag,
      @ForAll @LongRange(max = 0xffff_ffffL) long residue,
      @ForAll @IntRange(max = 255) int status,
      @ForAll @IntRange(max = 40) int index) {
    var wrapper = new CommandStatusWrapper(signature, tag, residue, status);
    var bytes = Unpooled.buffer(100);
    wrapper.encode(bytes, index);
    assertThat(CommandStatusWrapper.decode(bytes, index)).isEqualTo(wrapper);
  }

  /** 31 bytes with a signature are valid or not meaningful; anything else is not valid. */
  @Property(edgeCases = EdgeCasesMode.NONE)
  void anyBytesAreSomething(
      @ForAll @Size(min = 64, max = 64) byte[] bytes,
      @ForAll @IntRange(max = 64) int length,
      @ForAll boolean signed) {
    if (signed) {
      System.arraycopy(new byte[] {0x55, 0x53, 0x42, 0x43}, 0, bytes, 0, 4);
    }
    var received = ReceivedCommand.decode(Unpooled.wrappedBuffer(bytes), length);
    boolean wrapper =
        length == 31
            && bytes[0] == 0x55
            && bytes[1] == 0x53
            && bytes[2] == 0x42
            && bytes[3] == 0x43;
    boolean meaningful =
        (bytes[12] & 0x7f) == 0 && (bytes[13] & 0xf0) == 0 && bytes[14] >= 1 && bytes[14] <= 16;
    assertThat(received.getClass().getSimpleName())
        .isEqualTo(!wrapper ? "NotValid" : meaningful ? "Valid" : "NotMeaningful");
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void signedWrappersOfAnyContent(
      @ForAll @Size(min = 27, max = 27) byte[] content, @ForAll @IntRange(max = 3) int zeroes) {
    var bytes = new byte[31];
    System.arraycopy(new byte[] {0x55, 0x53, 0x42, 0x43}, 0, bytes, 0, 4);
    System.arraycopy(content, 0, bytes, 4, 27);
    // Make meaningful ones frequent.
    bytes[12] &= (byte) (zeroes > 0 ? 0x80 : 0xff);
    bytes[13] &= (byte) (zeroes > 1 ? 0x0f : 0xff);
    bytes[14] = (byte) (zeroes > 2 ? 1 + (bytes[14] & 0x0f) : bytes[14]);
    var received = ReceivedCommand.decode(Unpooled.wrappedBuffer(bytes), 31);
    if (received instanceof ReceivedCommand.Valid valid) {
      var again = Unpooled.buffer(31);
      valid.wrapper().encode(again, 0);
      assertThat(ReceivedCommand.decode(again, 31)).isEqualTo(received);
      assertThat(again.getIntLE(4)).isEqualTo(valid.wrapper().tag());
    } else {
      assertThat(zeroes).as("with all reserved bits 0 it is meaningful").isLessThan(3);
    }
  }
}
