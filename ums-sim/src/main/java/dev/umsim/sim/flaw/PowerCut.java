package dev.umsim.sim.flaw;

/** Something that loses what it has not made durable when its power fails. */
@FunctionalInterface
public interface PowerCut {
  /** The power fails, and comes back at once. */
  void cutPower();
}
