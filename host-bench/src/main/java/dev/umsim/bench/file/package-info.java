/** Files that the program makes, and what becomes of them when it is ended early. */
package dev.umsim.bench.file;
