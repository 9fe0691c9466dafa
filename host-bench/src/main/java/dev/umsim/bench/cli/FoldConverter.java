package dev.umsim.bench.cli;

import dev.umsim.bench.fidelity.Fold;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a fold. */
final class FoldConverter implements ITypeConverter<Fold> {
  @Override
  public Fold convert(String value) {
    for (var fold : Fold.values()) {
      if (fold.name().toLowerCase(Locale.ROOT).equals(value)) {
        return fold;
      }
    }
    throw new TypeConversionException("'" + value + "' is no fold; say sansa or ipod");
  }
}
