package dev.umsim.sim.usbredir;

/** What one side can do beyond the first version of the protocol; bit n of the hello. */
enum Capability {
  BULK_STREAMS,
  CONNECT_DEVICE_VERSION,
  FILTER,
  DEVICE_DISCONNECT_ACK,
  ENDPOINT_MAX_PACKET_SIZE,
  IDS_OF_64_BITS,
  BULK_LENGTH_OF_32_BITS,
  BULK_RECEIVING;

  /** What this side can do. */
  static final int OURS =
      CONNECT_DEVICE_VERSION.bit()
          | DEVICE_DISCONNECT_ACK.bit()
          | ENDPOINT_MAX_PACKET_SIZE.bit()
          | IDS_OF_64_BITS.bit()
          | BULK_LENGTH_OF_32_BITS.bit();

  private int bit() {
    return 1 << ordinal();
  }

  /** Whether it is in such a set. */
  boolean in(int capabilities) {
    return (capabilities & bit()) != 0;
  }
}
