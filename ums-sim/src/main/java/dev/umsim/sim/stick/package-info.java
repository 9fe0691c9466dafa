/**
 * A simulated USB stick for tests in Java: make it, plug it in, read and write blocks, let it fail,
 * pull it. This package is the stable face of the library; everything below it may change.
 */
@NullMarked
package dev.umsim.sim.stick;

import org.jspecify.annotations.NullMarked;
