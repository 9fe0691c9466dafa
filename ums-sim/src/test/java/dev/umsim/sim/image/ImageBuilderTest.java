package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ImageBuilderTest {
  private static final Instant MOMENT = Instant.parse("2020-02-03T04:05:06Z");

  @TempDir Path directory;
  private Path source;
  private Path place;
  private Path file;

  @BeforeEach
  void prepare() throws IOException {
    source = Files.createDirectory(directory.resolve("source"));
    place = Files.createDirectory(directory.resolve("place"));
    file = place.resolve("stick.img");
  }

  private ImagePlanBuilder megabyte() {
    return ImagePlan.builder(1 << 20).source(source);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> paths = Files.list(place)) {
      return paths.map(path -> path.getFileName().toString()).toList();
    }
  }

  private static void set(Path path, Instant time) throws IOException {
    Files.setLastModifiedTime(path, FileTime.from(time));
  }

  @Test
  void copies_a_directory_of_the_host() throws IOException {
    Files.writeString(source.resolve("Read me.txt"), "hello");
    Files.createDirectories(source.resolve("a/b"));
    Files.writeString(source.resolve("a/b/C"), "deep");
    BuiltImage built = ImageBuilder.build(megabyte().build(), file, false);
    assertThat(built.file()).isEqualTo(file);
    assertThat(built.directoryCount()).isEqualTo(2);
    assertThat(built.fileCount()).isEqualTo(2);
    assertThat(built.usedClusterCount()).isEqualTo(4);
    assertThat(built.geometry().type()).isEqualTo(FatType.FAT12);
    assertThat(built.notes()).isEmpty();
    try (FileSource image = FileSource.open(file)) {
      assertThat(Trees.describe(FatVolume.open(image).orElseThrow()))
          .isEqualTo(Digests.below(source));
    }
    assertThat(files()).containsExactly("stick.img");
  }

  @Test
  void times_are_those_of_the_files() throws IOException {
    Path copied = Files.writeString(source.resolve("F"), "");
    set(copied, MOMENT.plusMillis(1_234));
    set(source, MOMENT);
    ImageBuilder.build(megabyte().label("L").build(), file, false);
    assertThat(entry(1).created()).contains(FatTime.of(MOMENT.plusMillis(1_230)));
    assertThat(entry(1).modified()).contains(FatTime.of(MOMENT));
    assertThat(entry(1).accessed()).contains(FatTime.of(Instant.parse("2020-02-03T00:00:00Z")));
    assertThat(entry(0).modified()).contains(FatTime.of(MOMENT));
  }

  @Test
  void a_given_time_is_that_of_all() throws IOException {
    set(Files.writeString(source.resolve("F"), ""), Instant.parse("2011-11-11T11:11:11Z"));
    ImageBuilder.build(megabyte().label("L").time(MOMENT).build(), file, false);
    assertThat(entry(0).modified()).contains(FatTime.of(MOMENT));
    assertThat(entry(1).modified()).contains(FatTime.of(MOMENT));
  }

  @Test
  void without_any_time_it_is_the_first_one() throws IOException {
    ImageBuilder.build(ImagePlan.builder(1 << 20).label("L").build(), file, false);
    assertThat(entry(0).modified()).contains(FatTime.EARLIEST);
  }

  private DirectoryEntry entry(int index) throws IOException {
    try (FileSource image = FileSource.open(file)) {
      FatGeometry geometry = FatVolume.open(image).orElseThrow().geometry();
      long root = geometry.rootDirectorySector() * geometry.sectorBytes();
      return DirectoryEntry.decodeAll(image.read(root, 512), geometry.type()).get(index);
    }
  }

  @Test
  void the_same_arguments_make_the_same_bytes() throws IOException {
    for (String name : List.of("b", "Long name", "a", "c")) {
      Files.writeString(source.resolve(name), name.repeat(1000));
    }
    Path other = Files.createDirectory(directory.resolve("other"));
    for (String name : List.of("c", "a", "b", "Long name")) {
      Files.writeString(other.resolve(name), name.repeat(1000));
      set(other.resolve(name), Instant.parse("2001-01-01T00:00:00Z"));
    }
    for (PartitionScheme scheme :
        List.of(PartitionScheme.NONE, PartitionScheme.MBR, PartitionScheme.GPT)) {
      ImagePlanBuilder builder =
          ImagePlan.builder(4 << 20).scheme(scheme).label("L").seed(7).time(MOMENT);
      ImageBuilder.build(builder.source(source).build(), file, true);
      byte[] first = Files.readAllBytes(file);
      ImageBuilder.build(builder.source(other).build(), file, true);
      assertThat(Files.mismatch(file, Files.write(directory.resolve("first"), first)))
          .isEqualTo(-1);
      ImageBuilder.build(builder.seed(8).build(), file, true);
      assertThat(Files.readAllBytes(file)).isNotEqualTo(first);
    }
  }

  @Test
  void an_existing_file_is_left_alone_unless_told() throws IOException {
    Files.writeString(file, "precious");
    assertThatThrownBy(() -> ImageBuilder.build(megabyte().build(), file, false))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("precious");
    ImageBuilder.build(megabyte().build(), file, true);
    assertThat(file).hasSize(1 << 20);
    assertThat(files()).containsExactly("stick.img");
  }

  @Test
  void what_is_no_plain_file_is_never_replaced() throws IOException {
    Path precious = Files.writeString(directory.resolve("precious"), "precious");
    Files.createSymbolicLink(file, precious);
    assertThatThrownBy(() -> ImageBuilder.build(megabyte().build(), file, true))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("is there and is not a plain file");
    assertThatThrownBy(() -> ImageBuilder.build(megabyte().build(), place, true))
        .isInstanceOf(FileSystemException.class);
    assertThat(precious).hasContent("precious");
  }

  @Test
  void too_much_data_is_refused_before_anything_is_written() throws IOException {
    Files.write(source.resolve("big"), new byte[2 << 20]);
    assertThatThrownBy(() -> ImageBuilder.build(megabyte().build(), file, false))
        .isInstanceOf(ImageRefusal.class)
        .hasMessage("the files need 1024 clusters of 2048 bytes, the volume has 502");
    assertThat(files()).isEmpty();
  }

  @Test
  void nothing_is_left_of_an_image_that_fails() {
    SourceFile broken =
        new SourceFile(
            "broken",
            MOMENT,
            10,
            () -> {
              throw new IOException("the disk is on fire");
            });
    SourceTree tree = new SourceTree(Trees.root(Trees.file("good", 9_000), broken), List.of());
    assertThatThrownBy(() -> ImageBuilder.build(ImagePlan.ofSize(1 << 20), tree, file, false))
        .hasMessage("the disk is on fire");
    assertThat(place).isEmptyDirectory();
  }

  @Test
  void a_failure_leaves_the_file_that_was_there() throws IOException {
    Files.writeString(file, "precious");
    SourceFile broken = new SourceFile("broken", MOMENT, 10, () -> Files.newByteChannel(place));
    SourceTree tree = new SourceTree(Trees.root(broken), List.of());
    assertThatThrownBy(() -> ImageBuilder.build(ImagePlan.ofSize(1 << 20), tree, file, true))
        .isInstanceOf(IOException.class);
    assertThat(file).hasContent("precious");
    assertThat(files()).containsExactly("stick.img");
  }

  @Test
  void a_directory_that_is_not_there_is_named() {
    Path nowhere = place.resolve("none/stick.img");
    assertThatThrownBy(() -> ImageBuilder.build(megabyte().build(), nowhere, false))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(nowhere + ": there is no such directory");
    ImagePlan plan = ImagePlan.builder(1 << 20).source(place.resolve("none")).build();
    assertThatThrownBy(() -> ImageBuilder.build(plan, file, false))
        .isInstanceOf(NotDirectoryException.class);
  }

  @Test
  void links_are_left_out_with_a_note() throws IOException {
    Path link = source.resolve("link");
    Files.createSymbolicLink(link, place);
    Files.writeString(source.resolve("file"), "x");
    BuiltImage built = ImageBuilder.build(megabyte().build(), file, false);
    assertThat(built.notes()).containsExactly("left out, symbolic link: " + link);
    assertThat(built.fileCount()).isEqualTo(1);
    assertThat(built.directoryCount()).isZero();
  }

  @Test
  void names_that_fat_cannot_hold_are_named_with_their_directory() throws IOException {
    Path inner = Files.createDirectory(source.resolve("inner"));
    Files.writeString(inner.resolve("what?"), "x");
    assertThatThrownBy(() -> ImageBuilder.build(megabyte().build(), file, false))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(inner + ": the name \"what?\" has the character U+003F, which FAT forbids");
  }

  @Test
  void holes_in_a_copied_file_stay_holes() throws IOException {
    SparseFile.create(source.resolve("sparse"), 600 << 20).close();
    ImageBuilder.build(ImagePlan.builder(1 << 30).source(source).build(), file, false);
    assertThat(file).hasSize(1 << 30);
    // The tables' entries: 600 MiB in clusters of 4 KiB, twice.
    assertThat(HostDisk.allocatedBytes(file)).isLessThan(2 << 20);
  }

  @Test
  void plans_refuse_what_cannot_be() {
    assertThatThrownBy(() -> ImagePlan.builder(1_000_000).build())
        .isInstanceOf(ImageRefusal.class)
        .hasMessage("a size of 1000000 bytes is not a multiple of blocks of 512 bytes");
    assertThatThrownBy(() -> ImagePlan.builder(0).build())
        .isInstanceOf(ImageRefusal.class)
        .hasMessage("a size of 0 bytes is not a multiple of blocks of 512 bytes");
    assertThatThrownBy(() -> ImagePlan.builder(1 << 20).blockBytes(256).build())
        .isInstanceOf(ImageRefusal.class)
        .hasMessage("blocks have 512, 1024, 2048 or 4096 bytes, not 256");
    assertThatThrownBy(
            () -> ImagePlan.builder(64 << 20).type(FatType.FAT32).blockBytes(4096).build())
        .isInstanceOf(ImageRefusal.class)
        .hasMessage(
            "FAT32 has 65525 clusters at least; 67108864 bytes make 16320 clusters of 4096 bytes in"
                + " blocks of 4096");
  }

  @Test
  void labels_are_checked() {
    assertThat(ImagePlan.builder(1 << 20).label("my stick").build().fat().label())
        .isEqualTo("MY STICK");
    assertThatThrownBy(() -> ImagePlan.builder(1 << 20).label("twelve chars").build())
        .isInstanceOf(ImageRefusal.class)
        .hasMessage("the label \"twelve chars\" has 12 characters, a FAT label has 11 at most");
    assertThatThrownBy(() -> ImagePlan.builder(1 << 20).label("a.b").build())
        .isInstanceOf(ImageRefusal.class)
        .hasMessage("the label \"a.b\" has the character U+002E, which FAT forbids there");
    assertThatThrownBy(() -> ImagePlan.builder(1 << 20).label(" a").build())
        .isInstanceOf(ImageRefusal.class)
        .hasMessage("the label \" a\" starts or ends with a blank, which FAT would drop");
  }
}
