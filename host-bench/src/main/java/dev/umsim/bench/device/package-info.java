/** A device that can be attached, whatever it is and wherever it is. */
package dev.umsim.bench.device;
