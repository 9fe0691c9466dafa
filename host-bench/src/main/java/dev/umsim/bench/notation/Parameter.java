package dev.umsim.bench.notation;

/** Something that whoever asks for an operation chooses, and that a message may have to name. */
public enum Parameter {
  BLOCK_SIZE("block size"),
  SIZE("size"),
  OFFSET("offset"),
  UNIT("unit"),
  REPETITIONS("number of repetitions"),
  SWEPT_KEY("key"),
  SPEED("speed"),
  PACE("pace"),
  PROFILE("profile"),
  SERVED_DEVICE("device");

  private final String words;

  Parameter(String words) {
    this.words = words;
  }

  /** What it is called where there is no command line. */
  @Override
  public String toString() {
    return words;
  }
}
