package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * A run of the program in this process, with what it printed.
 *
 * @param status its exit status
 */
public record Ums(int status, String out, String err) {
  /** Runs it with these arguments. */
  public static Ums run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int status = Main.execute(new PrintWriter(out), new PrintWriter(err), arguments);
    return new Ums(status, out.toString(), err.toString());
  }

  /** It was good, and said nothing but its results. */
  public Ums expectGood() {
    assertThat(err).isEmpty();
    assertThat(status).isZero();
    return this;
  }

  /** It failed, with one line and without results. */
  void expectLine(int expectedStatus, String line) {
    assertThat(err).isEqualTo("ums: " + line + System.lineSeparator());
    assertThat(out).isEmpty();
    assertThat(status).isEqualTo(expectedStatus);
  }
}
