package dev.umsim.core.scsi;

import org.jspecify.annotations.Nullable;

/**
 * A logical unit with what it remembers for its host: the sense of the last command, the unit
 * attentions that wait (SAM-5, sections 5.13 and 5.14), and a deferred error (SPC-4, section
 * 4.5.5).
 *
 * <p>One host is all that a bulk-only device ever has, so there is one such memory for each unit.
 */
public final class LogicalUnit {
  private final DeviceServer server;
  private @Nullable SenseData sense;
  private @Nullable SenseData deferredError;

  /** A unit whose commands this server answers. */
  public LogicalUnit(DeviceServer server) {
    this.server = server;
  }

  DeviceServer server() {
    return server;
  }

  UnitAttentions attentions() {
    return server.slot().attentions();
  }

  void keep(SenseData senseData) {
    sense = senseData;
  }

  void forgetSense() {
    sense = null;
  }

  /**
   * A command failed that had been answered with GOOD. One such error waits to be told; of several
   * that come before it is, the first tells enough.
   */
  void deferError(SenseData senseData) {
    if (deferredError == null) {
      deferredError = senseData.asDeferred();
    }
  }

  boolean hasDeferredError() {
    return deferredError != null;
  }

  /** The deferred error, which is thereby told. */
  @Nullable SenseData takeDeferredError() {
    var taken = deferredError;
    deferredError = null;
    return taken;
  }

  /** The sense that REQUEST SENSE reports, which is thereby forgotten. */
  SenseData takeSense() {
    var kept = sense;
    sense = null;
    if (kept != null) {
      return kept;
    }
    var deferred = takeDeferredError();
    if (deferred != null) {
      return deferred;
    }
    var attention = attentions().take();
    return SenseData.of(attention != null ? attention : Sense.NO_SENSE);
  }

  /**
   * The host's session is over: attentions and a deferred error are gone, and all settings are as
   * at first.
   */
  void beginSession() {
    attentions().clear();
    deferredError = null;
    server.slot().preventRemoval(false);
    server.resetSettings();
  }

  /** The transport was reset: attentions and a deferred error stay, and none is raised. */
  void resetTransport() {
    server.slot().preventRemoval(false);
  }
}
