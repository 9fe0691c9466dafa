/** Devices put together: functions, units, media and what they call themselves. */
@NullMarked
package dev.umsim.sim.device;

import org.jspecify.annotations.NullMarked;
