package dev.umsim.bench.cli;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;

/** Several numbers of bytes given as one option, with commas between them. */
record SizeList(List<Size> sizes) {
  /** All that were given, by one option or several; what is usual if there are none. */
  static List<Size> given(List<SizeList> lists, List<Size> usual) {
    return lists == null ? usual : lists.stream().flatMap(each -> each.sizes.stream()).toList();
  }

  /** Reads it. */
  static final class Converter implements ITypeConverter<SizeList> {
    private final Size.Converter each = new Size.Converter();

    @Override
    public SizeList convert(String text) {
      return new SizeList(Stream.of(text.split(",", -1)).map(each::convert).toList());
    }
  }
}
