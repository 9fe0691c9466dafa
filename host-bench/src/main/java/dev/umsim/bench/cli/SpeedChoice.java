package dev.umsim.bench.cli;

import dev.umsim.core.usb.Speed;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The value of {@code --speed}. */
record SpeedChoice(List<Speed> speeds) {
  /** Reads it. */
  static final class Converter implements ITypeConverter<SpeedChoice> {
    @Override
    public SpeedChoice convert(String text) {
      return switch (text) {
        case "full" -> new SpeedChoice(List.of(Speed.FULL));
        case "high" -> new SpeedChoice(List.of(Speed.HIGH));
        case "both" -> new SpeedChoice(List.of(Speed.FULL, Speed.HIGH));
        case "super" ->
            throw new TypeConversionException("SuperSpeed is not simulated, only full and high");
        default -> throw new TypeConversionException("'" + text + "' is not full, high or both");
      };
    }
  }
}
