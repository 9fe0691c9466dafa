package dev.umsim.bench.journal;

/** Allows that a device is written; is told what it is. */
@FunctionalInterface
public interface Permission {
  /** Nobody has to be asked. */
  Permission GIVEN = device -> {};

  /**
   * Asks for it.
   *
   * @param device in words
   * @throws RuntimeException if it is not allowed
   */
  void require(String device);
}
