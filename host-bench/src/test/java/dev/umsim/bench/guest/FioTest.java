package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * fio writes blocks with checksums in a random order and verifies them; it runs in the guest from
 * the file system of this machine, which the guest sees over 9p and cannot change.
 */
@Tag("real-hosts-full")
class FioTest {
  private static final List<String> ROOT =
      List.of(
          "-virtfs", "local,path=/,mount_tag=root,security_model=none,readonly=on,multidevs=remap");

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void everyBlockIsVerified(Way way) throws Exception {
    ExternalTool.require("fio", "fio");
    var image = ServedDevice.emptyImage(folder.resolve("disk.img"), 64 << 20);
    GuestRun run;
    try (var device = ServedDevice.unplugged()) {
      var medium = device.medium(image, 512);
      device.plug(way.port(), builder -> builder.medium(medium));
      run =
          way.guest(device)
              .and(ROOT)
              .memory(512)
              .limit(Duration.ofMinutes(30))
              .run(
                  way.prepare(device)
                      + """
                        set -e
                        within 600 disk_ready sda
                        mark ready
                        host_folder root /host
                        for folder in dev proc sys; do mount -o bind /$folder /host/$folder; done
                        mount -t tmpfs tmpfs /host/tmp
                        verify() {
                          chroot /host fio --name=verify --filename=/dev/sda --thread --direct=1 \\
                            --ioengine=psync --rw=randwrite --bs=$1 --size=$(($1 * $2)) \\
                            --verify=crc32c --verify_fatal=1 --verify_state_save=0 \\
                            --minimal --terse-version=3
                        }
                        verify 512 %1$d
                        verify 4096 %1$d
                        verify 32768 %2$d
                        verify 65536 %2$d
                        verify 122880 %2$d
                        verify 1048576 %3$d
                        echo verified
                        mark done
                        """
                          .formatted(
                              way == Way.REDIR_UHCI ? 200 : 2000,
                              way == Way.REDIR_UHCI ? 8 : 100,
                              way == Way.REDIR_UHCI ? 2 : 16))
              .expectSuccess();
    }
    assertThat(run.output()).contains("verified");
    assertThat(run.warningsBetween("ready", "done")).isEmpty();
    assertThat(run.emulatorErrors()).isEmpty();
  }
}
