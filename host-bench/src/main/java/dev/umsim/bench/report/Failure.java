package dev.umsim.bench.report;

/**
 * What kept a run from having all its rows.
 *
 * @param where the row, as {@code full write 4k}, or what was done
 * @param line what went wrong, with the remedy
 * @param exitStatus that goes with it
 */
public record Failure(String where, String line, int exitStatus) {}
