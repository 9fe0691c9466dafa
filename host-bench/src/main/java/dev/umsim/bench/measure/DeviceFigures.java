package dev.umsim.bench.measure;

import dev.umsim.core.scsi.Capacity;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink.TimeBase;
import java.util.Optional;

/**
 * What was measured of a device.
 *
 * @param name what it says that it is
 * @param reads commands that go on where the last one ended
 * @param writes the same of writes, if writing was allowed
 * @param scatteredWriteNanos a write of one block that goes on nowhere, if writing was allowed
 * @param writeNanos a write of one block that goes on where the last one ended
 */
record DeviceFigures(
    String name,
    Speed speed,
    TimeBase timeBase,
    Capacity capacity,
    CommandTimes reads,
    Optional<CommandTimes> writes,
    double writeNanos,
    double scatteredWriteNanos) {}
