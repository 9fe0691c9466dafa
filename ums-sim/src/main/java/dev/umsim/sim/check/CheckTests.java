package dev.umsim.sim.check;

import dev.umsim.core.host.DeviceGoneException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/**
 * The catalogue as tests of JUnit 5: what a method with {@code @TestFactory} returns. JUnit has to
 * be on the class path for this class alone.
 */
public final class CheckTests {
  private CheckTests() {}

  /**
   * Checks a device, and gives a test for each check.
   *
   * <p>A check that fails fails its test, one that does not concern the device or was not run skips
   * it.
   *
   * @throws DeviceGoneException if the device cannot be reached at all
   */
  public static Stream<DynamicTest> of(CheckedDevice device, SuiteOptions options)
      throws DeviceGoneException {
    return Suite.run(device, options, result -> {}).results().stream().map(CheckTests::of);
  }

  private static DynamicTest of(CheckResult result) {
    return DynamicTest.dynamicTest(result.check().id(), () -> judge(result));
  }

  private static void judge(CheckResult result) {
    switch (result.outcome()) {
      case PASS, WARN -> {}
      case FAIL -> Assertions.fail(text(result));
      case NOT_APPLICABLE, NOT_RUN -> Assumptions.abort(result.detail());
    }
  }

  private static String text(CheckResult result) {
    return result.check().title()
        + result.findings().stream()
            .map(
                each ->
                    "\n  "
                        + each.clause()
                        + "\n    expected "
                        + each.expected()
                        + "\n    seen     "
                        + each.seen())
            .collect(Collectors.joining());
  }
}
