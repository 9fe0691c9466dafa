package dev.umsim.bench.firmware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The recipes for CI: files as the services want them, whose shell lines work. */
@Timeout(300)
class CiRecipesTest {
  private static final Path FOLDER = ExampleFirmware.FOLDER.resolve("ci");

  /**
   * Of GitHub's reference of workflows, and of metadata of actions; of GitLab's of its keywords.
   */
  private static final Set<String> WORKFLOW =
      Set.of("name", "run-name", "on", "permissions", "env", "defaults", "concurrency", "jobs");

  private static final Set<String> JOB =
      Set.of(
          "name",
          "permissions",
          "needs",
          "if",
          "runs-on",
          "environment",
          "concurrency",
          "outputs",
          "env",
          "defaults",
          "steps",
          "timeout-minutes",
          "strategy",
          "continue-on-error",
          "container",
          "services",
          "uses",
          "with",
          "secrets");
  private static final Set<String> STEP =
      Set.of(
          "id",
          "if",
          "name",
          "uses",
          "run",
          "working-directory",
          "shell",
          "with",
          "env",
          "continue-on-error",
          "timeout-minutes");
  private static final Set<String> ACTION =
      Set.of("name", "author", "description", "inputs", "outputs", "runs", "branding");
  private static final Set<String> INPUT =
      Set.of("description", "required", "default", "deprecationMessage");
  private static final Set<String> GITLAB_JOB =
      Set.of(
          "after_script",
          "allow_failure",
          "artifacts",
          "before_script",
          "cache",
          "coverage",
          "dependencies",
          "environment",
          "extends",
          "image",
          "interruptible",
          "needs",
          "parallel",
          "release",
          "resource_group",
          "retry",
          "rules",
          "script",
          "secrets",
          "services",
          "stage",
          "tags",
          "timeout",
          "trigger",
          "variables",
          "when");

  @TempDir private Path folder;

  private static JsonNode read(String file) {
    // yamllint needs a reader of YAML in Python, so that there is one.
    var json =
        ExternalTool.of("python3", "yamllint")
            .run(
                "-c",
                "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))",
                FOLDER.resolve(file))
            .expectSuccess()
            .output();
    return new ObjectMapper().readTree(json);
  }

  private static Set<String> keys(JsonNode node) {
    return Set.copyOf(node.propertyNames());
  }

  @ParameterizedTest
  @ValueSource(strings = {"github-workflow.yml", "action.yml", "gitlab-ci.yml"})
  void yamllintFindsNothing(String file) {
    var run =
        ExternalTool.of("yamllint", "yamllint")
            .run(
                "--strict",
                "-d",
                "{extends: default, rules: {line-length: {max: 120}}}",
                FOLDER.resolve(file))
            .expectSuccess();
    assertThat(run.output()).isEmpty();
  }

  @Test
  void theWorkflowHasTheKeysOfOne() {
    var workflow = read("github-workflow.yml");
    assertThat(WORKFLOW).containsAll(keys(workflow));
    for (var job : workflow.get("jobs")) {
      assertThat(JOB).containsAll(keys(job));
      for (var step : job.get("steps")) {
        assertThat(STEP).containsAll(keys(step));
        if (step.path("uses").asString("").contains("ums-check")) {
          assertThat(keys(read("action.yml").get("inputs"))).containsAll(keys(step.get("with")));
        }
      }
    }
  }

  @Test
  void theActionHasTheKeysOfOne() {
    var action = read("action.yml");
    assertThat(ACTION).containsAll(keys(action));
    assertThat(action.get("runs").get("using").asString()).isEqualTo("composite");
    for (var input : action.get("inputs")) {
      assertThat(INPUT).containsAll(keys(input));
    }
    for (var step : action.get("runs").get("steps")) {
      assertThat(STEP).containsAll(keys(step));
      // A step of an action that runs something has to name its shell.
      assertThat(step.has("run")).isEqualTo(step.has("shell"));
    }
  }

  @Test
  void theGitLabJobHasTheKeysOfOne() {
    for (var job : read("gitlab-ci.yml")) {
      assertThat(GITLAB_JOB).containsAll(keys(job));
    }
  }

