package dev.umsim.sim.check;

import dev.umsim.core.host.RawAnswer;
import org.jspecify.annotations.Nullable;

/** How a command went: its data phase, what came before its status, and the status. */
final class Reply {
  static final int STATUS_LENGTH = 13;

  private final Wrapper wrapper;
  private final @Nullable RawAnswer data;
  private final boolean emptyPacketBeforeStatus;
  private final boolean statusStalled;
  private final boolean inPlaceOfData;
  private final byte[] status;
  private SenseReply sense = SenseReply.NONE;

  /**
   * @param data null where there is no data phase, or the status came in its place
   * @param emptyPacketBeforeStatus whether an empty packet came where the status was read
   * @param statusStalled whether bulk-in was stalled where the status was read
   * @param inPlaceOfData whether the status came in the data phase
   * @param status its 13 bytes
   */
  Reply(
      Wrapper wrapper,
      @Nullable RawAnswer data,
      boolean emptyPacketBeforeStatus,
      boolean statusStalled,
      boolean inPlaceOfData,
      byte[] status) {
    this.wrapper = wrapper;
    this.data = data;
    this.emptyPacketBeforeStatus = emptyPacketBeforeStatus;
    this.statusStalled = statusStalled;
    this.inPlaceOfData = inPlaceOfData;
    this.status = status;
  }

  void setSense(SenseReply sense) {
    this.sense = sense;
  }

  /** What REQUEST SENSE gave after it failed; of no bytes if it was not asked. */
  SenseReply sense() {
    return sense;
  }

  private long little(int at) {
    return status[at] & 0xff
        | (status[at + 1] & 0xff) << 8
        | (status[at + 2] & 0xff) << 16
        | (status[at + 3] & 0xffL) << 24;
  }

  boolean signatureRight() {
    return little(0) == 0x53425355L;
  }

  boolean tagRight() {
    return (int) little(4) == wrapper.tag();
  }

  long residue() {
    return little(8);
  }

  int status() {
    return status[12] & 0xff;
  }

  boolean passed() {
    return status() == 0;
  }

  boolean failed() {
    return status() == 1;
  }

  boolean phaseError() {
    return status() == 2;
  }

  /** Bytes of the data phase that went over, in either direction. */
  int moved() {
    return data == null ? 0 : data.movedBytes();
  }

  /** What came in the data phase. */
  byte[] bytes() {
    return data == null ? new byte[0] : data.bytes();
  }

  int u8(int at) {
    return data == null ? -1 : data.u8(at);
  }

  int u16(int at) {
    return u8(at) << 8 | u8(at + 1);
  }

  long u32(int at) {
    return (long) u16(at) << 16 | u16(at + 2);
  }

  long u64(int at) {
    return u32(at) << 32 | u32(at + 4);
  }

  /** Whether the data phase ended in STALL. */
  boolean dataStalled() {
    return data != null && data.stalled();
  }

  /** Whether there was a STALL between the wrapper and the status. */
  boolean stalled() {
    return dataStalled() || statusStalled;
  }

  boolean statusStalled() {
    return statusStalled;
  }

  boolean babbled() {
    return data != null && data.babbled();
  }

  boolean emptyPacketBeforeStatus() {
    return emptyPacketBeforeStatus;
  }

  boolean inPlaceOfData() {
    return inPlaceOfData;
  }

  /** Whether all that was announced went over. */
  boolean full() {
    return moved() == wrapper.dataLength();
  }

  Wrapper wrapper() {
    return wrapper;
  }

  /** Status and sense. */
  String verdict() {
    return String.format("status %02x", status())
        + (sense == SenseReply.NONE ? "" : ", sense " + sense);
  }

  /** All of it, without what differs from run to run. */
  @Override
  public String toString() {
    var text = new StringBuilder();
    if (inPlaceOfData) {
      text.append("the status in place of the data, ");
    } else if (data != null) {
      text.append(moved()).append(" of ").append(wrapper.dataLength()).append(" bytes");
      text.append(dataStalled() ? " and STALL, " : babbled() ? " and babble, " : ", ");
    }
    if (emptyPacketBeforeStatus) {
      text.append("an empty packet, ");
    }
    if (statusStalled) {
      text.append("STALL, ");
    }
    return text.append(verdict()).append(", residue ").append(residue()).toString();
  }
}
