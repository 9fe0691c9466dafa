package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/**
 * What became of a job in a guest.
 *
 * @param status of the job's shell
 * @param output what it printed, standard error included, without spaces at the ends of lines
 * @param kernelLog what the kernel logged from the job's start on
 * @param emulatorErrors what QEMU wrote to its standard error
 */
record GuestRun(
    int status, List<String> output, List<KernelMessage> kernelLog, String emulatorErrors) {

  /** Checks that the job ended well; otherwise the test fails with its whole story. */
  GuestRun expectSuccess() {
    assertThat(status).as("status of the job in %s", this).isZero();
    return this;
  }

  /** What was printed by a command that the job ran with {@code say}. */
  List<String> printedBy(String command) {
    int start = output.indexOf("+ " + command);
    assertThat(start).as("\"+ %s\" in %s", command, this).isNotNegative();
    int end = start + 1;
    while (end < output.size() && !output.get(end).startsWith("+ ")) {
      end++;
    }
    return output.subList(start + 1, end);
  }

  /**
   * Warnings and worse between two marks, as of {@code dmesg -l warn,err}; but for the one that the
   * emulated processor stood still, as it does where others need the real one.
   */
  List<String> warningsBetween(String mark, String laterMark) {
    return kernelLog.subList(indexOfMark(mark), indexOfMark(laterMark)).stream()
        .filter(message -> message.level() <= KernelMessage.WARNING)
        .map(KernelMessage::text)
        .filter(text -> !text.startsWith("hrtimer: interrupt took "))
        .toList();
  }

  private int indexOfMark(String mark) {
    for (int i = 0; i < kernelLog.size(); i++) {
      if (kernelLog.get(i).text().equals("umsim: " + mark)) {
        return i;
      }
    }
    throw new AssertionError("no mark \"" + mark + "\" in " + this);
  }

  @Override
  public String toString() {
    var text = new StringBuilder("a job that ended with " + status + " and printed\n");
    output.forEach(line -> text.append("  ").append(line).append('\n'));
    text.append("while the kernel logged\n");
    for (var message : kernelLog) {
      text.append(
          "  <%d>[%.3f] %s%n".formatted(message.level(), message.seconds(), message.text()));
    }
    if (!emulatorErrors.isEmpty()) {
      text.append("and QEMU\n").append(emulatorErrors.indent(2));
    }
    return text.toString();
  }
}
