package dev.umsim.bench.measure;

import dev.umsim.core.host.Note;
import dev.umsim.core.scsi.Capacity;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink.TimeBase;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was measured of a device.
 *
 * @param name what it says that it is
 * @param reads commands that go on where the last one ended
 * @param writes the same of writes, if writing was allowed
 * @param scatteredWriteNanos a write of one block that goes on nowhere, if writing was allowed
 * @param writeNanos a write of one block that goes on where the last one ended
 * @param readyNanos TEST UNIT READY, a command without data
 * @param readSteps medians of reads around the sizes that buffers have, by their bytes
 * @param writeSteps the same of writes, if writing was allowed
 * @param limits of the size of commands, where some were found
 * @param notes what is irregular about it
 */
record DeviceFigures(
    String name,
    Speed speed,
    TimeBase timeBase,
    Capacity capacity,
    CommandTimes reads,
    Optional<CommandTimes> writes,
    double writeNanos,
    double scatteredWriteNanos,
    double readyNanos,
    Map<Integer, Double> readSteps,
    Map<Integer, Double> writeSteps,
    List<CommandLimit> limits,
    List<Note> notes) {}
