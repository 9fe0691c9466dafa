package dev.umsim.sim.deviation;

import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.scsi.SenseData;
import java.util.Arrays;
import java.util.List;

/** What REQUEST SENSE tells, and what it remembers. */
final class SenseDeviations {
  static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "sense-without-details",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 4.18.1: a medium error names the block; SPC-4, 4.5.2.4",
              "Sense data holds key and codes alone: never a block, never a pointer to a field.",
              "All; Linux then takes the whole command for bad.",
              (choices, traits) ->
                  choices.with(
                      Commands.replying(
                          choices.commands(),
                          Commands.code(Commands.REQUEST_SENSE),
                          SenseDeviations::withoutDetails))),
          new Deviation(
              "sense-shared-by-units",
              DeviationClass.BREAKS_CLAUSE,
              "SAM-5, 5.13: each unit has its own sense data",
              "All units have one record of sense: a good command to one clears what another has"
                  + " to tell.",
              "All that ask for the sense at once, as Linux, Windows and macOS do.",
              (choices, traits) -> choices.with(new Shared(choices.commands()))),
          new Deviation(
              "sense-survives-resets",
              DeviationClass.BREAKS_CLAUSE,
              "SAM-5, 5.14: a reset clears sense data",
              "Neither the class's reset nor a configuration clears the sense of a failed"
                  + " command.",
              "All.",
              (choices, traits) -> choices.with(new Surviving(choices.commands()))),
          new Deviation(
              "descriptor-sense-ignored",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.39: DESC asks for the descriptor format",
              "REQUEST SENSE always sends the fixed format.",
              "All, which look at the response code.",
              (choices, traits) ->
                  choices.with(
                      Commands.reading(
                          choices.commands(),
                          Commands.code(Commands.REQUEST_SENSE),
                          cdb -> cdb[1] = 0))),
          new Deviation(
              "no-unit-attention",
              DeviationClass.BREAKS_CLAUSE,
              "SAM-5, 5.14: 06/28/00 after a change of the medium",
              "The host is never told by a unit attention that something happened.",
              "All that look for 02/3A/00 in between; a quick swap goes unnoticed.",
              (choices, traits) -> choices.with(new NoUnitAttention(choices.commands()))));

  private SenseDeviations() {}

  private static byte[] withoutDetails(byte[] reply) {
    boolean fixed = reply.length > 0 && (reply[0] & 0x7e) == 0x70;
    if (!fixed) {
      return reply;
    }
    reply[0] &= 0x7f;
    zero(reply, 3, 7);
    zero(reply, 15, SenseData.FIXED_LENGTH);
    return reply;
  }

  private static void zero(byte[] reply, int from, int to) {
    Arrays.fill(reply, Math.min(from, reply.length), Math.min(to, reply.length), (byte) 0);
  }

  private static final class Shared extends CommandChoices.Deviating {
    Shared(CommandChoices inner) {
      super(inner);
    }

    @Override
    public int senseKeeper(int lun) {
      return 0;
    }
  }

  private static final class Surviving extends CommandChoices.Deviating {
    Surviving(CommandChoices inner) {
      super(inner);
    }

    @Override
    public boolean resetForgetsSense() {
      return false;
    }
  }

  private static final class NoUnitAttention extends CommandChoices.Deviating {
    NoUnitAttention(CommandChoices inner) {
      super(inner);
    }

    @Override
    public boolean reportsAttentions() {
      return false;
    }
  }
}
