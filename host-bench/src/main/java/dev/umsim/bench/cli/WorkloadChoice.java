package dev.umsim.bench.cli;

import dev.umsim.bench.workload.WorkloadKind;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the value of {@code --workload}. */
final class WorkloadChoice implements ITypeConverter<WorkloadKind> {
  @Override
  public WorkloadKind convert(String text) {
    return WorkloadKind.named(text)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'" + text + "' is not one of " + String.join(", ", WorkloadKind.words())));
  }
}
