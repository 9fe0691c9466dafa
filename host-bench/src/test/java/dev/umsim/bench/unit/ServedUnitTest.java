package dev.umsim.bench.unit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.medium.MemoryMedium;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the end of a server says of what was written. */
class ServedUnitTest {
  /** Takes everything, and can make nothing durable. */
  private static final class ForgetfulMedium implements Medium {
    private final MemoryMedium inner = new MemoryMedium(512, 64);

    @Override
    public int blockSize() {
      return inner.blockSize();
    }

    @Override
    public long blockCount() {
      return inner.blockCount();
    }

    @Override
    public boolean writeProtected() {
      return false;
    }

    @Override
    public void read(BlockAccess access) {
      inner.read(access);
    }

    @Override
    public void write(BlockAccess access) {
      inner.write(access);
    }

    @Override
    public void synchronize(BlockAccess access) {
      access.fail(access.firstBlock());
    }
  }

  private static ServedUnit unit(String image) {
    var unit =
        new TargetUnit(
            TargetUnit.Kind.REMOVABLE_DISK,
            Path.of(image),
            new ForgetfulMedium(),
            null,
            null,
            null);
    return new ServedUnit(Runnable::run, unit, 512, medium -> MediumBay.of(unit.slot(medium)));
  }

  @Test
  void everyImageThatMayLackSomethingIsNamed() {
    assertThatThrownBy(() -> ServedUnit.closeAll(List.of(unit("a.img"), unit("b.img"))))
        .hasMessage(
            "a.img may lack what was written last: it failed; see that its disk is sound and has"
                + " room, and write it again; b.img may lack what was written last: it failed; see"
                + " that its disk is sound and has room, and write it again");
  }

  @ParameterizedTest
  @ValueSource(strings = {"usb:1234:5678", "sim:reference?size=1M", "usbip://127.0.0.1/1-1"})
  void aDeviceIsNoMedium(String target) {
    assertThatThrownBy(() -> unit("a.img").swap(target))
        .isInstanceOf(NotationException.class)
        .hasMessage("'" + target + "' is a device and no medium; put an image file into the drive");
  }
}
