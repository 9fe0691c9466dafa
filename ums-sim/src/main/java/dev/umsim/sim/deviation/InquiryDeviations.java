package dev.umsim.sim.deviation;

import static dev.umsim.sim.deviation.Commands.set;

import java.util.Arrays;
import java.util.List;

/** What a unit says that it is. */
final class InquiryDeviations {
  private static final int SPC_2 = 4;
  private static final int SHORTEST = 36;

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "inquiry-always-removable",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.6.2: RMB tells whether the medium is removable",
              "RMB is set for fixed media too.",
              "All; Windows then makes a removable disk of it, with one partition and no write"
                  + " cache.",
              (choices, traits) ->
                  choices.with(
                      Commands.replying(
                          choices.commands(),
                          Commands::isStandardInquiry,
                          reply -> set(reply, 1, reply.length > 1 ? reply[1] | 0x80 : 0)))),
          new Deviation(
              "inquiry-claims-spc-2",
              DeviationClass.LEGAL_CHOICE,
              "SPC-4, 6.6.2: an older version may be claimed",
              "The version is 04, SPC-2.",
              "All.",
              (choices, traits) ->
                  choices.with(
                      Commands.replying(
                          choices.commands(),
                          Commands::isStandardInquiry,
                          reply -> set(reply, 2, SPC_2)))),
          new Deviation(
              "inquiry-of-36-bytes",
              DeviationClass.LEGAL_CHOICE,
              "SPC-4, 6.6.2: at least 36; version descriptors are a choice",
              "Standard data ends with the revision: 36 bytes, no version descriptors.",
              "All.",
              (choices, traits) ->
                  choices.with(
                      Commands.replying(
                          choices.commands(),
                          Commands::isStandardInquiry,
                          reply ->
                              set(
                                  Arrays.copyOf(reply, Math.min(reply.length, SHORTEST)),
                                  4,
                                  SHORTEST - 5)))),
          new Deviation(
              "evpd-ignored",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.6.1: an unsupported page is refused with 05/24/00",
              "INQUIRY for a page of vital product data is answered with standard data.",
              "Linux, which sees that it is not the page; Windows and macOS.",
              (choices, traits) ->
                  choices.with(
                      Commands.reading(
                          choices.commands(),
                          Commands.code(Commands.INQUIRY),
                          cdb -> {
                            cdb[1] &= ~1;
                            cdb[2] = 0;
                          }))),
          new Deviation(
              "inquiry-allocation-of-one-byte",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.6.1: the allocation length has two bytes since SPC-3",
              "Byte 3 of INQUIRY is not looked at: an allocation length of 256 is taken for 0.",
              "All that allocate at most 255 bytes.",
              (choices, traits) ->
                  choices.with(
                      Commands.reading(
                          choices.commands(),
                          Commands.code(Commands.INQUIRY),
                          cdb -> cdb[3] = 0))));

  private InquiryDeviations() {}
}
