/** A device is measured, and what was found becomes a profile. */
package dev.umsim.bench.measure;
