package dev.umsim.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetector.Level;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The build gives ordinary tests Netty's strictest leak detection, and timed ones none. Outside of
 * it, as in an IDE, either may be what it likes.
 */
@EnabledIfSystemProperty(named = "surefire.test.class.path", matches = ".+")
class LeakDetectionTest {

  @Test
  void watchesEveryBufferOfOrdinaryTests() {
    assertThat(ResourceLeakDetector.getLevel()).isEqualTo(Level.PARANOID);
  }

  @Test
  @Tag("timed")
  void leavesTimedTestsAlone() {
    assertThat(ResourceLeakDetector.getLevel()).isEqualTo(Level.DISABLED);
  }
}
