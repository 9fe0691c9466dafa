package dev.umsim.bench.copy;

/** Is told how far a series of copies has come. */
public interface Progress {
  /** Nobody looks. */
  Progress SILENT = new Progress() {};

  /** A copy begins, with everything that comes before it. */
  default void begin(String copy) {}

  /** The copy is of so many bytes. */
  default void expect(long bytes) {}

  /** So many more of them have been copied. */
  default void moved(long bytes) {}
}
