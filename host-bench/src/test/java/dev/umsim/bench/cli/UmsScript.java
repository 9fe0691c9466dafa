package dev.umsim.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Runs the commands in a file one after the other, for a guest, in which each start of a Java
 * runtime takes as long as many commands. A line that begins with {@code ums} runs in this process,
 * any other in a shell. Each line is printed before, behind a plus sign, and its status after it.
 */
final class UmsScript {
  private UmsScript() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var out = new PrintWriter(System.out, true);
    for (var line : Files.readAllLines(Path.of(arguments[0]))) {
      out.println("+ " + line);
      out.println("status " + (line.startsWith("ums ") ? ums(out, line) : shell(line)));
    }
  }

  private static int ums(PrintWriter out, String line) {
    var words = line.split(" ");
    int status = Main.execute(out, out, Arrays.copyOfRange(words, 1, words.length));
    out.flush();
    return status;
  }

  private static int shell(String line) throws IOException, InterruptedException {
    return new ProcessBuilder("sh", "-c", ". /functions; " + line).inheritIO().start().waitFor();
  }
}
