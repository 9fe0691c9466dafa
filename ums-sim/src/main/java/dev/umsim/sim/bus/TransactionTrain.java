package dev.umsim.sim.bus;

/**
 * Transactions that go over the bus one behind the other: all alike but perhaps the last.
 *
 * <p>A transaction goes wholly into a frame or waits for the next one. All times follow from where
 * the train begins, so a train of any length costs nothing to compute.
 *
 * @param startFrame the frame in which it begins
 * @param startByte the byte time of that frame from which it may begin
 * @param count how many transactions
 * @param bytesEach byte times of each but the last
 * @param bytesLast byte times of the last
 */
record TransactionTrain(
    BusTiming timing, long startFrame, int startByte, int count, int bytesEach, int bytesLast) {

  /** A place on the bus, up to which it is taken. */
  record Place(long frame, int bytes) {
    /** The nanosecond by which this place is reached. */
    long nanos(BusTiming timing) {
      long part = bytes * timing.frameNanos() + timing.frameBytes() - 1;
      return frame * timing.frameNanos() + part / timing.frameBytes();
    }
  }

  /** Where the train is when so many of its transactions have gone. */
  Place placeAfter(int transactions) {
    int alike = Math.min(transactions, count - 1);
    var place = placeAfterAlike(alike);
    return transactions == count ? after(place, bytesLast) : place;
  }

  private Place placeAfterAlike(int transactions) {
    int inFirst = (timing.frameBytes() - startByte) / bytesEach;
    if (transactions <= inFirst) {
      return new Place(startFrame, startByte + transactions * bytesEach);
    }
    int perFrame = timing.frameBytes() / bytesEach;
    int rest = transactions - inFirst;
    long frames = (rest + perFrame - 1) / perFrame;
    int inLast = rest - (int) (frames - 1) * perFrame;
    return new Place(startFrame + frames, inLast * bytesEach);
  }

  private Place after(Place place, int bytes) {
    return place.bytes() + bytes <= timing.frameBytes()
        ? new Place(place.frame(), place.bytes() + bytes)
        : new Place(place.frame() + 1, bytes);
  }

  /** When so many of its transactions have gone. */
  long nanosAfter(int transactions) {
    return placeAfter(transactions).nanos(timing);
  }

  /** How many of its transactions have gone at a time. */
  int goneAt(long nanos) {
    int gone = 0;
    int notGone = count + 1;
    while (notGone - gone > 1) {
      int middle = (gone + notGone) >>> 1;
      if (nanosAfter(middle) <= nanos) {
        gone = middle;
      } else {
        notGone = middle;
      }
    }
    return gone;
  }

  /** The same train, ended behind so many of its transactions, fewer than it has. */
  TransactionTrain cutAfter(int transactions) {
    return new TransactionTrain(timing, startFrame, startByte, transactions, bytesEach, bytesEach);
  }
}
