package dev.umsim.core.scsi;

import java.util.ArrayDeque;

/**
 * What happened to a unit and still has to be told to its host (SAM-5, section 5.14).
 *
 * <p>Each cause waits once. A reset comes before all else, the rest in the order in which it came.
 */
public final class UnitAttentions {
  private final ArrayDeque<Sense> waiting = new ArrayDeque<>();

  /** Something happened that the host has to learn. */
  public void raise(Sense attention) {
    if (waiting.contains(attention)) {
      return;
    }
    if (attention.equals(Sense.POWER_ON_OR_RESET)) {
      waiting.addFirst(attention);
    } else {
      waiting.addLast(attention);
    }
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** The next one, which is thereby told; null if none waits. */
  Sense take() {
    return waiting.poll();
  }

  void clear() {
    waiting.clear();
  }
}
