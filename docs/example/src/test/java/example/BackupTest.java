package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.umsim.core.host.CommandFailedException;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.sim.stick.Stick;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackupTest {
  @Test
  void goesOnBehindABadBlock() throws Exception {
    try (var stick = Stick.ofBytes(64 * 512).plugIn()) {
      stick.failBlock(17);
      Backup.Source source =
          block -> {
            try {
              return stick.read(block, 1);
            } catch (CommandFailedException e) {
              return null;
            }
          };
      assertEquals(List.of(17L), Backup.badBlocks(source, stick.blockCount()));
    }
  }

  @Test
  void endsWhenTheStickIsPulled() throws Exception {
    try (var stick = Stick.ofBytes(64 * 512).plugIn()) {
      Backup.Source source =
          block -> {
            if (block == 5) {
              stick.unplug();
            }
            return stick.read(block, 1);
          };
      assertThrows(DeviceGoneException.class, () -> Backup.badBlocks(source, stick.blockCount()));
    }
  }
}
