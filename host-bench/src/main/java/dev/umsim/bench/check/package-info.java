/** The conformance suite on a target, and what is told of its results. */
package dev.umsim.bench.check;
