package dev.umsim.bench.linux;

/**
 * What {@code dd} would print, and what the disk was asked for in that time.
 *
 * @param bytes how many were copied
 * @param nanos from when all files were open to when the output was closed, in the time of the
 *     processor
 * @param traffic the commands of that time
 */
public record WorkloadResult(long bytes, long nanos, Traffic traffic) {}
