package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * No command of any bytes makes a unit hang, throw or keep memory, and none changes blocks that it
 * does not address.
 */
class AnyCdbProperties {
  private static final int BLOCK_COUNT = 64;
  private static final int ACCESS_BYTES = 4096;

  /** A command with the data that the host has for it. */
  record Sent(byte[] cdb, byte[] data) {
    @Override
    public String toString() {
      return Octets.text(cdb) + " with " + data.length + " bytes: " + Octets.text(data);
    }
  }

  @Provide
  Arbitrary<List<Sent>> anyCommands() {
    return sent(cdb(Arbitraries.bytes().array(byte[].class).ofMinSize(1).ofMaxSize(16)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(20);
  }

  /**
   * Known codes, small numbers in their fields and few reserved bits, so that much is carried out.
   */
  @Provide
  Arbitrary<List<Sent>> likelyCommands() {
    var codes =
        Arbitraries.of(Operation.values())
            .map(operation -> new byte[] {(byte) operation.code(), operation.cdbUsage()[1]});
    // Mostly zeros, often a number that fits the medium, sometimes anything.
    var field =
        Combinators.combine(Arbitraries.integers().between(0, 9), Arbitraries.bytes())
            .as((kind, any) -> kind < 6 ? 0 : kind < 9 ? (byte) Math.floorMod(any, 71) : any);
    var cdbs =
        Combinators.combine(codes, field.array(byte[].class).ofSize(16), Arbitraries.bytes())
            .as(
                (code, fields, mask) -> {
                  fields[0] = code[0];
                  int action = code[1] & 0x1f;
                  boolean withAction = code[0] == (byte) 0x9e || code[0] == (byte) 0xa3;
                  fields[1] = (byte) (withAction ? action : code[1] & mask & fields[1]);
                  return fields;
                });
    // A list of UNMAP that is what its CDB says would hardly ever come by chance.
    var unmap = Octets.of("42 00 00 00 00 00 00 00 18 00");
    return Arbitraries.oneOf(
            sent(cdb(cdbs)), sent(cdb(cdbs)), unmapLists().map(list -> new Sent(unmap, list)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(20);
  }

  private static Arbitrary<byte[]> cdb(Arbitrary<byte[]> bytes) {
    return bytes.filter(each -> ScsiTarget.complete(new Cdb(each)));
  }

  private static Arbitrary<Sent> sent(Arbitrary<byte[]> cdbs) {
    var data =
        Arbitraries.oneOf(
            Arbitraries.bytes().array(byte[].class).ofMaxSize(40),
            Arbitraries.integers()
                .between(0, 70 * 512)
                .map(
                    length -> {
                      var bytes = new byte[length];
                      Arrays.fill(bytes, (byte) 0xb7);
                      return bytes;
                    }),
            unmapLists());
    return Combinators.combine(cdbs, data).as(Sent::new);
  }

  private static Arbitrary<byte[]> unmapLists() {
    var numbers = Arbitraries.integers().between(0, 70);
    return Combinators.combine(numbers, numbers, Arbitraries.bytes())
        .as(
            (lba, count, stray) -> {
              var list = Octets.of("00 16 00 10 00*20");
              list[15] = lba.byteValue();
              list[19] = count.byteValue();
              list[8] = stray > 100 ? stray : 0;
              return list;
            });
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void anyBytesToADisk(@ForAll("anyCommands") List<Sent> commands) {
    checkDisk(commands);
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void likelyCommandsToADisk(@ForAll("likelyCommands") List<Sent> commands) {
    checkDisk(commands);
  }

  private static void checkDisk(List<Sent> commands) {
    var medium = TestMedium.disk(BLOCK_COUNT).asThin();
    check(TargetHost.disk(MediumSlot.removable(medium), 0), medium, commands, true);
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void anyBytesToACdDrive(@ForAll("anyCommands") List<Sent> commands) {
    checkDrive(commands);
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void likelyCommandsToACdDrive(@ForAll("likelyCommands") List<Sent> commands) {
    checkDrive(commands);
  }

  private static void checkDrive(List<Sent> commands) {
    var medium = TestMedium.disc(BLOCK_COUNT);
    check(TargetHost.cdRom(medium), medium, commands, false);
  }

  private static void check(
      DeviceServer unit, TestMedium medium, List<Sent> commands, boolean writable) {
    var host = TargetHost.of(unit);
    try (host) {
      var allowed = new HashSet<Long>();
      for (var sent : commands) {
        if (writable) {
          allowed.addAll(addressedByWrites(sent));
        }
        var before = Octets.text(sent.cdb());
        host.run(0, sent.cdb(), sent.data());
        assertThat(Octets.text(sent.cdb())).isEqualTo(before);
        assertThat(medium.changedBlocks()).isSubsetOf(allowed);
        assertThat(host.accessMemoryBytes()).isLessThanOrEqualTo(ACCESS_BYTES);
      }
      // It still answers, and sense is never left behind twice.
      host.senseData(0);
      assertThat(host.sense()).isEqualTo("00/00/00");
      assertThat(host.run("12 00 00 00 24 00").data()).hasSize(36);
    }
    assertThat(host.accessMemoryBytes()).isZero();
  }

  /** The blocks that a command may change, found by its bytes alone. */
  private static Set<Long> addressedByWrites(Sent sent) {
    var cdb = new Cdb(sent.cdb());
    return switch (cdb.operationCode()) {
      case 0x0a -> blocks((cdb.u8(1) & 0x1fL) << 16 | cdb.u16(2), cdb.u8(4) == 0 ? 256 : cdb.u8(4));
      case 0x2a, 0x2e, 0x41 -> blocks(cdb.u32(2), cdb.u16(7));
      case 0xaa, 0xae -> blocks(cdb.u32(2), cdb.u32(6));
      case 0x8a, 0x8e, 0x93 -> blocks(cdb.u64(2), cdb.u32(10));
      case 0x42 -> unmapped(sent.data());
      default -> Set.of();
    };
  }

  private static Set<Long> unmapped(byte[] list) {
    var blocks = new HashSet<Long>();
    for (int at = 8; at + 16 <= list.length; at += 16) {
      blocks.addAll(blocks(Bytes.u64(list, at), Bytes.u32(list, at + 8)));
    }
    return blocks;
  }

  private static Set<Long> blocks(long first, long count) {
    var blocks = new HashSet<Long>();
    for (long block = 0; block < BLOCK_COUNT; block++) {
      if (block >= first && first >= 0 && block - first < count) {
        blocks.add(block);
      }
    }
    return blocks;
  }
}
