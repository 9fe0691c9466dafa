package dev.umsim.sim.capture;

import java.io.IOException;
import java.util.Optional;

/** Reads the frames of one kind of capture file. */
interface FrameReader {
  /** The longest frame that is believed: more than any transfer that a host asks for at once. */
  int FRAME_BYTES_MAX = 64 << 20;

  /**
   * The next frame, or nothing at the end.
   *
   * @throws MalformedCaptureException if the file is damaged here, or ends too early; nothing can
   *     be read behind that
   */
  Optional<CapturedFrame> next() throws IOException;
}
