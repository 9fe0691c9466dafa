/** JMH benchmarks, compiled under the profile {@code jmh} only. */
package dev.umsim.bench.jmh;
