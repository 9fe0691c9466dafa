package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of accesses when the file fails, and when it is told to be durable. */
class FileMediumFaultTest {
  private static final byte[] CONTENT = TestBytes.random(1, 16 * 512);

  private final MemoryChannel channel = new MemoryChannel(CONTENT);
  private FileMedium medium;
  private MediumUser user;

  @BeforeEach
  void open() throws IOException {
    medium = FileMedium.of(Path.of("disk.img"), channel, 512, false);
    user = new MediumUser(medium);
  }

  @AfterEach
  void close() throws IOException {
    user.close();
    medium.close();
  }

  @Test
  void aBadSectorFailsItsBlockAndNoOther() {
    channel.spoil(5 * 512 + 200);
    var access = user.beginRead(2, 8);
    assertThat(access.failedBlock()).isEqualTo(5);
    assertThat(user.bytes(access)).isEqualTo(Arrays.copyOfRange(CONTENT, 2 * 512, 5 * 512));
    user.giveBack(access);
    assertThat(medium.lastFailure()).get().hasToString("java.io.IOException: Input/output error");

    assertThat(user.read(6, 10)).isEqualTo(Arrays.copyOfRange(CONTENT, 6 * 512, 16 * 512));
    channel.spoil(-1);
    assertThat(user.read(0, 16)).isEqualTo(CONTENT);
  }

  @Test
  void aFullDiskFailsTheFirstBlockThatFindsNoRoom() {
    channel.fillUp(4 * 512 + 100);
    var data = TestBytes.random(2, 8 * 512);
    assertThat(user.tryWrite(1, data)).isEqualTo(3);
    assertThat(medium.lastFailure())
        .get()
        .hasToString("java.io.IOException: No space left on device");
    assertThat(user.read(1, 3)).isEqualTo(Arrays.copyOf(data, 3 * 512));
    assertThat(user.tryWrite(8, data)).isZero();

    channel.fillUp(Long.MAX_VALUE);
    assertThat(user.tryWrite(8, data)).isEqualTo(8);
    assertThat(user.read(8, 8)).isEqualTo(data);
  }

  @Test
  void aFullDiskFailsAWriteWithForceUnitAccessWithoutForcing() {
    channel.fillUp(0);
    assertThat(user.tryWriteDurably(1, new byte[512])).isZero();
    assertThat(channel.asked()).containsExactly("write 512 512");
  }

  @Test
  void transfersInSmallPartsAreCompleted() {
    channel.moveAtOnce(100);
    var data = TestBytes.random(2, 8 * 512);
    user.write(4, data);
    assertThat(user.read(4, 8)).isEqualTo(data);
    channel.moveAtOnce(Integer.MAX_VALUE);
    assertThat(user.read(4, 8)).isEqualTo(data);
  }

  @Test
  void onlySynchronizationAndForceUnitAccessForce() {
    user.write(4, new byte[1024]);
    assertThat(channel.asked()).containsExactly("write 2048 1024");
    assertThat(user.tryWriteDurably(5, new byte[512])).isEqualTo(1);
    assertThat(channel.asked()).containsExactly("write 2560 512", "force");
    assertThat(user.synchronize()).isTrue();
    assertThat(channel.asked()).containsExactly("force");
    user.read(0, 16);
    assertThat(channel.asked()).isEmpty();
  }

  @Test
  void aForceThatFailsMakesNothingDurable() {
    channel.failForces(2);
    assertThat(user.tryWriteDurably(5, new byte[1024])).isZero();
    assertThat(user.synchronize()).isFalse();
    assertThat(medium.lastFailure()).get().hasToString("java.io.IOException: Input/output error");
    assertThat(user.synchronize()).isTrue();
  }

  @Test
  void readOnlyDoesNotForce() throws IOException {
    try (var readOnly = FileMedium.of(Path.of("disk.img"), channel, 512, true);
        var reader = new MediumUser(readOnly)) {
      assertThat(reader.synchronize()).isTrue();
      assertThat(channel.asked()).isEmpty();
    }
  }
}
