/**
 * How well the model says what was measured: the cells of published tables, what becomes of each,
 * the fit of the values that are fitted, and the report of how far the rest lies off.
 */
package dev.umsim.bench.fidelity;
