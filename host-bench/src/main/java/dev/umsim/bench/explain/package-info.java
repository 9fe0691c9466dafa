/** What a capture of somebody else's traffic says of a host and its device. */
package dev.umsim.bench.explain;
