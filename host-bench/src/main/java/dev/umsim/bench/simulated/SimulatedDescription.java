package dev.umsim.bench.simulated;

import dev.umsim.bench.file.SideFile;
import dev.umsim.bench.notation.TargetNotation.Simulated;
import dev.umsim.bench.simulated.SimulatedExtras.Drive;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.deviation.DeviceTraits;
import dev.umsim.sim.exchange.DeviceKey;
import dev.umsim.sim.exchange.DeviceLines;
import dev.umsim.sim.medium.Fill;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A simulated device as a target and the lines of a file together describe it: what the target's
 * own settings say goes before what the file says.
 *
 * @param target with the settings that the file has added
 * @param extras what no setting of a target can say
 */
public record SimulatedDescription(Simulated target, SimulatedExtras extras) {
  private static final List<DeviceKey> SETTINGS =
      List.of(DeviceKey.VENDOR, DeviceKey.PRODUCT, DeviceKey.REVISION, DeviceKey.SPEED);
  private static final List<DeviceKey> MEDIUM_SETTINGS =
      List.of(DeviceKey.BLOCK_SIZE, DeviceKey.BLOCKS, DeviceKey.FILL);

  /** The stack that a file names, or else the reference device. */
  public static Simulated usual(DeviceLines lines) {
    return lines.value(DeviceKey.STACK).map(Simulated.REFERENCE::named).orElse(Simulated.REFERENCE);
  }

  /**
   * Puts both together.
   *
   * @param folder against which paths in the file are resolved
   */
  public static SimulatedDescription of(Simulated target, DeviceLines lines, Path folder)
      throws IOException {
    boolean ownMedium =
        target.value("image").isPresent()
            || target.value("size").isPresent()
            || target.value("blocks").isPresent();
    var merged = merge(target, lines, SETTINGS);
    if (!ownMedium) {
      merged = merge(merged, lines, MEDIUM_SETTINGS);
    }
    var drives =
        IntStream.range(0, lines.driveCount())
            .mapToObj(number -> drive(target, lines, number, ownMedium))
            .toList();
    var identifyData = identifyData(lines, folder);
    var speed =
        lines.value(DeviceKey.SPEED).map(word -> word.equals("full") ? Speed.FULL : Speed.HIGH);
    var player = new PlayerLines(lines, target, identifyData);
    return new SimulatedDescription(
        isPlayer(target) ? target : merged,
        new SimulatedExtras(true, drives, identifyData, speed, player::describe));
  }

  /** What a player is to be is said to the player itself, not to its target. */
  private static boolean isPlayer(Simulated target) {
    return !target.name().equals(Simulated.REFERENCE.name());
  }

  private static Simulated merge(Simulated target, DeviceLines lines, List<DeviceKey> keys) {
    var merged = target;
    for (var key : keys) {
      var value = lines.value(key);
      if (value.isPresent() && target.value(key.toString()).isEmpty()) {
        merged = merged.with(key.toString(), value.get());
      }
    }
    return merged;
  }

  private static Drive drive(Simulated target, DeviceLines lines, int number, boolean ownMedium) {
    var storage = lines.value(number, DeviceKey.STORAGE).orElse("ata-fixed");
    // What is built in is the first drive of SD, and cards are the others.
    boolean removable = storage.equals("ata-removable") || storage.equals("sd") && number > 0;
    Function<DeviceKey, Optional<String>> own =
        key ->
            ownMedium || target.value(key.toString()).isPresent()
                ? Optional.empty()
                : lines.value(number, key);
    int multiplier = own.apply(DeviceKey.VIRTUAL_BLOCK_MULTIPLIER).map(Integer::parseInt).orElse(1);
    var blockSize = own.apply(DeviceKey.BLOCK_SIZE).map(Integer::parseInt);
    var blocks = own.apply(DeviceKey.BLOCKS).map(Long::parseLong);
    return new Drive(
        removable,
        blockSize.map(size -> OptionalInt.of(size * multiplier)).orElse(OptionalInt.empty()),
        blocks.map(count -> OptionalLong.of(count / multiplier)).orElse(OptionalLong.empty()),
        own.apply(DeviceKey.FILL).map(Fill::parse));
  }

  /** {@code linear-0xNNNN}: word i is NNNN + i, its low byte first. */
  private static byte[] identifyData(DeviceLines lines, Path folder) throws IOException {
    var said = lines.value(DeviceKey.ATA_IDENTIFY).orElse("");
    if (!said.startsWith("linear-0x")) {
      return said.isEmpty()
          ? new byte[DeviceTraits.IDENTIFY_BYTES]
          : SideFile.read(folder, said, DeviceTraits.IDENTIFY_BYTES);
    }
    int first = Integer.parseInt(said.substring("linear-0x".length()), 16);
    var bytes = new byte[DeviceTraits.IDENTIFY_BYTES];
    for (int word = 0; word < bytes.length / 2; word++) {
      bytes[2 * word] = (byte) (first + word);
      bytes[2 * word + 1] = (byte) (first + word >> 8);
    }
    return bytes;
  }
}
