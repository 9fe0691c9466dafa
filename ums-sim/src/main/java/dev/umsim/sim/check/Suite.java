package dev.umsim.sim.check;

import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.RefusedTransferException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs checks against a device, each from a known state.
 *
 * <p>After each a probe sees whether the device still takes commands. One that does not is brought
 * back, and what it took to do so is a finding of the check that has wedged it.
 */
public final class Suite {
  private static final int DEATHS_OF_A_GROUP = 3;
  private static final int HANGS_UNTIL_BRIEF = 3;
  private static final int REPLUGS_OF_A_GROUP = 3;
  private static final int BRIEFEST_SHARE = 25;
  private static final int ANSWERS_OF_PATIENCE = 8;
  private static final int SHARE_AFTER_WAIT_IN_VAIN = 4;
  private static final String ALIVE =
      "BOT 1.0, 5.3 and 6.7: after its status a device takes the next command";

  private static final Pattern MANNER =
      Pattern.compile("was ended by signal \\d+( \\(\\w+\\))?|ended with status \\d+");

  private final SuiteOptions options;
  private final Session session;
  private final long begun = System.nanoTime();
  private final Map<Group, Integer> deaths = new EnumMap<>(Group.class);
  private final Map<Group, Integer> replugs = new EnumMap<>(Group.class);
  private final Set<String> slowKnown = new HashSet<>();
  private long longPatienceNanos;
  private int hangs;
  private Optional<String> noCommands = Optional.empty();
  private boolean dead;
  private boolean cutShort;

  private Suite(CheckedDevice device, SuiteOptions options) {
    this.options = options;
    session = new Session(device, options.patienceNanos());
    longPatienceNanos = options.longPatienceNanos();
  }

  /**
   * Runs those checks of the catalogue that were chosen.
   *
   * @param progress is told of each result
   * @throws DeviceGoneException if the device cannot be reached at all
   */
  public static SuiteReport run(
      CheckedDevice device, SuiteOptions options, Consumer<CheckResult> progress)
      throws DeviceGoneException {
    return run(Catalogue.ALL, device, options, progress);
  }

  static SuiteReport run(
      List<Check> checks,
      CheckedDevice device,
      SuiteOptions options,
      Consumer<CheckResult> progress)
      throws DeviceGoneException {
    var suite = new Suite(device, options);
    try (var session = suite.session) {
      suite.noCommands = Acquaintance.make(session);
      var results = new ArrayList<CheckResult>();
      for (var check : checks) {
        if (options.chosen().test(check)) {
          var result = suite.run(check);
          results.add(result);
          progress.accept(result);
        }
      }
      return suite.report(results);
    }
  }

  private SuiteReport report(List<CheckResult> results) {
    var medium = session.facts().units().stream().filter(UnitFacts::ready).findFirst();
    return new SuiteReport(
        results,
        dead || cutShort,
        session.facts().speed(),
        medium.map(UnitFacts::blockSize).orElse(0),
        medium.map(UnitFacts::blockCount).orElse(0L));
  }

  private CheckResult run(Check check) {
    var why = whyNot(check);
    if (why.isPresent()) {
      return without(check, Outcome.NOT_RUN, why.get());
    }
    var unit = unit(check);
    if (unit == null && check.needs().stream().anyMatch(Need::concernsUnit)) {
      return without(check, Outcome.NOT_APPLICABLE, "it has not " + missing(check));
    }
    long start = session.nanos();
    var attempt = attempt(check, unit, patienceNanos());
    if (attempt.unanswered && !dead && !slowKnown.contains(attempt.key())) {
      if (hangs >= HANGS_UNTIL_BRIEF) {
        shortenLongPatience();
      }
      var patient = attempt(check, unit, longPatienceNanos);
      if (patient.unanswered || !patient.findings.isEmpty()) {
        slowKnown.add(attempt.key());
        shortenLongPatience();
      } else {
        attempt = slow(check, patient);
      }
    }
    return result(check, attempt, session.nanos() - start);
  }

  /**
   * How long an answer is waited for: less where the device hangs again and again and waiting costs
   * real time, though always longer than it has ever taken for an answer.
   */
  private long patienceNanos() {
    if (hangs < HANGS_UNTIL_BRIEF || !session.waitingCosts()) {
      return options.patienceNanos();
    }
    long brief =
        Math.max(
            options.patienceNanos() / BRIEFEST_SHARE,
            ANSWERS_OF_PATIENCE * session.longestAnswerNanos());
    return Math.min(options.patienceNanos(), brief);
  }

