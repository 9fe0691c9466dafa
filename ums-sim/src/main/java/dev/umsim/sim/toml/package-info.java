/** Files in TOML that anybody may have written. */
@NullMarked
package dev.umsim.sim.toml;

import org.jspecify.annotations.NullMarked;
