/** The command that serves devices to hosts in other programs, and the one that controls it. */
package dev.umsim.bench.serve;
