package dev.umsim.core.testing;

/**
 * How a command went, seen from the host.
 *
 * @param data bytes that came in, or nothing for a command that sends
 * @param movedBytes bytes of the data phase that went over, either way
 * @param stalled whether a data or status transfer was answered by STALL
 */
public record Outcome(byte[] data, int movedBytes, boolean stalled, Csw csw) {
  public int status() {
    return csw.status();
  }

  public long residue() {
    return csw.residue();
  }

  public String hex() {
    return Hex.text(data);
  }

  @Override
  public String toString() {
    return String.format(
        "%d bytes%s, status %02x, residue %d",
        movedBytes, stalled ? ", stall" : "", csw.status(), csw.residue());
  }
}
