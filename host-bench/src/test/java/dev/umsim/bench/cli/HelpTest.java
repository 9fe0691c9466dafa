package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;

/** The help of every command. */
class HelpTest {
  /** What the formatter of descriptions would take for a conversion of its own. */
  private static final Pattern LONELY_PERCENT = Pattern.compile("(?<!%)(%%)*%(?![%n])");

  private static CommandLine program() {
    var nowhere = new PrintWriter(new StringWriter());
    return new Main().commandLine(nowhere, nowhere);
  }

  /** The words of every command. */
  private static List<List<String>> commands(CommandLine above, List<String> words) {
    var all = new ArrayList<List<String>>();
    all.add(words);
    above
        .getSubcommands()
        .forEach(
            (word, command) -> {
              var more = new ArrayList<>(words);
              more.add(word);
              all.addAll(commands(command, more));
            });
    return all;
  }

  @TestFactory
  Stream<DynamicTest> isTheSameByEitherWay() {
    return commands(program(), List.of()).stream()
        .filter(words -> !words.contains("help"))
        .map(
            words ->
                DynamicTest.dynamicTest(
                    "ums " + String.join(" ", words),
                    () -> {
                      var option = new ArrayList<>(words);
                      option.add("--help");
                      var byOption = Ums.run(option.toArray(String[]::new)).expectGood();
                      var command = new ArrayList<>(words);
                      command.add(0, "help");
                      var byCommand = Ums.run(command.toArray(String[]::new)).expectGood();
                      assertThat(byCommand.out())
                          .isEqualTo(byOption.out())
                          .startsWith("Usage: ums");
                    }));
  }

  /** What is a line of its own in the source is one in the help too, and then ends a sentence. */
  @TestFactory
  Stream<DynamicTest> breaksOffNowhere() {
    var program = program();
    return commands(program, List.of()).stream()
        .map(
            words ->
                DynamicTest.dynamicTest(
                    "ums " + String.join(" ", words), () -> assertWhole(program, words)));
  }

  /** A synopsis that is written by hand is not wrapped by hand either, and breaks within words. */
  @TestFactory
  Stream<DynamicTest> synopsesAreNoWiderThanATerminal() {
    var program = program();
    return commands(program, List.of()).stream()
        .map(words -> command(program, words))
        .map(
            command ->
                DynamicTest.dynamicTest(
                    command.getCommandSpec().qualifiedName(),
                    () ->
                        assertThat(command.getCommandSpec().usageMessage().customSynopsis())
                            .allSatisfy(
                                line -> assertThat("Usage: " + line.strip()).hasSizeLessThan(81))));
  }

  private static CommandLine command(CommandLine program, List<String> words) {
    var command = program;
    for (var word : words) {
      command = command.getSubcommands().get(word);
    }
    return command;
  }

  private static void assertWhole(CommandLine program, List<String> words) {
    var command = command(program, words);
    var usage = command.getCommandSpec().usageMessage();
    var texts = new ArrayList<>(Arrays.asList(usage.description()));
    texts.addAll(Arrays.asList(usage.footer()));
    command
        .getCommandSpec()
        .args()
        .forEach(each -> texts.addAll(Arrays.asList(each.description())));
    assertThat(texts)
        .allSatisfy(text -> assertThat(text).matches("(?s)|.*[.:;]( \\)|)"))
        .allSatisfy(text -> assertThat(LONELY_PERCENT.matcher(text).find()).as(text).isFalse());
  }

  @Test
  void isOfACommandThatThereIs() {
    for (var words :
        List.of(
            "foo --help",
            "--help foo",
            "help foo",
            "help image nosuch",
            "help image create nosuch",
            "image nosuch --help",
            "image foo --help create",
            "list --help foo")) {
      var run = Ums.run(words.split(" "));
      assertThat(run.status()).as(words).isEqualTo(2);
      assertThat(run.out()).as(words).isEmpty();
      assertThat(run.err()).as(words).startsWith("ums: ").hasLineCount(1);
    }
  }
}
