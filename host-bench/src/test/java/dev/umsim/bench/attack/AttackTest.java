package dev.umsim.bench.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.cli.Ums;
import dev.umsim.sim.medium.KeptOverlay;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every attack, a round of each, or for {@code -Dums.attack.seconds=N} each; {@code
 * -Dums.attack=REGEX} chooses among the surfaces, {@code -Dums.attack.seed} makes others of them.
 * {@code docs/attacks.md} tells what was run.
 */
@Tag("timed")
class AttackTest {
  private static final long SECONDS = Long.getLong("ums.attack.seconds", 0);
  private static final long SEED = Long.getLong("ums.attack.seed", 1);
  private static final Pattern CHOSEN = Pattern.compile(System.getProperty("ums.attack", ""));

  @TempDir private Path folder;

  /** Makes an attack, which may hold a server. */
  private interface Maker {
    Attack make() throws Exception;
  }

  private List<Maker> attacks() {
    return List.of(
        () -> new ServerAttack(new UsbIpMessages()),
        () -> new ServerAttack(new UsbRedirMessages()),
        UsbIpClientAttack::new,
        () -> new ControlAttack(folder),
        () -> new FileAttack("exchange files", exchanges(), file("x"), EXCHANGE_COMMANDS),
        () -> new FileAttack("profiles (TOML)", profiles(), file("p.toml"), PROFILE_COMMANDS),
        () -> new FileAttack("journals", journals(), file("journal"), JOURNAL_COMMANDS),
        () -> new FileAttack("overlays", overlays(), file("o.img.overlay"), overlayCommands()),
        () -> new FileAttack("images", images(), file("i.img"), IMAGE_COMMANDS),
        () -> new CommandLineAttack(folder),
        () -> new WriteKillAttack(folder, false),
        () -> new WriteKillAttack(folder, true),
        () -> new CommitKillAttack(folder),
        Soak::new);
  }

  @Test
  void nothingFromOutsideDoesHarm() throws Exception {
    var rows = new ArrayList<String>();
    var failures = new ArrayList<String>();
    for (var maker : attacks()) {
      try (var attack = maker.make()) {
        if (CHOSEN.matcher(attack.surface()).find()) {
          rows.add(row(attack, failures, SECONDS));
        }
      }
    }
    System.out.println("| surface | inputs | failures | seconds |");
    System.out.println("|---|---|---:|---:|");
    rows.forEach(System.out::println);
    failures.forEach(System.out::println);
    assertThat(failures).isEmpty();
  }

  private static String row(Attack attack, List<String> failures, long seconds) throws Exception {
    var tally = new Tally(SEED);
    long begin = System.nanoTime();
    do {
      attack.round(tally);
    } while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(seconds));
    attack.finish(tally);
    long took = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    tally.failures().forEach(each -> failures.add(attack.surface() + ": " + each));
    return String.format(
        "| %s | %,d %s | %d | %d |",
        attack.surface(), tally.inputs(), attack.inputs(), tally.failedCount(), took);
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  private static final List<String[]> EXCHANGE_COMMANDS =
      List.of(
          new String[] {"replay", "FILE", "sim:reference", "--all"},
          new String[] {"replay", "FILE", "sim:rockbox-2026"});

  private static List<byte[]> exchanges() {
    var text =
        """
        # cases
        ! stack reference
        ! storage ata-fixed
        ! blocks 1000
        ! fill lba-be64
        ! ata-identify linear-0x1234

        # INQUIRY
        > out 55534243010000002400000080000612000000240000000000000000000000
        < ack 31
        > in 36
        < data 36 *
        > in 13
        < data 13 55534253010000000000000000

        # READ(10)
        > out 5553424302000000000200008000 0a28000000000100000100000000000000
        < ack 31
        > in 512
        < data 512 crc32:12345678
        < or stall
        > clear-halt in
        < ok
        > bus-reset
        < ok
        > control 8006000100001200
        < data 18 12??00020000
        > fail-lba 7
        < ok
        """;
    return List.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static final List<String[]> PROFILE_COMMANDS =
      List.of(
          new String[] {"profile", "check", "FILE"},
          new String[] {"bench", "--profile", "FILE", "--size", "64k", "--op", "read"});

  private static List<byte[]> profiles() {
    var shown = Ums.run("profile", "show", "sansa-e280/of").out();
    return List.of(
        shown.getBytes(StandardCharsets.UTF_8),
        ("a = " + "[".repeat(3_000) + "]".repeat(3_000)).getBytes(StandardCharsets.UTF_8),
        "a.b.c = {d = {e = [1, 2.5, 1979-05-27T07:32:00Z]}}".getBytes(StandardCharsets.UTF_8));
  }

  private static final List<String[]> JOURNAL_COMMANDS =
      List.of(new String[] {"restore", "FILE"}, new String[] {"restore", "FILE", "sim:reference"});

  /** What a copy that was killed has left. */
  private List<byte[]> journals() throws Exception {
    var journal = file("left");
    try (var victim = new Victim();
        var child =
            new Child(
                folder,
                "bench",
                "usbip://127.0.0.1:" + victim.usbIp().getPort() + "/1-2",
                "--op",
                "write",
                "--bs",
                "512",
                "--size",
                "512k",
                "--allow-writes",
                "--yes",
                "--journal",
                journal.toString())) {
      while (child.isAlive() && (!Files.exists(journal) || Files.size(journal) < 100_000)) {
        Thread.onSpinWait();
      }
      child.kill();
    }
    assertThat(journal).exists();
    return List.of(Files.readAllBytes(journal));
  }

  private List<String[]> overlayCommands() {
    var image = file("o.img").toString();
    return List.of(
        new String[] {"image", "commit", "FILE"},
        new String[] {"bench", image + ",overlay", "--op", "read", "--size", "64k"},
        new String[] {"image", "discard", "FILE"});
  }

  private List<byte[]> overlays() throws IOException {
    var image = Files.write(file("o.img"), new byte[1 << 20]);
    try (var medium = KeptOverlay.of(image).open(512)) {
      assertThat(medium.writtenBlocks()).isZero();
    }
    return List.of(Files.readAllBytes(KeptOverlay.of(image).path()));
  }

  private static final List<String[]> IMAGE_COMMANDS =
      List.of(
          new String[] {"image", "info", "FILE"},
          new String[] {"bench", "FILE", "--op", "read", "--size", "64k"});

  private List<byte[]> images() throws IOException {
    var image = file("made.img");
    Ums.run("image", "create", image.toString(), "--size", "2M", "--partition", "mbr");
    if (!Files.exists(image)) {
      Ums.run("image", "create", image.toString(), "--size", "2M");
    }
    assertThat(image).exists();
    var bytes = Files.readAllBytes(image);
    // Structures stand at the beginning.
    return List.of(Arrays.copyOf(bytes, 64 << 10), bytes);
  }
}
