package dev.umsim.core.host;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a host has noticed about one device: each irregularity once, as it was seen first. */
public final class Notes {
  private final Map<Irregularity, Note> notes = new EnumMap<>(Irregularity.class);

  /** Notes an irregularity, unless it has been noted before. */
  void add(Irregularity irregularity, String seen) {
    notes.putIfAbsent(irregularity, new Note(irregularity, seen));
  }

  void addAll(Collection<Note> more) {
    more.forEach(note -> notes.putIfAbsent(note.irregularity(), note));
  }

  boolean has(Irregularity irregularity) {
    return notes.containsKey(irregularity);
  }

  /** All of them, in the order of {@link Irregularity}. */
  public List<Note> all() {
    return List.copyOf(notes.values());
  }
}