  /** One that hangs is not given the same long time for every way in which it does. */
  private void shortenLongPatience() {
    if (session.waitingCosts()) {
      longPatienceNanos =
          Math.max(options.patienceNanos(), longPatienceNanos / SHARE_AFTER_WAIT_IN_VAIN);
    }
  }

  private Optional<String> whyNot(Check check) {
    if (dead) {
      return Optional.of("the device answers no more");
    }
    boolean late =
        options.budgetNanos().isPresent()
            && System.nanoTime() - begun > options.budgetNanos().getAsLong();
    if (late) {
      cutShort = true;
      return Optional.of("the budget of time is spent");
    }
    if (deaths.getOrDefault(check.group(), 0) >= DEATHS_OF_A_GROUP) {
      cutShort = true;
      return Optional.of("the device died " + DEATHS_OF_A_GROUP + " times in this group");
    }
    if (replugs.getOrDefault(check.group(), 0) >= REPLUGS_OF_A_GROUP) {
      cutShort = true;
      return Optional.of(
          "the device hung "
              + REPLUGS_OF_A_GROUP
              + " times in this group until it was plugged in again");
    }
    for (var need : check.needs()) {
      var missing = missing(need);
      if (missing.isPresent()) {
        return missing;
      }
    }
    return Optional.empty();
  }

  private Optional<String> missing(Need need) {
    var device = session.device();
    boolean there =
        switch (need) {
          case WRITES, STATE -> device.changesAllowed();
          case MEDIUM_FAULTS, MEDIUM_CHANGES, POWER_CUTS -> device.controls().isPresent();
          case UNCONFIGURED -> device.canBeUnconfigured();
          default -> true;
        };
    if (!there) {
      return Optional.of("it needs " + need.words());
    }
    return need == Need.COMMANDS || need.concernsUnit() ? noCommands : Optional.empty();
  }

  private @Nullable UnitFacts unit(Check check) {
    return session.facts().units().stream()
        .filter(unit -> check.needs().stream().allMatch(need -> need.fits(unit)))
        .findFirst()
        .orElse(null);
  }

  private static String missing(Check check) {
    return check.needs().stream()
        .filter(Need::concernsUnit)
        .map(Need::words)
        .sorted()
        .reduce((one, other) -> one + " that is also " + other)
        .orElse("such a unit");
  }

  private static CheckResult without(Check check, Outcome outcome, String why) {
    return new CheckResult(check, outcome, why, List.of(), Optional.empty(), 0, List.of());
  }

  /** What came of one attempt. */
  private static final class Attempt {
    private final List<Finding> findings = new ArrayList<>();
    private List<Step> trace = List.of();
    private Optional<NotJudged> unjudged = Optional.empty();
    private Optional<Rung> revivedBy = Optional.empty();
    private String remark = "";
    private boolean unanswered;

    /** What was not answered. */
    private String question = "";

    String key() {
      return question;
    }
  }

  private Attempt attempt(Check check, @Nullable UnitFacts unit, long patienceNanos) {
    var attempt = new Attempt();
    session.setPatienceNanos(patienceNanos);
    boolean gone = false;
    try {
      prepare();
    } catch (DeviceGoneException | Stuck | NotJudged e) {
      // What is wrong shows in the check, or after it.
    }
    session.trace().clear();
    var trial = new Trial(session, check, unit, options.seed());
    try {
      check.body().run(trial);
    } catch (NotJudged e) {
      attempt.unjudged = Optional.of(e);
    } catch (RefusedTransferException e) {
      attempt.unjudged =
          Optional.of(new NotJudged(Outcome.NOT_RUN, "it needs " + Need.WRITES.words()));
    } catch (Stuck e) {
      boolean legal = check.severity() == Severity.TRIPS_HOSTS;
      trial.note(e.clause(), legal ? Severity.TRIPS_HOSTS : Severity.SHALL, e.expected(), e.seen());
      if (legal) {
        session.oweRecovery();
      }
      attempt.unanswered = e.unanswered();
      if (e.unanswered()) {
        hangs++;
      }
      attempt.question = e.clause();
    } catch (DeviceGoneException e) {
      gone = true;
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      if (!isOfCheck(e)) {
        throw e;
      }
      // What came is not even of a length that could be looked at.
      trial.note(
          check.clause(), Severity.SHALL, "what the check asks for", "a reply of the wrong length");
    }
    attempt.trace = List.copyOf(session.trace());
    afterwards(check, trial, attempt, gone);
    attempt.findings.addAll(trial.findings());
    attempt.remark = trial.remark();
    return attempt;
  }

