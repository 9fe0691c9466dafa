package dev.umsim.sim.image;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A directory to be put into an image, or the root of all that is put there.
 *
 * <p>An instance can be held by FAT: its names are legal there and no two of them differ in
 * capitals only.
 *
 * @param name its name; empty for the root
 * @param children in the order in which they are laid out
 */
public record SourceDirectory(String name, Instant modified, List<SourceNode> children)
    implements SourceNode {

  /** An empty root. */
  public static final SourceDirectory EMPTY = new SourceDirectory("", Instant.EPOCH, List.of());

  /** Checks the children's names; an {@link ImageRefusal} names the one that FAT cannot hold. */
  public SourceDirectory {
    children = List.copyOf(children);
    Map<String, String> seen = new HashMap<>();
    for (SourceNode child : children) {
      LongName.fault(child.name())
          .ifPresent(
              fault -> {
                throw new ImageRefusal("the name \"%s\" %s", child.name(), fault);
              });
      String other = seen.put(LongName.key(child.name()), child.name());
      if (other != null) {
        throw new ImageRefusal("\"%s\" and \"%s\" are the same name on FAT", other, child.name());
      }
    }
  }
}
