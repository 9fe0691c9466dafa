package dev.umsim.sim.check;

import dev.umsim.core.host.DeviceGoneException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * One thing that a mass storage device must do, the place in a standard that says so, and how to
 * see it.
 *
 * @param id its name, in small letters with hyphens
 * @param clause the place in a standard
 * @param severity what it means when a device does not do it
 * @param needs without which it does not concern a device or cannot be run
 * @param hosts who trips over a device that does not; empty where none is known
 */
public record Check(
    String id,
    Group group,
    String title,
    String clause,
    Severity severity,
    Set<Need> needs,
    String hosts,
    Body body) {
  /** Sends what there is to send, and judges what comes. */
  @FunctionalInterface
  interface Body {
    void run(Trial trial) throws DeviceGoneException;
  }

  public Check {
    needs = Set.copyOf(needs);
    Objects.requireNonNull(body);
  }

  /** Begins a check. */
  static Builder check(Group group, String id, String title, String clause) {
    return new Builder(group, id, title, clause);
  }

  /** What is said of a check before its body is. */
  static final class Builder {
    private final Group group;
    private final String id;
    private final String title;
    private final String clause;
    private final Set<Need> needs = EnumSet.noneOf(Need.class);
    private Severity severity = Severity.SHALL;
    private String hosts = "";

    private Builder(Group group, String id, String title, String clause) {
      this.group = group;
      this.id = id;
      this.title = title;
      this.clause = clause;
    }

    Builder needs(Need... more) {
      needs.addAll(Arrays.asList(more));
      return this;
    }

    /** Every known host forgives it. */
    Builder forgiven() {
      severity = Severity.FORGIVEN;
      return this;
    }

    /** It is legal, and these hosts trip over it. */
    Builder trips(String who) {
      severity = Severity.TRIPS_HOSTS;
      hosts = who;
      return this;
    }

    /** It is a fault, and these hosts are known to trip over it. */
    Builder hosts(String who) {
      hosts = who;
      return this;
    }

    Check run(Body body) {
      return new Check(id, group, title, clause, severity, needs, hosts, body);
    }
  }
}
