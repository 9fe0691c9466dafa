package dev.umsim.bench.cli;

import dev.umsim.bench.copy.Operation;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The value of {@code --op}. */
record OperationChoice(List<Operation> operations) {
  static final List<Operation> BOTH = List.of(Operation.READ, Operation.WRITE);

  /** Reads it. */
  static final class Converter implements ITypeConverter<OperationChoice> {
    @Override
    public OperationChoice convert(String text) {
      return switch (text) {
        case "read" -> new OperationChoice(List.of(Operation.READ));
        case "write" -> new OperationChoice(List.of(Operation.WRITE));
        case "both" -> new OperationChoice(BOTH);
        default -> throw new TypeConversionException("'" + text + "' is not read, write or both");
      };
    }
  }
}
