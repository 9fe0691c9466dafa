package dev.umsim.bench.copy;

import java.util.Optional;

/**
 * What came of one copy.
 *
 * @param nanos from the first command wrapper to the last status wrapper, in the time of the link
 * @param commands how many there were
 * @param latency of the commands with data, where time is real
 * @param throughput over the time of the copy, likewise
 * @param verified whether the data is right, if that was looked at
 * @param difference where it is not
 * @param synchronizedCache whether SYNCHRONIZE CACHE passed, if it was sent
 */
record CopyResult(
    long bytes,
    long nanos,
    long commands,
    Optional<Latency> latency,
    Optional<Throughput> throughput,
    Optional<Boolean> verified,
    Optional<String> difference,
    Optional<Boolean> synchronizedCache) {}
