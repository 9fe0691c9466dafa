package dev.umsim.bench.cli;

import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Entry point of the {@code ums} command. */
@Command(
    name = "ums",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description = "Simulates, checks and measures USB mass storage devices.")
public final class Main implements Runnable {

  @Spec private CommandSpec spec;

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }

  /** Reads the version from the manifest of the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"ums " + Optional.ofNullable(version).orElse("(unpackaged)")};
    }
  }
}
