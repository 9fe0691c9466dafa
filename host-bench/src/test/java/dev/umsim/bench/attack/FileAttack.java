package dev.umsim.bench.attack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Files that are nearly what a command reads. */
final class FileAttack implements Attack {
  private static final int FILES = 20;

  private final String surface;
  private final List<byte[]> seeds;
  private final Path file;
  private final List<String[]> commands;

  /**
   * @param seeds files that are as they should be
   * @param commands what reads it; the word FILE stands for it
   */
  FileAttack(String surface, List<byte[]> seeds, Path file, List<String[]> commands) {
    this.surface = surface;
    this.seeds = seeds;
    this.file = file;
    this.commands = commands;
  }

  @Override
  public String surface() {
    return surface;
  }

  @Override
  public String inputs() {
    return "files";
  }

  @Override
  public void round(Tally tally) throws IOException {
    var random = tally.random();
    for (int i = 0; i < FILES; i++) {
      var command = commands.get(random.nextInt(commands.size())).clone();
      var seed = seeds.get(random.nextInt(seeds.size()));
      Files.write(file, Mutation.of(seed, random));
      for (int word = 0; word < command.length; word++) {
        command[word] = command[word].replace("FILE", file.toString());
      }
      Said.run(tally, surface, command);
    }
  }
}
