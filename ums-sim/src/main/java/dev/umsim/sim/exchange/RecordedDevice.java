package dev.umsim.sim.exchange;

import java.util.Optional;

/**
 * A device that is recorded as device lines describe it, so that the file can be played without
 * naming it.
 *
 * @param unsaid a line of text about what no device line can say; empty if they say all
 */
public record RecordedDevice(DeviceLines lines, Optional<String> unsaid) {}
