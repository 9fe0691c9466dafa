package dev.umsim.sim.recorded;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.bot.MassStorageInterface;
import dev.umsim.core.bot.Pace;
import dev.umsim.core.bot.ReceivedCommand;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.ForwardingMedium;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.scsi.Intent;
import dev.umsim.core.scsi.Sense;
import dev.umsim.core.scsi.SenseData;
import dev.umsim.core.usb.ControlAnswer;
import dev.umsim.core.usb.RequestChoices;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.descriptor.ConfigurationDescriptor;
import dev.umsim.core.usb.descriptor.InterfaceDescriptor;
import dev.umsim.core.usb.descriptor.MalformedDescriptorException;
import dev.umsim.sim.time.Delay;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** The reference device with the habits of a recorded one. */
public final class RecordedHabits {
  private final RecordedTraits traits;
  private final Delay delay;
  private boolean attentionTold;

  /** What the command that was received last takes before it is begun. */
  private long commandNanos;

  /** What the next access to the medium takes longer, as its command says. */
  private long pendingNanos;

  /**
   * @param delay the device's clock
   */
  public RecordedHabits(RecordedTraits traits, Delay delay) {
    this.traits = traits;
    this.delay = delay;
  }

  /** How long its firmware takes. */
  public Pace pace() {
    var law = traits.latency();
    return law.commandNanos() + law.dataNanos() == 0
        ? Pace.NONE
        : Pace.streaming(action -> later(commandNanos, action));
  }

  /** What its transport does: as the choices within, which are looked at for data. */
  public TransportChoices transport(TransportChoices inner) {
    return new TransportChoices.Deviating(inner) {
      @Override
      public ReceivedCommand receive(ByteBuf bytes, int length) {
        var received = super.receive(bytes, length);
        commandNanos = received instanceof ReceivedCommand.Valid valid ? nanos(valid.wrapper()) : 0;
        return received;
      }
    };
  }

  /** Where its mass storage function stands, if its configuration was recorded. */
  public Optional<MassStorageInterface> place() {
    return configuration().stream()
        .flatMap(found -> found.interfaces().stream())
        .filter(each -> each.interfaceClass() == MassStorageInterface.CLASS)
        .filter(each -> each.protocol() == MassStorageInterface.PROTOCOL)
        .flatMap(each -> place(each).stream())
        .findFirst();
  }

  private static Optional<MassStorageInterface> place(InterfaceDescriptor each) {
    int in = 0;
    int out = 0;
    for (var endpoint : each.endpoints()) {
      if (endpoint.isBulk() && endpoint.address() >= 0x80) {
        in = endpoint.address();
      } else if (endpoint.isBulk()) {
        out = endpoint.address();
      }
    }
    return in == 0 || out == 0
        ? Optional.empty()
        : Optional.of(new MassStorageInterface(each.number(), in, out));
  }

  private Optional<ConfigurationDescriptor> configuration() {
    byte[] recorded = traits.descriptors().get(0x0200);
    try {
      return recorded == null
          ? Optional.empty()
          : Optional.of(ConfigurationDescriptor.decode(recorded));
    } catch (MalformedDescriptorException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Commands that move blocks take their time at the medium. */
  private long nanos(CommandBlockWrapper wrapper) {
    return switch (wrapper.cdb().operationCode()) {
      case 0x08, 0x0a, 0x28, 0x2a, 0x88, 0x8a, 0xa8, 0xaa -> 0;
      default ->
          traits.latency().commandNanos()
              + (wrapper.dataLength() > 0 ? traits.latency().dataNanos() : 0);
    };
  }

  /** What it answers on endpoint 0. */
  public RequestChoices requests(RequestChoices inner) {
    var value = configuration().map(ConfigurationDescriptor::value);
    return new RequestChoices.Deviating(inner) {
      @Override
      public SetupPacket taken(SetupPacket received) {
        // The reference has its only configuration by the number 1.
        boolean chosen =
            StandardRequest.SET_CONFIGURATION.is(received)
                && value.filter(each -> each == received.value()).isPresent();
        return super.taken(chosen ? StandardRequest.setConfiguration(1) : received);
      }

      @Override
      public ControlAnswer answer(SetupPacket setup, ControlAnswer correct) {
        byte[] recorded =
            StandardRequest.GET_DESCRIPTOR.is(setup)
                ? traits.descriptors().get(setup.value())
                : null;
        return recorded == null
            ? super.answer(setup, correct)
            : new ControlAnswer.Data(whole(recorded, correct));
      }
    };
  }

  /** Of what a host has asked for in part only, the rest is the reference's. */
  private static byte[] whole(byte[] recorded, ControlAnswer correct) {
    int told = recorded.length < 4 ? 4 : recorded[0] & 0xff;
    if (recorded.length > 3 && recorded[1] == 2) {
      told = recorded[2] & 0xff | (recorded[3] & 0xff) << 8;
    }
    if (recorded.length >= told
        || !(correct instanceof ControlAnswer.Data data)
        || data.bytes().length <= recorded.length) {
      return recorded;
    }
    byte[] whole = Arrays.copyOf(data.bytes(), Math.min(told, data.bytes().length));
    System.arraycopy(recorded, 0, whole, 0, recorded.length);
    return whole;
  }

  /**
   * What it does about commands.
   *
   * @param blockBytes of the medium of a unit
   */
  public CommandChoices commands(CommandChoices inner, ToIntFunction<Integer> blockBytes) {
    return new CommandChoices.Deviating(inner) {
      @Override
      public Intent intent(int lun, Cdb cdb, Intent correct) {
        var intended = super.intent(lun, cdb, recorded(cdb, correct));
        pendingNanos = nanos(intended, blockBytes.applyAsInt(lun));
        return intended;
      }

      @Override
      public boolean reportsAttentions() {
        return super.reportsAttentions() && !(traits.attentionOnce() && attentionTold);
      }
    };
  }

  private Intent recorded(Cdb cdb, Intent correct) {
    if (isPending(correct)) {
      attentionTold = true;
      return correct;
    }
    var key = CdbKey.of(cdb);
    Integer refusal = traits.refusals().get(key);
    if (refusal != null) {
      return new Intent.Check(
          SenseData.of(new Sense(refusal >> 16 & 0x0f, refusal >> 8 & 0xff, refusal & 0xff)));
    }
    byte[] reply = traits.replies().get(key);
    return reply == null ? correct : Intent.Reply.allocated(reply, CdbKey.allocation(cdb));
  }

  /** Whether the unit has something to tell before it looks at any command. */
  private static boolean isPending(Intent intent) {
    return intent instanceof Intent.Check check && check.senseData().sense().key() == 6;
  }

  private long nanos(Intent intent, int blockBytes) {
    if (intent instanceof Intent.ReadBlocks read) {
      return traits.latency().read(read.blockCount() * blockBytes);
    }
    return intent instanceof Intent.WriteBlocks write
        ? traits.latency().write(write.blockCount() * blockBytes)
        : 0;
  }

  /** The medium, which takes the time of the command at its first access. */
  public Medium medium(Medium inner) {
    return new ForwardingMedium(inner) {
      @Override
      public void read(BlockAccess access) {
        later(() -> inner.read(access));
      }

      @Override
      public void write(BlockAccess access) {
        later(() -> inner.write(access));
      }
    };
  }

  private void later(Runnable access) {
    long nanos = pendingNanos;
    pendingNanos = 0;
    later(nanos, access);
  }

  private void later(long nanos, Runnable action) {
    if (nanos == 0) {
      action.run();
    } else {
      delay.after(nanos, action);
    }
  }
}
