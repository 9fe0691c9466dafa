package dev.umsim.bench.cli;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.SizeNotation;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of bytes given as an option. */
record Size(long bytes) {
  /** Reads it. */
  static final class Converter implements ITypeConverter<Size> {
    @Override
    public Size convert(String text) {
      try {
        return new Size(SizeNotation.parse(text));
      } catch (NotationException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
