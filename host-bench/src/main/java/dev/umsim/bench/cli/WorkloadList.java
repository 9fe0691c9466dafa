package dev.umsim.bench.cli;

import dev.umsim.bench.workload.WorkloadKind;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;

/** Several workloads given as one option, with commas between them. */
record WorkloadList(List<WorkloadKind> kinds) {
  /** All that were given, by one option or several; what is usual if there are none. */
  static List<WorkloadKind> given(List<WorkloadList> lists, List<WorkloadKind> usual) {
    return lists == null ? usual : lists.stream().flatMap(each -> each.kinds.stream()).toList();
  }

  /** Reads it. */
  static final class Converter implements ITypeConverter<WorkloadList> {
    private final WorkloadChoice each = new WorkloadChoice();

    @Override
    public WorkloadList convert(String text) {
      return new WorkloadList(Stream.of(text.split(",", -1)).map(each::convert).toList());
    }
  }
}
