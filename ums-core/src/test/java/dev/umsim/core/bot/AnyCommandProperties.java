package dev.umsim.core.bot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.Cbw;
import dev.umsim.core.testing.ScriptedMedium;
import dev.umsim.core.testing.TestDevice;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Any bytes at all as a command: it ends, and it changes nothing that it does not name. */
class AnyCommandProperties {
  @Provide
  Arbitrary<Integer> operationCode() {
    var known =
        Arbitraries.of(
            0x00, 0x03, 0x04, 0x08, 0x0a, 0x12, 0x15, 0x1a, 0x1b, 0x1d, 0x1e, 0x23, 0x25, 0x28,
            0x2a, 0x2b, 0x2e, 0x2f, 0x35, 0x41, 0x42, 0x55, 0x5a, 0x88, 0x8a, 0x8e, 0x8f, 0x91,
            0x93, 0x9e, 0xa0, 0xa3, 0xa8, 0xaa, 0xae, 0xaf);
    return Arbitraries.frequencyOf(
        Tuple.of(4, known), Tuple.of(1, Arbitraries.integers().between(0, 255)));
  }

  @Property(edgeCases = EdgeCasesMode.NONE, tries = 5000)
  void endsAndChangesNothingElse(
      @ForAll("operationCode") int operationCode,
      @ForAll @Size(min = 15, max = 15) byte[] rest,
      @ForAll @IntRange(min = 1, max = 16) int cdbLength,
      @ForAll @IntRange(max = 4) int clearedBytes,
      @ForAll @IntRange(max = 5000) int dataLength,
      @ForAll boolean in,
      @ForAll @IntRange(max = 3) int lun,
      @ForAll ShortData shortData,
      @ForAll ExcessData excessData) {
    var cdb = new byte[16];
    cdb[0] = (byte) operationCode;
    System.arraycopy(rest, 0, cdb, 1, 15);
    // Small numbers are more to the point than those of 64 random bits.
    for (int i = 1; i < cdb.length; i++) {
      if (clearedBytes > 0 && i % (clearedBytes + 1) != 0) {
        cdb[i] = 0;
      }
    }
    var medium = new ScriptedMedium(512, 64);
    var model = new BlockModel(medium);
    model.mayBeWrittenBy(cdb);
    var setup =
        TestDevice.setup()
            .media(medium, new ScriptedMedium(512, 4).protectedFromWrites())
            .policies(shortData, excessData)
            .accessBytes(4096);
    try (var device = setup.configured()) {
      var host = device.host();
      var cbw = Cbw.of(1, cdb).cdbLength(cdbLength).lun(lun);
      var cuts = dataLength == 0 ? new int[0] : new int[] {dataLength};
      var outcome =
          in
              ? host.run(cbw.in(dataLength), null, cuts)
              : host.run(cbw.out(dataLength), filled(dataLength), cuts);
      assertThat(outcome.status()).isBetween(0, 2);
      assertThat(outcome.residue()).isBetween(0L, (long) dataLength);
      if (outcome.status() == 2) {
        device.raw().resetRecovery();
      }
      assertThat(model.agreesWithMedium()).isTrue();
      assertThat(host.none(0, "00 00 00 00 00 00").status()).isZero();
    }
  }

  private static byte[] filled(int length) {
    var data = new byte[length];
    Arrays.fill(data, (byte) 0x77);
    return data;
  }
}
