package dev.umsim.bench.simulated;

import dev.umsim.bench.notation.TargetNotation.Simulated;
import dev.umsim.core.rockbox.AtaIdentify;
import dev.umsim.core.rockbox.StorageKind;
import dev.umsim.sim.device.RockboxDevice;
import dev.umsim.sim.device.RockboxDrive;
import dev.umsim.sim.exchange.DeviceKey;
import dev.umsim.sim.exchange.DeviceLines;
import dev.umsim.sim.medium.Fill;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes a player with the Rockbox firmware as the lines of a file describe it. */
final class PlayerLines {
  private final DeviceLines lines;
  private final Simulated target;
  private final AtaIdentify identify;

  /**
   * @param target whose own settings go before the lines
   */
  PlayerLines(DeviceLines lines, Simulated target, byte[] identifyData) {
    this.lines = lines;
    this.target = target;
    identify = AtaIdentify.of(identifyData);
  }

  void describe(RockboxDevice.Builder player) {
    value(DeviceKey.DRIVES, word -> player.drives(Integer.parseInt(word)));
    value(DeviceKey.SKIP_FIRST_DRIVE, word -> player.skipFirstDrive(word.equals("yes")));
    value(DeviceKey.MAX_PACKET, word -> player.maxPacketBytes(Integer.parseInt(word)));
    value(DeviceKey.READ_BUFFER, word -> player.readBuffers(buffers(word, 0), buffers(word, 1)));
    value(DeviceKey.WRITE_BUFFER, word -> player.writeBuffers(buffers(word, 0), buffers(word, 1)));
    value(DeviceKey.SECTOR_NUMBERS, word -> player.wideSectors(word.equals("64")));
    value(DeviceKey.CLOCK, word -> player.clock(word.equals("present")));
    value(DeviceKey.SMART, word -> player.smart(word.equals("present")));
    for (int number = 0; number < lines.driveCount(); number++) {
      describe(number, player.drive(number));
    }
  }

  private static int buffers(String word, int part) {
    return Integer.parseInt(word.split("x")[part]);
  }

  private void describe(int number, RockboxDrive drive) {
    value(number, DeviceKey.STORAGE, word -> drive.storage(StorageKind.of(word)));
    value(number, DeviceKey.VENDOR, drive::vendor);
    value(number, DeviceKey.PRODUCT, drive::product);
    value(number, DeviceKey.REVISION, drive::revision);
    value(number, DeviceKey.BLOCK_SIZE, word -> drive.blockSize(Integer.parseInt(word)));
    value(number, DeviceKey.BLOCKS, word -> drive.blocks(Long.parseLong(word)));
    value(number, DeviceKey.FILL, word -> drive.fill(Fill.parse(word)));
    value(
        number,
        DeviceKey.VIRTUAL_BLOCK_MULTIPLIER,
        word -> drive.virtualBlockMultiplier(Integer.parseInt(word)));
    value(number, DeviceKey.ATA_IDENTIFY, word -> drive.ataIdentify(identify));
  }

  private void value(DeviceKey key, Consumer<String> use) {
    said(key, lines.value(key)).ifPresent(use);
  }

  private void value(int drive, DeviceKey key, Consumer<String> use) {
    said(key, lines.value(drive, key)).ifPresent(use);
  }

  private Optional<String> said(DeviceKey key, Optional<String> value) {
    return value.filter(word -> target.value(key.toString()).isEmpty());
  }
}
