/** The command line program: benchmarks and checks against simulated and real devices. */
package dev.umsim.bench;
