package dev.umsim.bench.journal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * The signals by which somebody ends the program: SIGHUP, SIGINT (Ctrl-C) and SIGTERM.
 *
 * <p>Whoever listens is told and ends the work, and the program then ends as usual, with all that
 * belongs to that and a status of its own. The virtual machine's own way, hooks at its shutdown,
 * leaves no choice of a status but by halting, which takes back nothing. While nobody listens, a
 * signal ends the program at once.
 */
public final class EndSignals {
  /** As a shell tells of a program that a signal has ended (POSIX.1-2017, XCU 2.8.2). */
  private static final int STATUS_BASE = 128;

  private static final List<String> NAMES = List.of("HUP", "INT", "TERM");

  private static final List<Runnable> LISTENERS = new ArrayList<>();
  private static int told;
  private static boolean unheard;

  private EndSignals() {}

  /** Takes the signals over, but for those that the program was started to ignore. */
  public static void takeOver() {
    NAMES.forEach(EndSignals::takeOver);
  }

  /**
   * The classes for this are of no module that may be compiled against without a warning, though
   * JEP 260 keeps them until there are others.
   */
  private static void takeOver(String name) {
    try {
      var signalClass = Class.forName("sun.misc.Signal");
      var handlerClass = Class.forName("sun.misc.SignalHandler");
      var signal = signalClass.getConstructor(String.class).newInstance(name);
      int number = (int) signalClass.getMethod("getNumber").invoke(signal);
      var handler =
          Proxy.newProxyInstance(
              EndSignals.class.getClassLoader(),
              new Class<?>[] {handlerClass},
              (proxy, method, arguments) -> {
                received(STATUS_BASE + number);
                return null;
              });
      signalClass.getMethod("handle", signalClass, handlerClass).invoke(null, signal, handler);
    } catch (InvocationTargetException e) {
      // Another system, which has no such signal, or -Xrs.
      return;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this Java has no signals; use one with jdk.unsupported", e);
    }
  }

  private static void received(int status) {
    List<Runnable> listeners;
    synchronized (LISTENERS) {
      if (LISTENERS.isEmpty() || unheard) {
        listeners = List.of();
      } else {
        told = told == 0 ? status : told;
        listeners = List.copyOf(LISTENERS);
      }
    }
    if (listeners.isEmpty()) {
      System.exit(status);
    }
    listeners.forEach(Runnable::run);
  }

  /** Somebody wants to be told. */
  public static void listen(Runnable listener) {
    synchronized (LISTENERS) {
      LISTENERS.add(listener);
    }
  }

  /** He does not any more. */
  public static void forget(Runnable listener) {
    synchronized (LISTENERS) {
      LISTENERS.remove(listener);
    }
  }

  /** Does what may wait for a person, while a signal ends the program whoever listens. */
  public static <T> T unheard(Supplier<T> question) {
    synchronized (LISTENERS) {
      unheard = true;
    }
    try {
      return question.get();
    } finally {
      synchronized (LISTENERS) {
        unheard = false;
      }
    }
  }

  /** The status that tells of the first signal that somebody has been told of. */
  public static OptionalInt status() {
    synchronized (LISTENERS) {
      return told == 0 ? OptionalInt.empty() : OptionalInt.of(told);
    }
  }

  /** A signal was what was waited for, and the program ends well. */
  public static void expected() {
    synchronized (LISTENERS) {
      told = 0;
    }
  }
}