  /** Whether it was the check itself, and not the device that is simulated. */
  private static boolean isOfCheck(RuntimeException e) {
    return Arrays.stream(e.getStackTrace())
        .map(StackTraceElement::getClassName)
        .filter(name -> name.startsWith("dev.umsim."))
        .findFirst()
        .filter(name -> name.startsWith(Suite.class.getPackageName() + "."))
        .isPresent();
  }

  private void prepare() throws DeviceGoneException {
    if (options.isolation() == SuiteOptions.Isolation.PROCESS && session.device().restart()) {
      session.attach();
      session.link().resetPort();
      session.resetPort();
    }
    if (noCommands.isEmpty()) {
      session.makeReady();
    }
  }

  private void afterwards(Check check, Trial trial, Attempt attempt, boolean gone) {
    if (check.needs().contains(Need.MEDIUM_FAULTS)) {
      session.device().controls().ifPresent(each -> each.failBlock(true, true, -1));
    }
    if (options.isolation() == SuiteOptions.Isolation.NONE && !gone) {
      return;
    }
    session.setPatienceNanos(patienceNanos());
    try {
      if (!gone) {
        session.payDebts();
        if (noCommands.isPresent() || session.probe()) {
          return;
        }
      }
    } catch (DeviceGoneException | RefusedTransferException e) {
      // Brought back below.
    }
    bringBack(check, trial, attempt, gone);
  }

  private void bringBack(Check check, Trial trial, Attempt attempt, boolean gone) {
    var death = session.device().death();
    if (gone && death.isEmpty()) {
      trial.note(ALIVE, Severity.SHALL, "the device stays", "the device has gone");
    }
    death.ifPresent(
        how -> {
          deaths.merge(check.group(), 1, Integer::sum);
          trial.note(ALIVE, Severity.SHALL, "the device lives", manner(how));
          trial.remark(how);
        });
    try {
      attempt.revivedBy = session.revive(true);
    } catch (DeviceGoneException | RefusedTransferException e) {
      attempt.revivedBy = Optional.empty();
    }
    dead = attempt.revivedBy.isEmpty();
    if (death.isEmpty()) {
      hangs++;
      if (session.waitingCosts()
          && attempt.revivedBy.filter(rung -> rung.compareTo(Rung.IMPORT) >= 0).isPresent()) {
        replugs.merge(check.group(), 1, Integer::sum);
      }
      trial.note(
          ALIVE,
          Severity.SHALL,
          "the device takes commands afterwards",
          attempt
              .revivedBy
              .map(rung -> "it took none until " + rung.words())
              .orElse("nothing brought it back"));
    }
  }

  /** How a program died, without what differs from run to run. */
  private static String manner(String words) {
    var manner = MANNER.matcher(words);
    return manner.find() ? "its program " + manner.group() : "its program has gone";
  }

  private static Attempt slow(Check check, Attempt patient) {
    patient.findings.add(
        new Finding(
            check.clause(),
            "an answer within the patience of a host",
            "an answer that came late",
            Severity.TRIPS_HOSTS,
            patient.trace.size()));
    return patient;
  }

  private CheckResult result(Check check, Attempt attempt, long nanos) {
    boolean fails = attempt.findings.stream().anyMatch(each -> each.fails(options.strict()));
    var outcome =
        fails
            ? Outcome.FAIL
            : !attempt.findings.isEmpty()
                ? Outcome.WARN
                : attempt.unjudged.map(NotJudged::outcome).orElse(Outcome.PASS);
    var detail = attempt.unjudged.map(NotJudged::getMessage).orElse(attempt.remark);
    return new CheckResult(
        check, outcome, detail, attempt.findings, attempt.revivedBy, nanos, attempt.trace);
  }
}
