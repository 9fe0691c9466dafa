package dev.umsim.bench.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.core.scsi.Capacity;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CopyPlanTest {
  private static final Capacity DISK = new Capacity(1000, 2048);

  private static CopyPlan plan(int commandBytes, long seekBytes, long bytes) {
    var size = bytes < 0 ? OptionalLong.empty() : OptionalLong.of(bytes);
    return new CopyPlan(Operation.READ, commandBytes, seekBytes, size, 0, 1, true, true);
  }

  private static void refused(int commandBytes, long seekBytes, long bytes, String message) {
    assertThatThrownBy(() -> plan(commandBytes, seekBytes, bytes).requireFits(DISK))
        .isInstanceOf(NotationException.class)
        .hasMessage(message);
  }

  @Test
  void fitsUpToTheLastBlock() {
    plan(2048, 0, 2_048_000).requireFits(DISK);
    plan(4096, 2_045_952, 2048).requireFits(DISK);
    plan(CopyPlan.MOST_COMMAND_BYTES, 0, -1).requireFits(DISK);
    plan(4096, 1L << 62, 2048).requireFits(new Capacity(-1, 2048));
  }

  @Test
  void copiesAllThereIsOrTheUsual() {
    assertThat(plan(2048, 0, -1).bytesOn(DISK)).isEqualTo(2_048_000);
    assertThat(plan(2048, 2_045_952, -1).bytesOn(DISK)).isEqualTo(2048);
    assertThat(plan(2048, 0, -1).bytesOn(new Capacity(-1, 512))).isEqualTo(32_000_000);
    assertThat(plan(4096, 0, -1).bytesOn(new Capacity(-1, 4096))).isEqualTo(31_997_952);
    assertThat(plan(2048, 0, 4096).bytesOn(DISK)).isEqualTo(4096);
  }

  @Test
  void isOfWholeBlocks() {
    refused(
        512,
        0,
        -1,
        "block size 512 is no multiple of the unit's block size; choose a multiple of 2048");
    refused(
        2048,
        512,
        -1,
        "offset 512 is no multiple of the unit's block size; choose a multiple of 2048");
    refused(
        2048,
        0,
        3000,
        "size 3000 is no multiple of the unit's block size; choose a multiple of 2048");
  }

  @Test
  void staysInside() {
    refused(
        2048,
        2_048_000,
        -1,
        "offset 2048000 lies behind the end: the unit has 1000 blocks of 2048 bytes; choose less");
    refused(
        2048,
        0,
        2_050_048,
        "size 2050048 is more than there is: the unit has 1000 blocks of 2048 bytes; choose less"
            + " or a larger image");
    refused(
        2048,
        4096,
        2_048_000,
        "size 2048000 from offset 4096 on is more than there is: the unit has 1000 blocks of 2048"
            + " bytes; choose less or a larger image");
    refused(
        2048,
        Long.MAX_VALUE - 2047,
        Long.MAX_VALUE - 2047,
        "offset 9223372036854773760 lies behind the end: the unit has 1000 blocks of 2048 bytes;"
            + " choose less");
  }

  @Test
  void isOfSomething() {
    refused(0, 0, -1, "block size is at least one block and at most 64M, not 0");
    refused(
        CopyPlan.MOST_COMMAND_BYTES + 2048,
        0,
        -1,
        "block size is at least one block and at most 64M, not 65538k");
    refused(2048, 0, 0, "size is at least one block, not 0");
    assertThatThrownBy(
            () -> new CopyPlan(Operation.READ, 512, 0, OptionalLong.empty(), 16, 1, true, true))
        .hasMessage("unit is 0 to 15, not 16");
  }
}
