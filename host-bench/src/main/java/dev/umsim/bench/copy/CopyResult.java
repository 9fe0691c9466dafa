package dev.umsim.bench.copy;

import java.util.Optional;

/**
 * What came of one copy.
 *
 * @param nanos from the first command wrapper to the last status wrapper, in the time of the link
 * @param commands how many there were
 * @param verified whether the data is right, if that was looked at
 * @param difference where it is not
 */
record CopyResult(
    long bytes,
    long nanos,
    long commands,
    Optional<Boolean> verified,
    Optional<String> difference) {}
