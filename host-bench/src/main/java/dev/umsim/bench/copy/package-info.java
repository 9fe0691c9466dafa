/** Copies data from and to a disk, checks it, and tells how long that took. */
package dev.umsim.bench.copy;
