package dev.umsim.sim.capture;

import java.nio.ByteBuffer;

/**
 * One record of a capture file, not yet understood.
 *
 * @param linkType what kind of bytes it has, a LINKTYPE of the tcpdump group's list
 * @param timeNanos when it was captured, since 1970 or since whatever the recorder counts from
 * @param fullLength how long it was before the capture's snapshot length cut it
 * @param bytes what is there of it, in the byte order of the machine that recorded
 */
record CapturedFrame(int linkType, long timeNanos, long fullLength, ByteBuffer bytes) {
  boolean isCut() {
    return fullLength > bytes.limit();
  }
}
