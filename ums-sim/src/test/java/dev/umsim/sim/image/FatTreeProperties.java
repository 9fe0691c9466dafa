package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

final class FatTreeProperties {
  private static final FatGeometry SMALL = FatSizing.choose(FatOptions.AUTOMATIC, 512, 8 << 11, 0);
  private static final String SHORT_NAME =
      "[A-Z0-9$%'\\-_@~`!(){}^#&]{1,8}(\\.[A-Z0-9$%'\\-_@~`!(){}^#&]{1,3})?";

  @Property(tries = 300)
  void any_tree_is_read_back(@ForAll long seed) throws IOException {
    SourceDirectory root = RandomTree.of(seed);
    MemoryImage image = new MemoryImage((int) SMALL.volumeBytes());
    FatLayout layout = FatLayout.of(root, SMALL, "L", node -> FatTime.EARLIEST);
    FatFormatter.write(FatFormatter.bootSector(SMALL, 0, 0, "L"), layout, image);
    FatVolume volume = FatVolume.open(image).orElseThrow();
    assertThat(Trees.describe(volume)).isEqualTo(Trees.describe(root));
    assertThat((long) volume.table().countFree())
        .isEqualTo(SMALL.clusterCount() - layout.usedClusterCount());
    assertThat(volume.label()).isEqualTo("L");
  }

  @Property(tries = 60)
  void any_tree_is_clean(@ForAll long seed, @ForAll FatType type) throws IOException {
    ExternalTool fsck = ExternalTool.of("fsck.fat", "dosfstools");
    ImagePlan plan = ImagePlan.builder(64 << 20).type(type).build();
    SourceTree tree = new SourceTree(RandomTree.of(seed), List.of());
    Path file = Files.createTempFile("tree", ".img");
    try {
      ImageBuilder.build(plan, tree, file, true);
      fsck.run("-n", file).expectSuccess();
    } finally {
      Files.delete(file);
    }
  }

  @Property(tries = 300)
  void aliases_are_legal_and_like_nothing_else(@ForAll long seed) {
    List<String> names = RandomTree.of(seed).children().stream().map(SourceNode::name).toList();
    Aliases aliases = new Aliases(names);
    Set<String> keys = new HashSet<>();
    names.forEach(name -> keys.add(LongName.key(name)));
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      String alias = aliases.choose(name).toString();
      assertThat(alias).matches(SHORT_NAME);
      assertThat(seen.add(alias)).as("%s for the first time", alias).isTrue();
      boolean belongsToAnother = keys.contains(alias) && !LongName.key(name).equals(alias);
      assertThat(belongsToAnother).as("%s is another's name", alias).isFalse();
    }
  }
}
