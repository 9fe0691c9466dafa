package dev.umsim.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A disk of 1000 ns a revolution, 300 ns a seek beyond 10,000 bytes, and three slots. */
class DiskDriveTest {
  private static final long FAR = 1_000_000;

  private final DiskDrive disk =
      new DiskDrive(new DiskDrive.Mechanics(1_000_000_000, 1000, 300, 10_000, 3));

  @Test
  void aReadThatGoesOnIsReadAhead() {
    // Half a revolution to the first sector.
    assertThat(disk.readBegins(0, 0, 512, true)).isEqualTo(500);
    assertThat(disk.readBegins(1000, 512, 512, true)).isEqualTo(1000);
    // A gap costs half a revolution, and a seek where it is far.
    assertThat(disk.readBegins(2000, 2048, 512, true)).isEqualTo(2500);
    assertThat(disk.readBegins(3000, FAR, 512, true)).isEqualTo(3800);
  }

  @Test
  void aWriteThatIsWaitedForTakesARevolution() {
    assertThat(disk.writeEnds(0, 512, 512, false)).isEqualTo(1000);
    assertThat(disk.continuesWrite(1024)).isTrue();
    assertThat(disk.writeEnds(2000, 1024, 512, false)).isEqualTo(2000);
    assertThat(disk.writeEnds(3000, FAR, 512, false)).isEqualTo(4300);
    // From where it is now, 11,000 bytes back are far and 9,000 are near.
    assertThat(disk.writeEnds(5000, FAR + 512 - 9_000, 512, false)).isEqualTo(6000);
    assertThat(disk.writeEnds(7000, FAR + 1024 - 9_000 - 11_000, 512, false)).isEqualTo(8300);
  }

  @Test
  void writesAreKeptUntilThereIsNoSlot() {
    // Three go into the cache, and are written at 500, 1000 and 1500.
    assertThat(disk.writeEnds(0, 512, 512, true)).isZero();
    assertThat(disk.writeEnds(10, 2048, 512, true)).isEqualTo(10);
    assertThat(disk.writeEnds(20, 4096, 512, true)).isEqualTo(20);
    // The fourth waits for the first slot, and is written at 2000.
    assertThat(disk.writeEnds(30, 6144, 512, true)).isEqualTo(500);
    assertThat(disk.synchronizeEnds(600)).isEqualTo(2000);
    assertThat(disk.synchronizeEnds(2500)).isEqualTo(2500);
    // By 1600 three of them are on the disk.
    assertThat(disk.writeEnds(1600, 8192, 512, true)).isEqualTo(1600);
    assertThat(disk.synchronizeEnds(1600)).isEqualTo(2500);
  }

  @Test
  void aKeptWriteThatIsFarTakesItsSeek() {
    assertThat(disk.writeEnds(0, FAR, 512, true)).isZero();
    assertThat(disk.synchronizeEnds(0)).isEqualTo(800);
  }

  @Test
  void aDiskTurnsAndHasASlot() {
    assertThatThrownBy(() -> new DiskDrive.Mechanics(0, 1, 0, 0, 1)).hasMessageContaining("rate");
    assertThatThrownBy(() -> new DiskDrive.Mechanics(1, 0, 0, 0, 1)).hasMessageContaining("turns");
    assertThatThrownBy(() -> new DiskDrive.Mechanics(1, 1, 0, 0, 0)).hasMessageContaining("slot");
  }
}
