/** The commands and options of {@code ums}. */
package dev.umsim.bench.cli;
