package dev.umsim.sim.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.core.rockbox.StorageKind;
import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.bus.TimedBus;
import dev.umsim.sim.time.Timeline;
import dev.umsim.sim.time.TimelineTurnaround;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Whatever a host does, in whatever order: the device goes on, or says where it stopped. */
class RockboxProperties {
  private static final int SECTORS = 4096;
  private static final int MULTIPLIER = 2;
  private static final String[] SETUPS = {
    "21ff000000000000",
    "a1fe000000000100",
    "0009010000000000",
    "0009000000000000",
    "0009020000000000",
    "0203000081000000",
    "0203000001000000",
    "0201000081000000",
    "0201000001000000",
    "8006010200000900",
    "8006000100001200",
    "8200000081000200",
    "0005050000000000"
  };

  private interface Action {
    void on(Player player);
  }

  /** A device with a host and a record of what was addressed. */
  private static final class Player {
    private final List<RecordingMedium> media = new ArrayList<>();
    private final List<long[]> addressed = new ArrayList<>();
    private final RockboxRevision revision;
    private final RockboxHost host;

    Player(RockboxRevision revision, Supplier<Bus> buses, RockboxDevice.Builder builder) {
      this.revision = revision;
      host = new RockboxHost(buses);
      builder.drives(2).everyDrive().virtualBlockMultiplier(MULTIPLIER);
      builder.drive(1).storage(StorageKind.SD);
      for (int drive = 0; drive < 2; drive++) {
        media.add(new RecordingMedium(new MemoryMedium(512, SECTORS)));
        builder.drive(drive).medium(media.get(drive));
      }
      host.use(builder.events(host).smart(true).build());
      host.setBulkIn(revision == RockboxRevision.FEBRUARY_11_2008 ? 0x82 : 0x81);
      host.reconnect();
    }

    void write(int lun, long lba, int count) {
      boolean shifted = revision.name().contains("2008");
      long counted = shifted ? (count >> 8 << 16 | count & 0xff) : count;
      addressed.add(new long[] {lba * MULTIPLIER & 0xffff_ffffL, counted * MULTIPLIER});
      host.command(lun, 512L * count, String.format("2a00%08x00%04x00", (int) lba, count));
    }

    /** Data as for the blocks of the host, in two transfers, and the status. */
    void writeAll(int lun, long lba, int count) {
      write(lun, lba, count);
      int bytes = 512 * MULTIPLIER * count;
      host.fill(bytes / 1024 * 512, 1);
      host.fill(bytes - bytes / 1024 * 512, 1);
      host.in(13);
    }

    void readAll(int lun, long lba, int count) {
      host.command(lun, 512L * count, String.format("2800%08x00%04x00", lba, count));
      host.in(512 * MULTIPLIER * count);
      host.in(13);
    }

