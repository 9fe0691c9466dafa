package dev.umsim.core.usb;

/**
 * What is to happen next, in the order in which it was asked for.
 *
 * <p>Completions go through here and not through the call that caused them: host, bus, device and
 * medium would otherwise call each other ever deeper. Whoever runs the link drains it.
 */
public final class ReadyRing {
  private Runnable[] ring = new Runnable[64];
  private int head;
  private int size;
  private boolean running;
  private Runnable onReady = () -> {};

  /** {@link UsbLink#onReady}. */
  public void onReady(Runnable note) {
    onReady = note;
    if (size > 0 && !running) {
      note.run();
    }
  }

  /** Whether somebody drains the ring, and will find what is added. */
  public void setRunning(boolean running) {
    this.running = running;
    if (size > 0 && !running) {
      onReady.run();
    }
  }

  /** Adds an action behind those that wait. */
  public void add(Runnable action) {
    if (size == 0 && !running) {
      onReady.run();
    }
    if (size == ring.length) {
      grow();
    }
    ring[head + size & ring.length - 1] = action;
    size++;
  }

  /** Runs the first action that waits; false if none does. */
  public boolean runOne() {
    if (size == 0) {
      return false;
    }
    var action = ring[head];
    ring[head] = null;
    head = head + 1 & ring.length - 1;
    size--;
    action.run();
    return true;
  }

  /** Whether nothing waits. */
  public boolean isEmpty() {
    return size == 0;
  }

  private void grow() {
    var larger = new Runnable[ring.length * 2];
    for (int i = 0; i < size; i++) {
      larger[i] = ring[head + i & ring.length - 1];
    }
    ring = larger;
    head = 0;
  }
}
