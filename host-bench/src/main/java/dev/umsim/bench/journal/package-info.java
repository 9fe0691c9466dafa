/** Real devices are only read; or else what is written to them is put back. */
package dev.umsim.bench.journal;
