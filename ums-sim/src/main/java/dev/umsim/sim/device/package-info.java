/** Devices put together: functions, units, media and what they call themselves. */
package dev.umsim.sim.device;
