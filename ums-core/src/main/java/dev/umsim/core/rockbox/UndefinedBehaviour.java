package dev.umsim.core.rockbox;

/** Where the model stops because the source says nothing about what comes next. */
@FunctionalInterface
interface UndefinedBehaviour {
  /** The player is as good as crashed. */
  void reached(String what);
}
