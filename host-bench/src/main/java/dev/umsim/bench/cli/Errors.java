package dev.umsim.bench.cli;

import dev.umsim.bench.device.UnreachableTargetException;
import dev.umsim.bench.file.ClaimedFileException;
import dev.umsim.bench.journal.EndSignals;
import dev.umsim.bench.journal.NotPutBackException;
import dev.umsim.bench.journal.StoppedException;
import dev.umsim.bench.journal.WriteRefusedException;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.Spelling;
import dev.umsim.bench.serve.NoServerException;
import dev.umsim.bench.usb.UsbException;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.HostException;
import dev.umsim.core.host.NotMassStorageException;
import dev.umsim.core.host.RefusedTransferException;
import dev.umsim.core.host.TransferFailedException;
import dev.umsim.core.host.TransferTimeoutException;
import dev.umsim.sim.image.ImageRefusal;
import dev.umsim.sim.profile.ProfileException;
import dev.umsim.sim.usbip.UnreachableDeviceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in one line what went wrong, and gives it its exit status. */
final class Errors {
  static final int GOOD = 0;
  static final int BAD_RESULT = 1;
  static final int WRONG_COMMAND = 2;
  static final int TARGET_NOT_REACHED = 3;

  private Errors() {}

  /** A command line that cannot be understood. */
  static int wrongCommand(ParameterException exception, String[] args) {
    var unknown = unknownOption(exception, args);
    if (unknown != null) {
      return wrongCommand(
          new UnmatchedArgumentException(exception.getCommandLine(), List.of(unknown)), args);
    }
    var commandLine = exception.getCommandLine();
    var name = commandLine.getCommandSpec().qualifiedName();
    var hint = exception instanceof UnmatchedArgumentException unmatched ? hint(unmatched) : "";
    var remedy = (hint.isEmpty() ? "; see: " : hint + " see: ") + help(name.split(" "));
    print(commandLine, plain(exception.getMessage()) + remedy);
    if (Arrays.asList(args).contains("-v")) {
      exception.printStackTrace(commandLine.getErr());
    }
    return WRONG_COMMAND;
  }

  /**
   * An option that there is not, in which the parser saw one value too few or too many before; null
   * if that is not so.
   */
  private static String unknownOption(ParameterException exception, String[] args) {
    if (!(exception instanceof MissingParameterException)) {
      return null;
    }
    var known = exception.getCommandLine().getCommandSpec().optionsMap().keySet();
    return Stream.of(args)
        .takeWhile(each -> !each.equals("--"))
        .filter(each -> each.startsWith("--"))
        .map(each -> each.split("=", 2)[0])
        .filter(each -> !known.contains(each))
        .findFirst()
        .orElse(null);
  }

  /** The command that is spelled most like what was written, or an option as the parser likes. */
  private static String hint(UnmatchedArgumentException unmatched) {
    var word = unmatched.getUnmatched().get(0);
    if (!word.startsWith("-")) {
      return Spelling.hint(word, unmatched.getCommandLine().getSubcommands().keySet());
    }
    return unmatched.getSuggestions().isEmpty()
        ? ""
        : "; did you mean " + unmatched.getSuggestions().get(0) + "?";
  }

  /** What shows the help of a command. */
  private static String help(String... names) {
    names[0] = "ums help";
    return String.join(" ", names);
  }

  /** A message of the parser of command lines, without what is its own. */
  private static String plain(String message) {
    return message
        .replaceFirst("^Error: ", "")
        .replaceFirst("\\.$", "")
        .replaceFirst("^(Invalid value for option '\\S+') \\(.*?\\)", "$1")
        .replaceFirst("positional parameter at index \\S+ \\((.+?)\\)", "$1");
  }

  /** A command that failed when it was carried out. */
  static int failed(Exception exception, CommandLine commandLine, ParseResult parsed) {
    print(commandLine, line(exception));
    for (var suppressed : exception.getSuppressed()) {
      if (suppressed instanceof NotPutBackException notPutBack) {
        print(commandLine, line(notPutBack));
      }
    }
    if (parsed.originalArgs().contains("-v")) {
      exception.printStackTrace(commandLine.getErr());
    }
    return EndSignals.status().isPresent() && !isLeftChanged(exception)
        ? EndSignals.status().getAsInt()
        : status(exception);
  }

  /** Whether a device was left with what was written to it, as somebody wanted to know early. */
  private static boolean isLeftChanged(Exception exception) {
    return exception instanceof NotPutBackException
        || Stream.of(exception.getSuppressed()).anyMatch(NotPutBackException.class::isInstance);
  }

  /** What no part of the program has an answer to; returns the status. */
  static int fault(Throwable fault, PrintWriter err, boolean verbose) {
    err.println("ums: " + faultLine(fault).replaceAll("\\s*\\R\\s*", " "));
    if (verbose) {
      fault.printStackTrace(err);
    }
    err.flush();
    return BAD_RESULT;
  }

  private static String faultLine(Throwable fault) {
    return "this is a fault of the program: " + fault + "; run it again with -v for the details";
  }

  private static void print(CommandLine commandLine, String line) {
    commandLine.getErr().println("ums: " + line.replaceAll("\\s*\\R\\s*", " "));
  }

  /** The status of what went wrong. */
  static int status(Exception exception) {
    if (EndSignals.status().isPresent() && isLeftChanged(exception)) {
      return BAD_RESULT;
    }
    if (exception instanceof NotationException
        || exception instanceof ImageRefusal
        || exception instanceof ClaimedFileException
        || exception instanceof RefusedTransferException) {
      return WRONG_COMMAND;
    }
    if (exception instanceof UncheckedIOException unchecked) {
      return status(unchecked.getCause());
    }
    if (exception instanceof NoServerException) {
      return TARGET_NOT_REACHED;
    }
    if (exception instanceof NotPutBackException notPutBack) {
      return status(notPutBack.why());
    }
    return exception instanceof DeviceGoneException
            || exception instanceof NotMassStorageException
            || exception instanceof TransferFailedException
            || exception instanceof TransferTimeoutException
            || exception instanceof UnreachableDeviceException
            || exception instanceof UnreachableTargetException
            || exception instanceof UsbException
        ? TARGET_NOT_REACHED
        : BAD_RESULT;
  }

  /** What went wrong, in one line. */
  static String line(Exception exception) {
    if (exception instanceof UncheckedIOException unchecked) {
      return line(unchecked.getCause());
    }
    if (exception instanceof FileSystemException file) {
      return file.getFile() + " " + reason(file);
    }
    if (exception instanceof NotationException notation) {
      return notation.line(OptionNames::of);
    }
    if (exception instanceof WriteRefusedException) {
      return exception.getMessage()
          + "; --allow-writes lets ums write, and puts back what was there";
    }
    if (exception instanceof ImageRefusal
        || exception instanceof RefusedTransferException
        || exception instanceof StoppedException
        || exception instanceof ProfileException
        || exception instanceof IOException
        || exception instanceof HostException) {
      return exception.getMessage();
    }
    return faultLine(exception);
  }

  private static String reason(FileSystemException exception) {
    if (exception instanceof NoSuchFileException) {
      return "does not exist; check the path";
    }
    if (exception instanceof AccessDeniedException) {
      return "may not be accessed; check its permissions and those of its folder";
    }
    if (exception instanceof NotDirectoryException) {
      return "is no folder; choose another one";
    }
    if (exception.getReason() == null) {
      return "cannot be used; choose another file or folder";
    }
    return exception.getReason() + "; choose another file or folder";
  }
}
