package dev.umsim.sim.serve;

/**
 * How much has gone over an attachment.
 *
 * @param transfers that have ended
 * @param commands of Bulk-Only Transport among them
 * @param bytesIn bytes of bulk endpoints to the host
 * @param bytesOut bytes of bulk endpoints from the host
 * @param errors transfers that ended with something else than data or a STALL
 */
public record Traffic(long transfers, long commands, long bytesIn, long bytesOut, long errors) {
  /** Nothing yet. */
  public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0);

  /** What came since an earlier state of the same attachment. */
  public Traffic since(Traffic earlier) {
    return new Traffic(
        transfers - earlier.transfers,
        commands - earlier.commands,
        bytesIn - earlier.bytesIn,
        bytesOut - earlier.bytesOut,
        errors - earlier.errors);
  }
}
