/** What a command works on: how targets and sizes are written, and how a target is opened. */
package dev.umsim.bench.target;
