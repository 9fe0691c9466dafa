package dev.umsim.bench.cli;

import dev.umsim.bench.journal.EndSignals;
import dev.umsim.bench.notation.NotationException;

/** Asks on the terminal whether something may be written, unless the command says so already. */
final class WriteQuestion {
  private WriteQuestion() {}

  /**
   * Asks.
   *
   * @param question what is to be allowed, without its question mark
   * @param afterwards what becomes of it, in a sentence
   * @throws NotationException if the answer is not yes, or there is nobody who could give it
   */
  static void ask(String question, String afterwards) {
    var console = System.console();
    if (console == null) {
      throw new NotationException(
          "there is no terminal on which to ask whether to "
              + question
              + "; add --yes if that is meant");
    }
    var answer =
        EndSignals.unheard(
            () ->
                console.readLine(
                    "%s? %s Type yes: ",
                    Character.toUpperCase(question.charAt(0)) + question.substring(1), afterwards));
    if (!"yes".equals(answer == null ? "" : answer.strip())) {
      throw new NotationException("nothing was written, as the answer was not yes");
    }
  }
}
