package dev.umsim.sim.image;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** A tree made from a seed: names short and long, similar and odd, to a depth of four. */
final class RandomTree {
  private static final String PLAIN = "abAB01.~ _+\u00e9";
  private static final List<String> ALIKE =
      List.of("LONGNA~1.TXT", "long name.txt", "Long name 2.txt", "longna~2.txt");
  private static final int DEPTH_MAX = 4;
  private static final int CHILDREN_MAX = 12;
  private static final int FILE_BYTES_MAX = 9_000;

  private final Random random;

  private RandomTree(long seed) {
    random = new Random(seed);
  }

  static SourceDirectory of(long seed) {
    return new RandomTree(seed).directory("", 1);
  }

  private SourceDirectory directory(String name, int depth) {
    List<SourceNode> children = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    for (int left = random.nextInt(CHILDREN_MAX); left > 0; left--) {
      String childName = name();
      if (LongName.fault(childName).isPresent() || !keys.add(LongName.key(childName))) {
        continue;
      }
      boolean isDirectory = depth < DEPTH_MAX && random.nextInt(4) == 0;
      children.add(
          isDirectory
              ? directory(childName, depth + 1)
              : Trees.file(childName, random.nextInt(FILE_BYTES_MAX)));
    }
    return new SourceDirectory(name, Trees.TIME, children);
  }

  private String name() {
    return switch (random.nextInt(6)) {
      case 0 -> ALIKE.get(random.nextInt(ALIKE.size()));
      case 1 -> name(1 + random.nextInt(LongName.LENGTH_MAX), Character.MAX_VALUE + 1);
      case 2 -> name(1 + random.nextInt(40), 128);
      default -> plainName();
    };
  }

  private String name(int length, int characterBound) {
    StringBuilder name = new StringBuilder();
    while (name.length() < length) {
      int c = random.nextInt(characterBound);
      if (LongName.fault("" + (char) c + "x").isEmpty()) {
        name.append((char) c);
      }
    }
    return name.toString();
  }

  private String plainName() {
    StringBuilder name = new StringBuilder();
    for (int left = 1 + random.nextInt(14); left > 0; left--) {
      name.append(PLAIN.charAt(random.nextInt(PLAIN.length())));
    }
    return name.toString();
  }
}
