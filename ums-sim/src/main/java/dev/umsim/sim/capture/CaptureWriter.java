package dev.umsim.sim.capture;

import dev.umsim.core.usb.UsbLink;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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
  private final long beganAtNanos;
  private OutputStream part;
  private String description = "";
  private int parts;
  private long partBytes;
  private long ids;
  private long lastNanos;
  private boolean over;
  private IOException failure;

  /**
   * @param beganAtNanos the time of day, since 1970, from which links in real time count
   * @param ends is told once, in a sentence, if the capture ends before the work does
   */
  public CaptureWriter(
      CaptureOutput output, CaptureLimit limit, long beganAtNanos, Consumer<String> ends) {
    this.output = output;
    this.limit = limit;
    this.beganAtNanos = beganAtNanos;
    this.ends = ends;
  }

  /** A link that does what another one does, and is captured. */
  public synchronized UsbLink capture(UsbLink inner) {
    boolean simulated = inner.timeBase() == UsbLink.TimeBase.SIMULATED;
    // A device that is attached later is later, although its own time begins anew.
    long origin = simulated ? lastNanos : beganAtNanos;
    if (links.isEmpty()) {
      description = simulated ? "simulated time, from 0 on" : "time of day";
    }
    var link = new CapturingLink(inner, this, links.size() + 1, origin - inner.nanos());
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
    part.write(bytes);
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
