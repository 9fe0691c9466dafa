package dev.umsim.core.firmware;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One event at a time, after a turnaround that those share which have come by its end. */
class SerialFirmwareTest {
  private final ArrayDeque<Runnable> turnarounds = new ArrayDeque<>();
  private final List<String> done = new ArrayList<>();
  private final SerialFirmware firmware = new SerialFirmware(turnarounds::add);
  private int ticket;

  private Runnable event(String name) {
    return () -> done.add(name);
  }

  private Runnable sleeper(String name) {
    return () -> {
      done.add(name);
      ticket = firmware.sleep();
    };
  }

  private void turn() {
    turnarounds.remove().run();
  }

  @Test
  void eachEventHasItsTurnaround() {
    firmware.post(event("a"));
    assertThat(turnarounds).hasSize(1);
    assertThat(done).isEmpty();
    turn();
    assertThat(done).containsExactly("a");
    assertThat(turnarounds).isEmpty();
    firmware.post(event("b"));
    assertThat(done).containsExactly("a");
    turn();
    assertThat(done).containsExactly("a", "b");
    assertThat(turnarounds).isEmpty();
  }

  @Test
  void eventsThatComeDuringATurnaroundShareIt() {
    firmware.post(event("a"));
    firmware.post(event("b"));
    assertThat(turnarounds).hasSize(1);
    turn();
    assertThat(done).containsExactly("a", "b");
    assertThat(turnarounds).isEmpty();
  }

  @Test
  void anEventThatComesFromAnotherHasATurnaroundOfItsOwn() {
    firmware.post(() -> firmware.post(event("b")));
    turn();
    assertThat(done).isEmpty();
    turn();
    assertThat(done).containsExactly("b");
  }

  @Test
  void anEventThatSleepsHoldsUpTheOthers() {
    firmware.post(sleeper("a"));
    firmware.post(event("b"));
    turn();
    firmware.post(event("c"));
    assertThat(turnarounds).isEmpty();
    firmware.wake(ticket, event("rest of a"));
    assertThat(done).containsExactly("a", "rest of a", "b");
    turn();
    assertThat(done).containsExactly("a", "rest of a", "b", "c");
  }

  @Test
  void anEventCanSleepAgain() {
    firmware.post(sleeper("a"));
    firmware.post(event("b"));
    turn();
    firmware.wake(ticket, sleeper("a again"));
    assertThat(turnarounds).isEmpty();
    firmware.wake(ticket, event("end of a"));
    assertThat(done).containsExactly("a", "a again", "end of a", "b");
    assertThat(turnarounds).isEmpty();
  }

  @Test
  void whatIsForgottenDoesNotHappen() {
    var forgotten = event("a");
    firmware.post(forgotten);
    firmware.forget(each -> each == forgotten);
    turn();
    assertThat(done).isEmpty();
    firmware.post(event("b"));
    turn();
    assertThat(done).containsExactly("b");
  }

  @Test
  void whatHasStoppedDoesNothing() {
    firmware.post(firmware::stop);
    firmware.post(event("a"));
    turn();
    firmware.post(event("b"));
    assertThat(turnarounds).isEmpty();
    assertThat(firmware.stopped()).isTrue();
    assertThat(done).isEmpty();
  }

  @Test
  void aNewLifeOwesNothingToTheOldOne() {
    firmware.post(sleeper("a"));
    turn();
    int old = ticket;
    firmware.stop();
    firmware.restart();
    firmware.post(event("b"));
    firmware.wake(old, event("rest of a"));
    turn();
    assertThat(done).containsExactly("a", "b");
    firmware.post(event("c"));
    firmware.stop();
    firmware.restart();
    turn();
    assertThat(done).containsExactly("a", "b");
  }

  @Test
  void withoutTimeItHappensAtOnce() {
    var immediate = new SerialFirmware(Turnaround.NONE);
    immediate.post(() -> immediate.post(event("b")));
    immediate.post(event("c"));
    assertThat(done).containsExactly("b", "c");
  }
}
