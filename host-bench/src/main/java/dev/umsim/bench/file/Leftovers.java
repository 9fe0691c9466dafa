package dev.umsim.bench.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;

/**
 * Files and folders that must not outlive the program: they are deleted when this is closed or the
 * program is ended by a signal, the last one first.
 */
public final class Leftovers implements AutoCloseable {
  private final ArrayDeque<Path> paths = new ArrayDeque<>();
  private final Thread atExit = new Thread(this::deleteAtExit, "leftovers");

  /** Begins to take care. */
  public Leftovers() {
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** A file or folder that exists or will. */
  public synchronized void add(Path path) {
    paths.push(path);
  }

  /** It stays. */
  synchronized void forget(Path path) {
    paths.remove(path);
  }

  /** Deletes one of them now; anything else stays. */
  synchronized void delete(Path path) throws IOException {
    if (paths.remove(path)) {
      Files.deleteIfExists(path);
    }
  }

  private synchronized void deleteAll() throws IOException {
    while (!paths.isEmpty()) {
      Files.deleteIfExists(paths.pop());
    }
  }

  private void deleteAtExit() {
    try {
      deleteAll();
    } catch (IOException e) {
      System.err.println("ums: " + e + " is left behind");
    }
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The program is being ended, and the hook at work.
      return;
    }
    deleteAll();
  }
}
