package dev.umsim.sim.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.CommandFailedException;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.host.PhaseErrorException;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.MediumSlot;
import dev.umsim.core.scsi.Operation;
import dev.umsim.core.scsi.PrimaryCommand;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Whatever CDB of whatever length a host sends to a disk, a CD drive or a LUN without a unit, with
 * whatever it expects of the data: every command ends, the device goes on, and its memory comes
 * back.
 */
class AnyCommandProperties {
  private static final int INQUIRY_BYTES = 36;

  /** A command with its data phase, as the host wants it. */
  record Sent(int lun, byte[] cdb, Direction direction, int dataLength) {
    @Override
    public String toString() {
      return "%d: %s, %s %d".formatted(lun, new Cdb(cdb), direction, dataLength);
    }
  }

  @Provide
  Arbitrary<List<Sent>> commands() {
    var any = Arbitraries.bytes().array(byte[].class).ofMinSize(1).ofMaxSize(16);
    var known = Arbitraries.of(Operation.values()).map(operation -> (byte) operation.code());
    var small = Arbitraries.bytes().between((byte) 0, (byte) 9).array(byte[].class).ofSize(16);
    var likely =
        Combinators.combine(known, small)
            .as(
                (code, bytes) -> {
                  bytes[0] = code;
                  bytes[1] = 0;
                  return bytes;
                });
    return Combinators.combine(
            Arbitraries.integers().between(0, 2),
            Arbitraries.oneOf(any, likely),
            Arbitraries.of(Direction.class),
            Arbitraries.integers().between(0, 9000))
        .as(Sent::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(15);
  }

  @Property(tries = 400, edgeCases = EdgeCasesMode.NONE)
  void everyCommandEnds(@ForAll("commands") List<Sent> commands) throws Exception {
    var allocator = new UnpooledByteBufAllocator(true);
    var device =
        ReferenceDevice.builder()
            .disk(MediumSlot.removable(new MemoryMedium(512, 64)))
            .cdRom(MediumSlot.removable(new MemoryMedium(2048, 64)))
            .allocator(allocator)
            .build();
    try (var link = device.attach(new ZeroTimeBus(), Speed.HIGH)) {
      var host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
      for (var sent : commands) {
        var data = Unpooled.wrappedBuffer(new byte[sent.dataLength()]);
        try {
          host.execute(
              sent.lun(), new Cdb(sent.cdb()), sent.direction(), data, 0, sent.dataLength());
        } catch (CommandFailedException | PhaseErrorException refusal) {
          // As it should be, for most of them.
          assertThat(refusal).isNotNull();
        }
        assertAnswers(host);
      }
    }
    assertThat(allocator.metric().usedDirectMemory()).isZero();
  }

  private static void assertAnswers(BulkOnlyHost host) throws HostException {
    var command = new PrimaryCommand.Inquiry(false, 0, INQUIRY_BYTES).encode();
    var data = Unpooled.buffer(INQUIRY_BYTES);
    assertThat(host.execute(0, command, Direction.IN, data, 0, INQUIRY_BYTES))
        .isEqualTo(INQUIRY_BYTES);
  }
}
