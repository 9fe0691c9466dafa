package dev.umsim.sim.deviation;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.bot.ReceivedCommand;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.usb.Direction;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** What is taken for a command wrapper, and what brings a device back after one that is none. */
final class RecoveryDeviations {
  static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "wrapper-checked-by-signature-alone",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.2.1 and 6.2.2",
              "A wrapper of 32 bytes or more, with reserved bits or with an impossible"
                  + " bCBWCBLength is executed.",
              "All that send correct wrappers.",
              (choices, traits) -> choices.with(new SignatureAlone(choices.transport()))),
          new Deviation(
              "halts-cleared-without-reset",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.6.1: held until Reset Recovery",
              "After what is no wrapper CLEAR_FEATURE alone ends the halt of a pipe, which then"
                  + " answers NAK.",
              "All: after an invalid wrapper they do Reset Recovery.",
              (choices, traits) -> choices.with(new HaltsCleared(choices.transport()))),
          new Deviation(
              "no-command-after-invalid-wrapper",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 5.3.4 and 6.6.1",
              "After what is no wrapper not even Reset Recovery makes the device take a command;"
                  + " only a reconnection does.",
              "Linux, Windows and macOS, which reset the port when Reset Recovery did not help.",
              (choices, traits) -> choices.with(new NoCommandAfter(choices.transport()))));

  private RecoveryDeviations() {}

  private static final class SignatureAlone extends TransportChoices.Deviating {
    private static final int LUN_OFFSET = 13;
    private static final int FLAGS_OFFSET = 12;
    private static final int CDB_OFFSET = 15;

    SignatureAlone(TransportChoices inner) {
      super(inner);
    }

    @Override
    public ReceivedCommand receive(ByteBuf bytes, int length) {
      var received = super.receive(bytes, length);
      boolean usable =
          length >= CommandBlockWrapper.LENGTH
              && bytes.getIntLE(0) == CommandBlockWrapper.SIGNATURE
              && bytes.getUnsignedByte(LUN_OFFSET) <= 15;
      if (received instanceof ReceivedCommand.Valid || !usable) {
        return received;
      }
      var cdb = new byte[Cdb.CAPACITY];
      bytes.getBytes(CDB_OFFSET, cdb);
      return new ReceivedCommand.Valid(
          new CommandBlockWrapper(
              bytes.getIntLE(4),
              bytes.getUnsignedIntLE(8),
              Direction.of(bytes.getUnsignedByte(FLAGS_OFFSET)),
              bytes.getUnsignedByte(LUN_OFFSET),
              new Cdb(cdb)));
    }
  }

  private static final class HaltsCleared extends TransportChoices.Deviating {
    HaltsCleared(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean keepsHalts() {
      return false;
    }
  }

  private static final class NoCommandAfter extends TransportChoices.Deviating {
    NoCommandAfter(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean resetRestarts(boolean afterInvalidWrapper) {
      return !afterInvalidWrapper && super.resetRestarts(afterInvalidWrapper);
    }
  }
}
