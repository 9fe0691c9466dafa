package dev.umsim.bench.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.core.host.CommandListener.CompletedCommand;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink.TimeBase;
import dev.umsim.sim.medium.FaultyMedium;
import dev.umsim.sim.medium.Fill;
import dev.umsim.sim.medium.FilledMedium;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CopySeriesTest {
  private static final int MIB = 1 << 20;

  private final Medium memory = new MemoryMedium(512, 4 * MIB / 512);
  private final List<CompletedCommand> commands = new ArrayList<>();

  private static CopyPlan copy(long seekBytes, long bytes) {
    return new CopyPlan(Operation.READ, 512, seekBytes, OptionalLong.of(bytes), 0, 1, true, true);
  }

  private static SeriesPlan series(Operation operation, int commandBytes, CopyPlan copy) {
    return new SeriesPlan(List.of(Speed.HIGH), List.of(operation), List.of(commandBytes), 1, copy);
  }

  private List<Sample> run(Target target, SeriesPlan plan) throws HostException {
    var rows = new ArrayList<Sample>();
    new CopySeries(target, "x", Progress.SILENT, Optional.of(commands::add)).run(plan, rows::add);
    return rows;
  }

  private Sample run(Medium medium, Medium visible, SeriesPlan plan) throws HostException {
    return run(new MediumTarget(medium, visible), plan).get(0);
  }

  private static Optional<String> difference(Sample row) {
    assertThat(row.verified()).contains(row.difference().isEmpty());
    return row.difference();
  }

  @Test
  void countsWhatGoesOver() throws Exception {
    var row = run(memory, memory, series(Operation.WRITE, 120 << 10, copy(512, MIB)));
    assertThat(row.bytes()).isEqualTo(MIB);
    // Eight of 120 KiB, one of 64 KiB, SYNCHRONIZE CACHE.
    assertThat(row.commands()).isEqualTo(10);
    assertThat(row.speed()).contains(Speed.HIGH);
    assertThat(row.timeBase()).isEqualTo(TimeBase.SIMULATED);
    assertThat(row.busBytesPerSecond()).hasValue(53_248_000);
    assertThat(row.verified()).contains(true);
    assertThat(row.name()).isEqualTo("high write 120k");

    var measured = commands.subList(3, 13);
    assertThat(measured.get(9).cdb().operationCode()).isEqualTo(0x35);
    assertThat(measured.get(8).dataLength()).isEqualTo(64 << 10);
    assertThat(row.nanos()).isEqualTo(measured.get(9).endNanos() - measured.get(0).startNanos());
  }

  @Test
  void leavesOutWhatIsNotWanted() throws Exception {
    var plan = new CopyPlan(Operation.WRITE, 512, 0, OptionalLong.of(MIB), 0, 1, false, false);
    var row = run(memory, memory, series(Operation.WRITE, 1 << 16, plan));
    assertThat(row.commands()).isEqualTo(16);
    assertThat(row.verified()).isEmpty();
    assertThat(commands).hasSize(3 + 16);
  }

  @Test
  void sendsTheLongFormWhereTheShortOneIsTooShort() throws Exception {
    var medium = new FilledMedium(Fill.ZERO, FilledMedium.Writes.KEPT, 512, 1L << 40);
    var row = run(medium, medium, series(Operation.READ, 32 * MIB, copy(0, 32 * MIB)));
    assertThat(row.commands()).isEqualTo(1);
    assertThat(row.verified()).contains(true);
    var manyBlocks = commands.get(commands.size() - 1).cdb();
    assertThat(manyBlocks.operationCode()).isEqualTo(0x88);
    assertThat(manyBlocks.u32(10)).isEqualTo(65_536);

    run(medium, medium, series(Operation.READ, 4096, copy(1L << 48, 4096)));
    var farAway = commands.get(commands.size() - 1).cdb();
    assertThat(farAway.operationCode()).isEqualTo(0x88);
    assertThat(farAway.u64(2)).isEqualTo(1L << 39);
  }

  @Test
  void everyRowIsTheSameWhateverCameBefore() throws Exception {
    var copy = copy(0, 40_960);
    var all =
        run(
            new MediumTarget(memory, memory),
            new SeriesPlan(
                List.of(Speed.FULL, Speed.HIGH),
                List.of(Operation.READ, Operation.WRITE),
                List.of(512, 4096, 30_720),
                2,
                copy));
    assertThat(all).hasSize(24);
    for (var row : all) {
      var plan =
          new SeriesPlan(
              List.of(row.speed().orElseThrow()),
              List.of(row.operation()),
              List.of(row.commandBytes()),
              1,
              copy);
      assertThat(run(new MediumTarget(memory, memory), plan)).containsExactly(row);
    }
  }

  @Test
  void namesTheFirstByteThatIsReadWrongly() throws Exception {
    var lying = new LyingMedium(memory, MIB + 4711, Integer.MAX_VALUE, 0);
    var plan = series(Operation.READ, 4096, copy(MIB, MIB));
    assertThat(difference(run(lying, memory, plan)))
        .contains("the first different byte is 1053287 (byte 103 of block 2057): ff instead of 00");
  }

  @Test
  void noticesWhatIsReadWronglyOnceOnly() throws Exception {
    var plan = series(Operation.READ, 4096, copy(MIB, MIB));
    var expected =
        "bytes 1052672 to 1056767 differed when they were read first, and no more afterwards";
    var lying = new LyingMedium(memory, MIB + 4711, 1, 0);
    assertThat(difference(run(lying, memory, plan))).contains(expected);
    // Where no medium can be looked at, the device is read twice.
    lying = new LyingMedium(memory, MIB + 4711, 1, 0);
    assertThat(difference(run(lying, null, plan))).contains(expected);
    assertThat(difference(run(lying, null, plan))).isEmpty();
  }

  @Test
  void namesTheFirstByteThatIsWrittenWrongly() throws Exception {
    for (var visible : new Medium[] {memory, null}) {
      var lying = new LyingMedium(memory, MIB + 4711, 0, 1);
      var plan = series(Operation.WRITE, 4096, copy(MIB, MIB));
      assertThat(difference(run(lying, visible, plan)).orElseThrow())
          .matches(
              "the first different byte is 1053287 \\(byte 103 of block 2057\\): .. instead of ..");
    }
  }

  @Test
  void noticesWhatIsReadBackRightThoughItStandsWrong() throws Exception {
    var elsewhere = new MemoryMedium(512, 4 * MIB / 512);
    var plan = series(Operation.WRITE, 4096, copy(0, MIB));
    assertThat(difference(run(memory, elsewhere, plan)).orElseThrow())
        .matches(
            "the first different byte is 0 \\(byte 0 of block 0\\): 00 instead of .., on the medium"
                + " though not when read back");
  }

  @Test
  void noticesAMediumThatCannotBeRead() throws Exception {
    var faulty = new FaultyMedium(memory);
    faulty.failReads(2050);
    var plan = series(Operation.READ, 4096, copy(MIB, MIB));
    assertThat(difference(run(memory, faulty, plan)))
        .contains("bytes 1048576 to 1114111 of the medium cannot be read");
  }

  @Test
  void looksAtEverythingBeforeAnythingIsCopied() {
    var target = new MediumTarget(memory, memory);
    var plan =
        new SeriesPlan(
            List.of(Speed.HIGH), List.of(Operation.WRITE), List.of(512, 700), 1, copy(0, MIB));
    assertThatThrownBy(() -> run(target, plan))
        .isInstanceOf(NotationException.class)
        .hasMessage(
            "block size 700 is no multiple of the unit's block size; choose a multiple of 512");
    assertThat(commands).isEmpty();
    var otherUnit = new CopyPlan(Operation.READ, 512, 0, OptionalLong.empty(), 1, 1, true, true);
    assertThatThrownBy(() -> run(target, series(Operation.READ, 512, otherUnit)))
        .isInstanceOf(NotationException.class)
        .hasMessage("unit 1 does not exist; the target has LUN 0 only");
    assertThatThrownBy(
            () ->
                new SeriesPlan(
                    List.of(Speed.HIGH), List.of(Operation.READ), List.of(512), 0, otherUnit))
        .hasMessage("number of repetitions is at least 1, not 0");
  }

  @Test
  @Tag("timed")
  void copiesHalfAMinuteOfSimulatedTime() throws Exception {
    var medium = new MemoryMedium(512, 64 * MIB / 512);
    var plan =
        new SeriesPlan(
            List.of(Speed.FULL),
            List.of(Operation.READ),
            List.of(512),
            1,
            new CopyPlan(Operation.READ, 512, 0, OptionalLong.of(32_000_000), 0, 1, true, true));
    var series =
        new CopySeries(new MediumTarget(medium, medium), "x", Progress.SILENT, Optional.empty());
    series.run(plan, row -> assertThat(row.nanos()).isBetween(25_000_000_000L, 35_000_000_000L));
  }
}
