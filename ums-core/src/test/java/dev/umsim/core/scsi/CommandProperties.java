package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.Hex;
import java.util.OptionalInt;
import java.util.OptionalLong;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** Laws of commands and of the data that they send. */
class CommandProperties {
  /** Every record that a CDB can be decoded to is decoded again from its own CDB. */
  @Property(edgeCases = EdgeCasesMode.NONE, tries = 3000)
  void commandsAreDecodedFromWhatTheyEncode(
      @ForAll Operation operation, @ForAll @Size(min = 16, max = 16) byte[] bytes)
      throws CheckConditionException {
    var usage = operation.format().evaluatedBits();
    var cdb = new byte[operation.format().cdbLength()];
    for (int i = 1; i < cdb.length; i++) {
      cdb[i] = (byte) (bytes[i] & usage[i]);
    }
    cdb[0] = (byte) operation.code();
    if (operation.format().hasServiceAction()) {
      cdb[1] = (byte) operation.format().serviceAction();
    }
    var command = Command.decode(operation, new Cdb(cdb));
    var encoded = command.encode();
    assertThat(encoded.operationCode()).isEqualTo(operation.code());
    assertThat(encoded.length()).isEqualTo(operation.format().cdbLength());
    assertThat(Command.decode(operation, encoded)).isEqualTo(command);
    // What a host encodes has no reserved bit set.
    operation.requireNoReservedBits(encoded, 0);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void anyCdbOfSufficientLengthIsDecoded(
      @ForAll Operation operation, @ForAll @Size(min = 16, max = 16) byte[] bytes) {
    bytes[0] = (byte) operation.code();
    assertThat(Command.decode(operation, new Cdb(bytes))).isNotNull();
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void cdbIsItsBytes(@ForAll @Size(min = 1, max = 16) byte[] bytes) {
    var cdb = new Cdb(bytes);
    assertThat(cdb.bytes()).isEqualTo(bytes);
    assertThat(cdb).isEqualTo(new Cdb(bytes.clone())).hasSameHashCodeAs(new Cdb(bytes.clone()));
    assertThat(cdb.toString()).isEqualTo(Hex.text(bytes));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void senseIsDecodedFromBothFormats(
      @ForAll @IntRange(max = 15) int key,
      @ForAll @IntRange(max = 255) int code,
      @ForAll @IntRange(max = 255) int qualifier,
      @ForAll @LongRange(max = 0xffff_ffffL) long block,
      @ForAll @IntRange(max = 65_535) int pointer) {
    var sense = new Sense(key, code, qualifier);
    assertThat(SenseData.decode(SenseData.of(sense).encodeFixed())).isEqualTo(SenseData.of(sense));
    assertThat(SenseData.decode(SenseData.of(sense).encodeDescriptors()))
        .isEqualTo(SenseData.of(sense));
    var atBlock = SenseData.atBlock(sense, block);
    assertThat(SenseData.decode(atBlock.encodeFixed())).isEqualTo(atBlock);
    var deferred = SenseData.of(sense).asDeferred();
    assertThat(SenseData.decode(deferred.encodeFixed())).isEqualTo(deferred);
    assertThat(SenseData.decode(deferred.encodeDescriptors())).isEqualTo(deferred);
    var all = new SenseData(sense, OptionalLong.of(block), OptionalInt.of(pointer), false);
    assertThat(SenseData.decode(all.encodeFixed()).sense()).isEqualTo(sense);
    assertThat(SenseData.decode(all.encodeDescriptors()).sense()).isEqualTo(sense);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void anyBytesAreSomeSense(@ForAll @Size(max = 40) byte[] bytes) {
    assertThat(SenseData.decode(bytes)).isNotNull();
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void capacityIsDecoded(
      @ForAll @LongRange(min = 1) long blocks, @ForAll @IntRange(min = 512, max = 4096) int size) {
    var capacity = new Capacity(blocks, size);
    assertThat(Capacity.decode16(capacity.encode16(0, false))).isEqualTo(capacity);
    if (blocks <= 0xffff_ffffL) {
      assertThat(Capacity.decode10(capacity.encode10())).contains(capacity);
    } else {
      assertThat(Capacity.decode10(capacity.encode10())).isEmpty();
    }
  }
}
