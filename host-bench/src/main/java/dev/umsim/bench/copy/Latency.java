package dev.umsim.bench.copy;

/**
 * How long the commands of a copy took, each from its wrapper to its status: so many nanoseconds
 * were not exceeded by half of them, by nine of ten, and so on. Three digits of each count.
 *
 * @param medianNanos of 50 % of the commands
 * @param p90Nanos of 90 %
 * @param p99Nanos of 99 %
 * @param p999Nanos of 99.9 %
 * @param maxNanos of all
 */
public record Latency(
    long medianNanos, long p90Nanos, long p99Nanos, long p999Nanos, long maxNanos) {}
