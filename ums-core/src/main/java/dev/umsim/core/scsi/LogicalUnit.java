package dev.umsim.core.scsi;

/**
 * A logical unit with what it remembers for its host: the sense of the last command, and the unit
 * attentions that wait (SAM-5, sections 5.13 and 5.14).
 *
 * <p>One host is all that a bulk-only device ever has, so there is one such memory for each unit.
 */
public final class LogicalUnit {
  private final DeviceServer server;
  private SenseData sense;

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

  /** The sense that REQUEST SENSE reports, which is thereby forgotten. */
  SenseData takeSense() {
    var kept = sense;
    sense = null;
    if (kept != null) {
      return kept;
    }
    var attention = attentions().take();
    return SenseData.of(attention != null ? attention : Sense.NO_SENSE);
  }

  /** The host's session is over: attentions are gone, and all settings are as at first. */
  void beginSession() {
    attentions().clear();
    server.slot().preventRemoval(false);
    server.resetSettings();
  }

  /** The transport was reset: attentions stay, and none is raised. */
  void resetTransport() {
    server.slot().preventRemoval(false);
  }
}
