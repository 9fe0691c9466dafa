/** Reports of what was measured: as a table, as JSON, as CSV, and command by command. */
package dev.umsim.bench.report;
