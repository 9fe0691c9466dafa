package dev.umsim.bench.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.MemoryMedium;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever a program does to a partition, it finds what an array of bytes would hold. */
class BlockDeviceProperties {
  private static final int DISK_BYTES = 2 << 20;

  /**
   * Where a partition lies and how its host is set.
   *
   * @param first its first block
   * @param count its blocks
   */
  record Place(int blockSize, int first, int count, LinuxHostSettings settings) {}

  /** What a program does next; offsets and lengths are cut to what the device has. */
  record Step(char what, int offset, int length) {}

  @Provide
  Arbitrary<Place> places() {
    var settings =
        Combinators.combine(
                Arbitraries.of(1, 3, 30), Arbitraries.of(0, 1, 5, 32), Arbitraries.of(true, false))
            .as(
                (command, ahead, merges) ->
                    new LinuxHostSettings(command * 4096, ahead * 4096, merges, 0, 1 << 20));
    return Combinators.combine(
            Arbitraries.of(512, 1024, 2048, 4096),
            Arbitraries.integers().between(0, 100),
            Arbitraries.integers().between(1, 400),
            settings)
        .as((size, first, count, how) -> new Place(size, first, count, how));
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    var lengths =
        Arbitraries.oneOf(
            Arbitraries.integers().between(1, 20),
            Arbitraries.integers().between(500, 5000),
            Arbitraries.integers().between(5000, 200_000));
    return Combinators.combine(
            Arbitraries.of('r', 'r', 'w', 'w', 'w', 'n', 'n', 's', 'd', 'c'),
            Arbitraries.integers().between(0, DISK_BYTES),
            lengths)
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(30);
  }

  @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
  void aDeviceHoldsWhatWasWrittenAndNothingElseChanges(
      @ForAll("places") Place place, @ForAll("steps") List<Step> steps) throws HostException {
    int blocks = DISK_BYTES / place.blockSize();
    var expected = new byte[DISK_BYTES];
    var random = new Random(steps.hashCode());
    random.nextBytes(expected);
    try (var disk = new TestDisk(new MemoryMedium(place.blockSize(), blocks))) {
      disk.put(0, expected);
      var range = new BlockRange(place.first(), place.count());
      var device =
          BlockDevice.open(
              disk.disk, range, OptionalInt.empty(), place.settings(), Processor.UNTIMED);
      int base = place.first() * place.blockSize();
      int next = 0;
      for (var step : steps) {
        int size = (int) device.sizeBytes();
        int offset = step.what() == 'n' ? next % size : step.offset() % size;
        int length = Math.min(step.length(), size - offset);
        switch (step.what()) {
          case 'w' -> {
            var data = new byte[length];
            random.nextBytes(data);
            device.write(offset, data, 0, length);
            System.arraycopy(data, 0, expected, base + offset, length);
          }
          case 's' -> device.writeBack(offset, length);
          case 'd' -> device.dropCaches();
          case 'c' -> device.close();
          default -> {
            var into = new byte[length];
            device.read(offset, into, 0, length);
            assertThat(into)
                .isEqualTo(Arrays.copyOfRange(expected, base + offset, base + offset + length));
            next = offset + length;
          }
        }
      }
      device.close();
      assertThat(disk.bytes(0, blocks)).isEqualTo(expected);
      for (var command : disk.commands) {
        assertThat(command.count() * place.blockSize())
            .isLessThanOrEqualTo(place.settings().maxCommandBytes());
        assertThat(command.block()).isGreaterThanOrEqualTo(place.first());
        assertThat(command.block() + command.count())
            .isLessThanOrEqualTo(place.first() + place.count());
      }
    }
  }
}
