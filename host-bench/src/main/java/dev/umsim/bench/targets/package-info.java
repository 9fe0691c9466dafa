/** The factory on top of all kinds of target. */
package dev.umsim.bench.targets;
