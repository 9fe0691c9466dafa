package dev.umsim.sim.check;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The catalogue as a page for people, {@code docs/checks.md}. */
public final class CataloguePage {
  private static final int COLUMNS = 120;

  private CataloguePage() {}

  /** The page in Markdown. */
  public static String markdown() {
    var text = new StringBuilder();
    for (var line : INTRODUCTION) {
      text.append(line).append('\n');
    }
    for (var group : Group.values()) {
      var checks = Catalogue.ALL.stream().filter(each -> each.group() == group).toList();
      text.append("\n## ").append(group).append("\n");
      checks.forEach(each -> append(each, text));
    }
    return text.toString();
  }

  private static void append(Check check, StringBuilder text) {
    var parts = new ArrayList<String>();
    parts.add("`" + check.id() + "`: " + check.title() + ".");
    parts.add(check.clause() + ".");
    switch (check.severity()) {
      case SHALL -> {}
      case FORGIVEN -> parts.add("Every known host forgives it.");
      case TRIPS_HOSTS -> parts.add("Legal; hosts trip over it.");
    }
    if (!check.hosts().isEmpty()) {
      parts.add("Hosts: " + check.hosts() + ".");
    }
    var needs =
        check.needs().stream()
            .filter(need -> need != Need.COMMANDS)
            .sorted()
            .map(Need::words)
            .distinct()
            .collect(Collectors.joining("; "));
    if (!needs.isEmpty()) {
      parts.add("Needs " + needs + ".");
    }
    text.append('\n').append(wrapped("- " + String.join(" ", parts))).append('\n');
  }

  private static String wrapped(String text) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (var word : text.split(" ")) {
      if (line.length() + 1 + word.length() > COLUMNS) {
        lines.add(line.toString());
        line = new StringBuilder("  ").append(word);
      } else {
        line.append(line.isEmpty() ? "" : " ").append(word);
      }
    }
    lines.add(line.toString());
    return String.join("\n", lines);
  }

  private static final List<String> INTRODUCTION =
      List.of(
          "# Checks",
          "",
          "What `ums check` looks for, each check one clause. A check passes, fails, or warns; it is",
          "not applicable where its clause does not concern a device, and not run where a need is not",
          "met or what it builds upon did not come about.",
          "",
          "    ums check sim:rockbox-2026",
          "    ums check exec:./device --strict --junit report.xml --baseline known.toml",
          "    ums check usbip://host/1-1 --group descriptors,requests",
          "",
          "A warning is about what a standard allows and a known host trips over, or about a broken",
          "*shall* that every known host forgives; the latter fails with `--strict`. Legal choices",
          "fail nothing: a check asks for one of all answers that the standards leave open.",
          "",
          "After each check a probe sees whether the device still takes requests and commands. One",
          "that does not is brought back by Reset Recovery, a reset of its port, plugging it in again",
          "or starting its program again; what it took is a finding of the check that wedged it, and",
          "stands as `revivedBy` in the rows of `--json` (schema `ums-check/1`: `id`, `group`,",
          "`title`, `clause`, `severity`, `outcome`, `detail`, `findings`, `revivedBy`, `known`,",
          "`exchange`, `seconds`; a finding has `clause`, `expected`, `seen` and `fingerprint`).",
          "",
          "A device that answers NAK for `--nak-timeout` is not answering; the check is run once more",
          "with 30 s, and slowness alone is a warning. A real device that has hung three times is waited",
          "for a 25th of it, or eight times its longest answer, and for less than 30 s the next time.",
          "A group ends where it had to be plugged in again three times.",
          "",
          "A baseline (`--write-baseline FILE`, then a reason for each finding, then `--baseline FILE`)",
          "names findings that are lived with, by check and fingerprint. They fail nothing, and are",
          "`known` in JSON and skipped in JUnit's XML. One that is not found any more does fail.",
          "",
          "This page is made from the catalogue by `CatalogueTest` with `-Dupdate=golden`.");
}
