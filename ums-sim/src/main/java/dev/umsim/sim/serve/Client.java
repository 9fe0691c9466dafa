package dev.umsim.sim.serve;

/**
 * Who uses an exported device from outside: one connection of a protocol. All calls come on the
 * event loop.
 */
public interface Client {
  /** Who it is, for events: where it connected from. */
  String name();

  /** A transfer has ended. Its frame is the client's again, which has to release it. */
  void completed(ClientTransfer transfer);

  /** All that could be completed for now has been: what was written can be sent. */
  void flush();

  /** The device was unplugged; the attachment has ended. */
  void deviceGone();
}