  private static List<String> lines(String file) {
    var recipe = read(file);
    var lines = new ArrayList<String>();
    switch (file) {
      case "gitlab-ci.yml" -> {
        var script = new StringBuilder();
        recipe.get("firmware").get("script").forEach(line -> script.append(line.asString() + "\n"));
        lines.add(script.toString());
      }
      case "action.yml" -> addRuns(recipe.get("runs").get("steps"), lines);
      default -> addRuns(recipe.get("jobs").get("check").get("steps"), lines);
    }
    return lines;
  }

  private static void addRuns(JsonNode steps, List<String> lines) {
    for (var step : steps) {
      if (step.has("run")) {
        lines.add(step.get("run").asString() + "\n");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"github-workflow.yml", "action.yml", "gitlab-ci.yml"})
  void shellcheckFindsNothing(String file) throws IOException {
    var shellcheck = ExternalTool.of("shellcheck", "shellcheck");
    for (var lines : lines(file)) {
      var script = Files.writeString(folder.resolve("script"), lines);
      shellcheck.run("--shell", "bash", script).expectSuccess();
    }
  }

  /** In a folder with the example, as after a checkout, with what the other steps bring. */
  @ParameterizedTest
  @ValueSource(strings = {"github-workflow.yml", "action.yml", "gitlab-ci.yml"})
  void theirLinesWork(String file) throws Exception {
    for (var program : new String[] {"gcc", "make"}) {
      ExternalTool.require(program, program);
    }
    var ums = new UmsProgram(checkout(), folder.resolve("programs"));
    ums.shell("make -s example");
    for (var arguments : new String[] {"", "--full-speed"}) {
      for (var lines : lines(file)) {
        var run =
            ums.shell(
                lines,
                "ARGUMENTS",
                arguments,
                "PROGRAM",
                "./example",
                "JAR",
                "ums.jar",
                "REPORT",
                "report.json",
                "JUNIT",
                "report.xml",
                "BASELINE",
                "",
                "GITHUB_STEP_SUMMARY",
                folder.resolve("summary").toString());
        assertThat(run.status()).as("%s%s", lines, run.output()).isZero();
      }
    }
    if (file.equals("action.yml")) {
      expectReport();
    }
  }

  private void expectReport() throws IOException {
    assertThat(folder.resolve("summary")).content().contains("0 fail");
    Map<?, ?> report =
        new ObjectMapper().readValue(folder.resolve("checkout/report.json").toFile(), Map.class);
    assertThat(report.get("schema")).isEqualTo("ums-check/1");
  }

  /** A job that a fault has to fail does. */
  @Test
  void aFaultFailsTheAction() throws Exception {
    for (var program : new String[] {"gcc", "make"}) {
      ExternalTool.require(program, program);
    }
    var ums = new UmsProgram(checkout(), folder.resolve("programs"));
    ums.shell("make -s faulty-residue-zero");
    var run =
        ums.shell(
            lines("action.yml").get(0),
            "ARGUMENTS",
            "",
            "PROGRAM",
            "./faulty-residue-zero",
            "JAR",
            "ums.jar",
            "REPORT",
            "report.json",
            "JUNIT",
            "report.xml",
            "BASELINE",
            "",
            "GITHUB_STEP_SUMMARY",
            folder.resolve("summary").toString());
    assertThat(run.status()).as(run.output()).isEqualTo(1);
    assertThat(folder.resolve("summary")).content().contains("FAIL case-4-residue");
  }

  private Path checkout() throws IOException {
    var checkout = Files.createDirectory(folder.resolve("checkout"));
    try (Stream<Path> sources = Files.list(ExampleFirmware.SOURCES)) {
      for (var source : sources.filter(Files::isRegularFile).toList()) {
        Files.copy(source, checkout.resolve(source.getFileName()));
      }
    }
    Files.copy(ExampleFirmware.FOLDER.resolve("ums_udc.h"), checkout.resolve("ums_udc.h"));
    return checkout;
  }
}
