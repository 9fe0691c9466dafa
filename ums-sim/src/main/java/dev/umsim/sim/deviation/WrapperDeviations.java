package dev.umsim.sim.deviation;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.bot.Halts;
import dev.umsim.core.bot.ReceivedCommand;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.Task;
import dev.umsim.core.usb.Direction;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** What a device reads in a command wrapper, and what it does about one that is none. */
final class WrapperDeviations {
  private static final int LONG_WRAPPER = 32;
  private static final int FLAGS_OFFSET = 12;
  private static final String VALID =
      "BOT 1.0, 6.2.1: a valid wrapper has 31 bytes and the signature";
  private static final ReceivedCommand NOT_VALID = new ReceivedCommand.NotValid();

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
                  "wrapper-of-32-bytes",
                  DeviationClass.BREAKS_CLAUSE,
                  VALID,
                  "A command wrapper has 32 bytes, of which the last means nothing; one of 31 is not"
                      + " valid.",
                  "Linux with the flag.",
                  Changes.receiving(
                      (bytes, length, correct) ->
                          length == LONG_WRAPPER
                              ? ReceivedCommand.decode(bytes, CommandBlockWrapper.LENGTH)
                              : NOT_VALID))
              .quirk(LinuxQuirk.BULK32),
          new Deviation(
              "wrapper-signature-ignored",
              DeviationClass.BREAKS_CLAUSE,
              VALID,
              "Any 31 bytes are a command.",
              "All: they send the signature.",
              Changes.receiving(
                  (bytes, length, correct) ->
                      correct instanceof ReceivedCommand.NotValid
                              && length == CommandBlockWrapper.LENGTH
                          ? withSignature(bytes)
                          : correct)),
          new Deviation(
              "wrapper-may-be-short",
              DeviationClass.BREAKS_CLAUSE,
              VALID,
              "A wrapper that ends anywhere behind the operation code is executed; what is missing"
                  + " is 0.",
              "All: they send 31 bytes.",
              Changes.receiving(WrapperDeviations::shortWrapper)),
          new Deviation(
              "invalid-wrapper-ignored",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.6.1: bulk-in is stalled until Reset Recovery",
              "What is no wrapper is dropped, without a halt: bulk-in answers NAK, and the next"
                  + " wrapper is executed.",
              "All: they send valid wrappers.",
              invalid(Halts.NONE)),
          new Deviation(
              "invalid-wrapper-halts-in-alone",
              DeviationClass.LEGAL_CHOICE,
              "BOT 1.0, 6.6.1: bulk-out may be stalled, or its data accepted and discarded",
              "What is no wrapper halts bulk-in; what comes to bulk-out before Reset Recovery is"
                  + " taken and dropped.",
              "All.",
              invalid(Halts.IN)),
          new Deviation(
              "invalid-wrapper-halts-out-alone",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.6.1: bulk-in is stalled until Reset Recovery",
              "What is no wrapper halts bulk-out alone; bulk-in answers NAK.",
              "All: they send valid wrappers.",
              invalid(Halts.OUT)),
          new Deviation(
              "meaningless-wrapper-is-invalid",
              DeviationClass.LEGAL_CHOICE,
              "BOT 1.0, 6.4: the response to a wrapper that is valid and not meaningful is not"
                  + " specified",
              "A wrapper with reserved bits or an impossible length halts both pipes until Reset"
                  + " Recovery.",
              "All.",
              Changes.receiving(
                  (bytes, length, correct) ->
                      correct instanceof ReceivedCommand.NotMeaningful ? NOT_VALID : correct)),
          new Deviation(
              "reserved-flags-ignored",
              DeviationClass.LEGAL_CHOICE,
              "BOT 1.0, 6.4: the response to a wrapper that is valid and not meaningful is not"
                  + " specified",
              "Bits 6 to 0 of bmCBWFlags are not looked at.",
              "All.",
              Changes.receiving(
                  (bytes, length, correct) -> {
                    if (!(correct instanceof ReceivedCommand.NotMeaningful)) {
                      return correct;
                    }
                    var copy = bytes.copy(0, length);
                    copy.setByte(FLAGS_OFFSET, bytes.getByte(FLAGS_OFFSET) & 0x80);
                    return ReceivedCommand.decode(copy, length);
                  })),
          new Deviation(
              "longer-command-length-refused",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 5.1: bytes of CBWCB behind those that the command needs are ignored",
              "A bCBWCBLength that is more than the operation code needs is no meaningful wrapper.",
              "Linux, whose lengths are exact; Windows asks for the sense with 12, SeaBIOS sends 12"
                  + " always.",
              Changes.receiving(
                  (bytes, length, correct) ->
                      correct instanceof ReceivedCommand.Valid valid
                              && isLonger(valid.wrapper().cdb())
                          ? new ReceivedCommand.NotMeaningful()
                          : correct)),
          new Deviation(
              "command-length-ignored",
              DeviationClass.LEGAL_CHOICE,
              "BOT 1.0, 6.2.2 and 6.4: a bCBWCBLength that does not fit the command makes the wrapper"
                  + " not meaningful, and its response is not specified",
              "The command is read from CBWCB whatever bCBWCBLength is.",
              "All: they announce what the command needs.",
              wrapper(
                  (bytes, wrapper) -> {
                    var cdb = new byte[Cdb.CAPACITY];
                    bytes.getBytes(CommandBlockWrapper.CDB_OFFSET, cdb);
                    return new CommandBlockWrapper(
                        wrapper.tag(),
                        wrapper.dataLength(),
                        wrapper.direction(),
                        wrapper.lun(),
                        new Cdb(cdb));
                  })),
          new Deviation(
              "direction-ignored",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 5.1 and 6.7 (8, 10): bmCBWFlags tells the direction of the data",
              "Data goes the way in which the command sends it, whatever bmCBWFlags says.",
              "All whose wrappers agree with their commands.",
              Changes.transport(DirectionIgnored::new)),
          new Deviation(
                  "every-lun-is-lun-0",
                  DeviationClass.BREAKS_CLAUSE,
                  "BOT 1.0, 3.2 and 5.1: bCBWLUN says which unit a command is for",
                  "Get Max LUN answers 7, and every command goes to unit 0.",
                  "Linux with the flag; otherwise the disk is there eight times.",
                  EveryLun::apply)
              .quirk(LinuxQuirk.SINGLE_LUN),
          new Deviation(
                  "lun-in-high-nibble",
                  DeviationClass.BREAKS_CLAUSE,
                  "BOT 1.0, 5.1: bCBWLUN is in the low four bits, and the others are 0",
                  "The unit stands in the high four bits of bCBWLUN, as a target on a SCSI bus; the"
                      + " low ones mean nothing.",
                  "Linux with the flag.",
                  Changes.receiving(WrapperDeviations::highNibble))
              .quirk(LinuxQuirk.SCM_MULT_TARG));

  private WrapperDeviations() {}

  private static boolean isLonger(Cdb cdb) {
    int needed = Cdb.lengthFor(cdb.operationCode());
    return needed > 0 && cdb.length() > needed;
  }

  /** A wrapper read otherwise. */
  @FunctionalInterface
  private interface Reading {
    CommandBlockWrapper of(ByteBuf bytes, CommandBlockWrapper wrapper);
  }

  private static Deviation.Change wrapper(Reading reading) {
    return Changes.receiving(
        (bytes, length, correct) ->
            correct instanceof ReceivedCommand.Valid valid
                ? new ReceivedCommand.Valid(reading.of(bytes, valid.wrapper()))
                : correct);
  }

  private static Deviation.Change invalid(Halts halts) {
    return Changes.transport(
        inner ->
            new TransportChoices.Deviating(inner) {
              @Override
              public Halts haltsFor(ReceivedCommand received) {
                return received instanceof ReceivedCommand.NotValid
                    ? halts
                    : super.haltsFor(received);
              }
            });
  }

  private static ReceivedCommand withSignature(ByteBuf bytes) {
    var copy = bytes.copy(0, CommandBlockWrapper.LENGTH);
    copy.setIntLE(0, CommandBlockWrapper.SIGNATURE);
    return ReceivedCommand.decode(copy, CommandBlockWrapper.LENGTH);
  }

  private static ReceivedCommand shortWrapper(ByteBuf bytes, int length, ReceivedCommand correct) {
    if (length <= CommandBlockWrapper.CDB_OFFSET || length >= CommandBlockWrapper.LENGTH) {
      return correct;
    }
    var whole = bytes.copy(0, CommandBlockWrapper.LENGTH);
    whole.setZero(length, CommandBlockWrapper.LENGTH - length);
    return ReceivedCommand.decode(whole, CommandBlockWrapper.LENGTH);
  }

  private static ReceivedCommand highNibble(ByteBuf bytes, int length, ReceivedCommand correct) {
    if (length != CommandBlockWrapper.LENGTH) {
      return correct;
    }
    var copy = bytes.copy(0, length);
    copy.setByte(
        CommandBlockWrapper.LUN_OFFSET, bytes.getUnsignedByte(CommandBlockWrapper.LUN_OFFSET) >> 4);
    return ReceivedCommand.decode(copy, length);
  }

  private static final class DirectionIgnored extends TransportChoices.Deviating {
    DirectionIgnored(TransportChoices inner) {
      super(inner);
    }

    @Override
    public CommandBlockWrapper taken(CommandBlockWrapper received, Task.Flow flow, long bytes) {
      var taken = super.taken(received, flow, bytes);
      var direction =
          switch (flow) {
            case NONE -> taken.direction();
            case IN -> Direction.IN;
            case OUT -> Direction.OUT;
          };
      return new CommandBlockWrapper(
          taken.tag(), taken.dataLength(), direction, taken.lun(), taken.cdb());
    }
  }

  /** A device that looks as if it had eight units. */
  private static final class EveryLun {
    private static final int MAX_LUN = 7;

    private static DeviceChoices apply(DeviceChoices choices, DeviceTraits traits) {
      return choices.with(
          new TransportChoices.Deviating(choices.transport()) {
            @Override
            public ReceivedCommand receive(ByteBuf bytes, int length) {
              var received = super.receive(bytes, length);
              return received instanceof ReceivedCommand.Valid valid
                  ? new ReceivedCommand.Valid(toUnit0(valid.wrapper()))
                  : received;
            }

            @Override
            public int maxLun(int correct) {
              return MAX_LUN;
            }
          });
    }

    private static CommandBlockWrapper toUnit0(CommandBlockWrapper wrapper) {
      return new CommandBlockWrapper(
          wrapper.tag(), wrapper.dataLength(), wrapper.direction(), 0, wrapper.cdb());
    }
  }
}
