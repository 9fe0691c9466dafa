/** The media behind logical units: image files, overlays, and what is swapped while served. */
package dev.umsim.bench.unit;
