package dev.umsim.core.scsi;

import java.util.ArrayDeque;

/**
 * A logical unit with what it remembers for its host: the sense of the last command, and the unit
 * attentions that wait (SAM-5, sections 5.13 and 5.14).
 *
 * <p>One host is all that a bulk-only device ever has, so there is one such memory for each unit.
 */
public final class LogicalUnit {
  private final DeviceServer server;
  private final ArrayDeque<Sense> attentions = new ArrayDeque<>();
  private SenseData sense;

  /** A unit whose commands this server answers. */
  public LogicalUnit(DeviceServer server) {
    this.server = server;
  }

  DeviceServer server() {
    return server;
  }

  /**
   * Something happened that the host has to learn: it stands in the place of the next command that
   * cannot ignore it. The same thing waits once. A reset comes before all else.
   */
  void raise(Sense attention) {
    if (attentions.contains(attention)) {
      return;
    }
    if (attention.equals(Sense.POWER_ON_OR_RESET)) {
      attentions.addFirst(attention);
    } else {
      attentions.addLast(attention);
    }
  }

  boolean attentionPending() {
    return !attentions.isEmpty();
  }

  Sense takeAttention() {
    return attentions.poll();
  }

  void keep(SenseData senseData) {
    sense = senseData;
  }

  void forgetSense() {
    sense = null;
  }

  /** The sense that REQUEST SENSE reports, which is thereby forgotten. */
  SenseData takeSense() {
    var kept = sense;
    sense = null;
    if (kept != null) {
      return kept;
    }
    var attention = attentions.poll();
    return SenseData.of(attention != null ? attention : Sense.NO_SENSE);
  }

  /** The host's session is over: sense and attentions are gone. */
  void forgetAll() {
    sense = null;
    attentions.clear();
  }
}
