package dev.umsim.sim.deviation;

import dev.umsim.core.bot.MassStorageInterface;

/**
 * Where in a device the mass storage function stands.
 *
 * @param place its interface and endpoints; interfaces with lower numbers do nothing
 * @param interfacesBehind how many interfaces that do nothing stand behind it
 */
public record Composition(MassStorageInterface place, int interfacesBehind) {
  /** A device that does nothing else. */
  public static final Composition ALONE = new Composition(MassStorageInterface.ALONE, 0);
}
