package dev.umsim.sim.capture;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.usb.UsbLink;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes a capture of what goes over links: pcapng, with records as usbmon makes them.
 *
 * <p>Each link is a bus of its own. A record is in the file as soon as it is known. Where a file
 * follows another one it begins with the descriptors again, without which no reader knows what the
 * endpoints are. What cannot be written ends the capture, and not the work that is captured.
 */
public final class CaptureWriter implements AutoCloseable {
  private static final String APPLICATION = "ums";

  private final CaptureOutput output;
  private final CaptureLimit limit;
  private final Consumer<String> ends;
  private final List<CapturingLink> links = new ArrayList<>();
  private final LongSupplier timeOfDayNanos;
  private @Nullable OutputStream part;
  private String description = "";
  private int parts;
  private long partBytes;
  private long ids;
  private long lastNanos;
  private boolean over;

  @SuppressWarnings("NullAway.Init")
  private IOException failure;

  /**
   * @param timeOfDayNanos the time that real links have, since 1970
   * @param ends is told once, in a sentence, if the capture ends before the work does
   */
  public CaptureWriter(
      CaptureOutput output,
      CaptureLimit limit,
      LongSupplier timeOfDayNanos,
      Consumer<String> ends) {
    this.output = output;
    this.limit = limit;
    this.timeOfDayNanos = timeOfDayNanos;
    this.ends = ends;
  }

  /** A link that does what another one does, and is captured in the time that it has. */
  public synchronized UsbLink capture(UsbLink inner) {
    if (inner.timeBase() == UsbLink.TimeBase.WALL) {
      return captureInRealTime(inner);
    }
    // A device that is attached later is later, although its own time begins anew.
    long origin = lastNanos - inner.nanos();
    return add(inner, () -> origin + inner.nanos(), "simulated time, from 0 on");
  }

  /**
   * The same of a device that was plugged in again: it stays on the bus on which it was, and is who
   * it was.
   */
  public synchronized UsbLink captureAgain(UsbLink inner) {
    var before = links.remove(links.size() - 1);
    var again = (CapturingLink) capture(inner);
    again.goOn(before);
    return again;
  }

  /** The same of a device that a host in real time uses, whatever its own time is. */
  public synchronized UsbLink captureInRealTime(UsbLink inner) {
    return add(inner, timeOfDayNanos, "time of day");
  }

  private UsbLink add(UsbLink inner, LongSupplier nanos, String time) {
    if (links.isEmpty()) {
      description = time;
    }
    var link = new CapturingLink(inner, this, links.size() + 1, nanos);
    links.add(link);
    return link;
  }

  /** Why the capture is not complete, if something failed. */
  public synchronized Optional<IOException> failure() {
    return Optional.ofNullable(failure);
  }

  synchronized long nextId() {
    return ++ids;
  }

  /**
   * Writes a record.
   *
   * @param comment what happened before it that is none; empty for nothing
   */
  synchronized void write(UrbEvent event, String comment) {
    if (over) {
      return;
    }
    lastNanos = Math.max(lastNanos, event.timeNanos());
    try {
      byte[] record = PcapNgWriter.packet(event, comment);
      if (part != null && partBytes + record.length > limit.partBytes()) {
        closePart();
        if (!limit.goesOn()) {
          end("the capture has its full size; what follows is not in it");
          return;
        }
      }
      if (part == null) {
        beginPart(event.timeNanos());
      }
      append(record);
    } catch (IOException e) {
      failure = e;
      end("the capture ends here: " + e.getMessage());
    }
  }

  private void end(String why) {
    over = true;
    ends.accept(why);
  }

  private void beginPart(long nanos) throws IOException {
    part = output.begin(parts, nanos);
    partBytes = 0;
    append(PcapNgWriter.begin(LinkType.USB_LINUX_MMAPPED, APPLICATION, description));
    if (parts > 0) {
      for (var link : links) {
        for (var event : link.descriptors()) {
          append(PcapNgWriter.packet(event, "from before this file"));
        }
      }
    }
    parts++;
  }

  private void append(byte[] bytes) throws IOException {
    requireNonNull(part).write(bytes);
    part.flush();
    partBytes += bytes.length;
  }

  private void closePart() throws IOException {
    if (part != null) {
      var closing = part;
      part = null;
      closing.close();
    }
  }

  /** The capture is over. A file without a single transfer is a capture too. */
  @Override
  public synchronized void close() throws IOException {
    if (!over && parts == 0) {
      beginPart(lastNanos);
    }
    over = true;
    closePart();
  }
}
