package dev.umsim.core.rockbox;

/** The one sense record of the driver, for all units, that only a success clears. */
final class SenseRecord {
  /** What is told by it. */
  enum Cause {
    NONE(0, 0),
    MEDIUM_NOT_PRESENT(0x02, 0x3a),
    WRITE_ERROR(0x03, 0x0c),
    READ_ERROR(0x03, 0x11),
    INVALID_OPCODE(0x05, 0x20),
    OUT_OF_RANGE(0x05, 0x21),
    INVALID_FIELD(0x05, 0x24);

    private final int key;
    private final int code;

    Cause(int key, int code) {
      this.key = key;
      this.code = code;
    }

    int key() {
      return key;
    }

    /** ASC; ASCQ is 0 in all of them. */
    int code() {
      return code;
    }
  }

  private Cause cause = Cause.NONE;

  void set(Cause cause) {
    this.cause = cause;
  }

  void clear() {
    cause = Cause.NONE;
  }

  Cause cause() {
    return cause;
  }
}
