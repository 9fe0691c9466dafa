package dev.umsim.bench.attack;

import java.io.IOException;

/** One way to be hostile, again and again. */
interface Attack extends AutoCloseable {
  /** What is attacked, as a row of the table. */
  String surface();

  /** What an input is, in the plural. */
  String inputs();

  /** Attacks for a while, some seconds at most, and looks at what has become of the victim. */
  void round(Tally tally) throws Exception;

  /** Looks at it all once more, after the last round. */
  default void finish(Tally tally) throws Exception {}

  @Override
  default void close() throws IOException {}
}