    void keepsOtherBlocks() {
      for (var medium : media) {
        for (var written : medium.written()) {
          assertThat(addressed)
              .anyMatch(
                  range ->
                      range[0] <= written.first()
                          && written.first() + written.count() <= range[0] + range[1]);
        }
      }
    }
  }

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void theDeviceGoesOn(
      @ForAll("revisions") RockboxRevision revision, @ForAll("actions") List<Action> actions) {
    play(new Player(revision, ZeroTimeBus::new, RockboxDevice.builder(revision)), actions);
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void theDeviceGoesOnWithTime(
      @ForAll("revisions") RockboxRevision revision, @ForAll("actions") List<Action> actions) {
    var timeline = new Timeline();
    var builder =
        RockboxDevice.builder(revision).turnaround(new TimelineTurnaround(timeline, 890_000));
    play(new Player(revision, () -> new TimedBus(timeline), builder), actions);
  }

  private static void play(Player player, List<Action> actions) {
    try {
      actions.forEach(action -> action.on(player));
      player.keepsOtherBlocks();
      player.host.reconnect();
      assertThat(player.host.command(0, "00")).isEqualTo("ack 31");
      assertThat(player.host.in(512)).startsWith("data 13 55534253");
      assertThat(player.host.command(36, "12 00 00 00 24")).isEqualTo("ack 31");
      assertThat(player.host.in(512)).startsWith("data 36 00");
    } finally {
      player.host.close();
    }
  }

  @Provide
  Arbitrary<RockboxRevision> revisions() {
    return Arbitraries.of(RockboxRevision.all());
  }

  @Provide
  Arbitrary<List<Action>> actions() {
    var lun = Arbitraries.frequency(tuple(20, 0), tuple(5, 1), tuple(1, 2));
    var lba =
        Arbitraries.oneOf(longs(0, 2100), longs(0x7fff_ff00L, 0x8000_0100L), longs(0, -1L >>> 32));
    var count = Arbitraries.oneOf(integers(0, 3), integers(0, 200), integers(0, 0xffff));
    var length =
        Arbitraries.oneOf(
            integers(0, 40), Arbitraries.of(510, 512, 1024, 2048, 24576, 65536, 98304));
    Arbitrary<Action> command =
        Combinators.combine(
                lun, opcodes(), Arbitraries.bytes().array(byte[].class).ofSize(15), length)
            .as(RockboxProperties::command);
    Arbitrary<Action> read =
        Combinators.combine(lun, lba, count)
            .as(
                (unit, block, blocks) ->
                    player ->
                        player.host.command(
                            unit, 0, String.format("2800%08x00%04x00", block.intValue(), blocks)));
    Arbitrary<Action> write =
        Combinators.combine(lun, lba, count)
            .as((unit, block, blocks) -> player -> player.write(unit, block, blocks));
    Arbitrary<Action> wholeRead =
        Combinators.combine(lun, longs(0, 2000), integers(0, 200))
            .as((unit, block, blocks) -> player -> player.readAll(unit, block, blocks));
    Arbitrary<Action> wholeWrite =
        Combinators.combine(lun, longs(0, 2000), integers(0, 120))
            .as((unit, block, blocks) -> player -> player.writeAll(unit, block, blocks));
    Arbitrary<Action> in = length.map(bytes -> player -> player.host.in(bytes));
    Arbitrary<Action> out =
        length.map(bytes -> player -> player.host.fill(bytes, bytes % 7 == 0 ? 0xa5 : 0));
    Arbitrary<Action> cut =
        integers(0, 600)
            .map(
                bytes ->
                    player -> player.host.out(Arrays.copyOf(player.host.cbw(0, 0, "00"), bytes)));
    Arbitrary<Action> setup =
        Arbitraries.of(SETUPS).map(bytes -> player -> player.host.control(bytes, ""));
    return Arbitraries.frequencyOf(
            weighted(4, command),
            weighted(4, read),
            weighted(4, write),
            weighted(4, wholeRead),
            weighted(8, wholeWrite),
            weighted(12, in),
            weighted(8, out),
            weighted(1, cut),
            weighted(3, setup),
            weighted(2, elsewhere()))
        .list()
        .ofMaxSize(25);
  }

  /** What does not happen on the wire, or ends all that does. */
  private static Arbitrary<Action> elsewhere() {
    return Arbitraries.of(
        player -> player.host.device().eject(1),
        player -> player.host.device().insert(1),
        player -> player.host.device().failWrites(100),
        player -> player.host.device().failReads(101),
        player -> player.host.device().failNothing(),
        player -> player.host.link().resetPort(),
        player -> player.host.reconnect());
  }

  /** Any but WRITE, whose ranges have to be known. */
  private static Arbitrary<Integer> opcodes() {
    var known =
        Arbitraries.of(
            0x00, 0x03, 0x12, 0x1a, 0x1b, 0x1e, 0x23, 0x25, 0x3b, 0x5a, 0x85, 0x88, 0x9e, 0xa0,
            0xa1);
    return Arbitraries.oneOf(known, integers(0, 255).filter(code -> code != 0x2a && code != 0x8a));
  }

  private static Action command(int lun, int opcode, byte[] rest, int length) {
    return player ->
        player.host.command(
            lun, length, String.format("%02x", opcode) + HexFormat.of().formatHex(rest));
  }

  private static Arbitrary<Integer> integers(int least, int most) {
    return Arbitraries.integers().between(least, most);
  }

  private static Arbitrary<Long> longs(long least, long most) {
    return Arbitraries.longs().between(least, most);
  }

  private static Tuple.Tuple2<Integer, Integer> tuple(int weight, int value) {
    return Tuple.of(weight, value);
  }

  private static Tuple.Tuple2<Integer, Arbitrary<? extends Action>> weighted(
      int weight, Arbitrary<Action> actions) {
    return Tuple.of(weight, actions);
  }
}
