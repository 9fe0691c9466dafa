/**
 * The mass storage stack of the Rockbox player firmware, state for state: its class driver, its own
 * chapter 9, and the single thread in which both run. It is no conformant stack, and departs from
 * the standards exactly where the real one does.
 */
@NullMarked
package dev.umsim.core.rockbox;

import org.jspecify.annotations.NullMarked;
