/**
 * How long a medium takes: the firmware's storage driver and its port, and behind it a flash memory
 * or a disk that turns. The blocks themselves move at once; only when an access ends is a matter of
 * this room.
 */
@NullMarked
package dev.umsim.sim.drive;

import org.jspecify.annotations.NullMarked;
