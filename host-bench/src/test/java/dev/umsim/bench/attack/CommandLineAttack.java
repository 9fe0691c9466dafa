package dev.umsim.bench.attack;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of words that are those of commands, in any order and with any values. */
final class CommandLineAttack implements Attack {
  private static final int LINES = 50;

  /** What ends by itself and soon. */
  private static final List<String> COMMANDS =
      List.of(
          "bench",
          "replay",
          "record",
          "restore",
          "compare",
          "sweep",
          "profile check",
          "profile show",
          "profile keys",
          "image create",
          "image info",
          "image commit",
          "image discard",
          "list targets",
          "list profiles",
          "list deviations",
          "help",
          "help bench",
          "help nosuch",
          "nosuch",
          "");

  private static final List<String> OPTIONS =
      List.of(
          "--size",
          "--bs",
          "--op",
          "--lun",
          "--seed",
          "--repeat",
          "--speed",
          "--profile",
          "--workload",
          "--host",
          "--verify",
          "--no-sync",
          "--all",
          "--interface",
          "--force",
          "--fat",
          "--label",
          "--partition",
          "--help",
          "--yes",
          "--allow-writes",
          "-v",
          "--",
          "--nosuch",
          "--set",
          "--fold",
          "--markdown",
          "--in-place",
          "--unguarded");

  private static final List<String> VALUES =
      List.of(
          "0",
          "1",
          "-1",
          "512",
          "4k",
          "64k",
          "99999999999999999999",
          "1x1k",
          "read",
          "write",
          "full",
          "high",
          "sim:reference?size=1M",
          "sim:rockbox-2026",
          "sim:sansa-e280/of",
          "sim:reference?size=0",
          "sim:reference?block-size=0",
          "sim:reference?blocks=-1",
          "sim:nosuch",
          "usbip://127.0.0.1:1/1-1",
          "usb:0000:0000",
          "usb:@1-",
          "sim:",
          "ideal",
          "linux-2.6.24",
          "dd-read",
          "fat-sync",
          "\u0000",
          "\u20ac",
          "",
          "=",
          "a=b",
          "%",
          "FOLDER/image",
          "FOLDER/no",
          "FOLDER/no/no",
          "FOLDER",
          "/dev/null",
          "sansa-e280/of");

  private final Path folder;

  CommandLineAttack(Path folder) {
    this.folder = folder;
  }

  @Override
  public String surface() {
    return "command line";
  }

  @Override
  public String inputs() {
    return "lines";
  }

  @Override
  public void round(Tally tally) {
    var random = tally.random();
    for (int i = 0; i < LINES; i++) {
      var words = new ArrayList<String>();
      var command = COMMANDS.get(random.nextInt(COMMANDS.size()));
      words.addAll(command.isEmpty() ? List.of() : List.of(command.split(" ")));
      if (command.equals("image create") || command.equals("record")) {
        // What is written, so that nothing else of the line is.
        words.add(folder.resolve("created").toString());
      }
      for (int count = random.nextInt(6); count > 0; count--) {
        var from = random.nextBoolean() ? OPTIONS : VALUES;
        words.add(from.get(random.nextInt(from.size())).replace("FOLDER", folder.toString()));
      }
      if (command.equals("bench")) {
        // Bounded, whatever the target.
        words.addAll(List.of("--size", "64k"));
      }
      Said.run(tally, surface(), words.toArray(String[]::new));
    }
  }
}
