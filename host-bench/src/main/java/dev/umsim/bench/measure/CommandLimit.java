package dev.umsim.bench.measure;

/**
 * The largest command that a device takes, where that is less than a host likes to send.
 *
 * @param bytes of the largest that passed
 * @param refusedBytes of the smallest that did not
 * @param why what the device said to that
 */
record CommandLimit(boolean writes, int bytes, int refusedBytes, String why) {
  /** One line for a person. */
  String text() {
    return (writes ? "writes" : "reads")
        + " of up to "
        + bytes
        + " bytes pass, and of "
        + refusedBytes
        + " bytes fail: "
        + why;
  }
}
