/** Attacks on all that comes from outside: peers, files, command lines and kills. */
package dev.umsim.bench.attack;
