package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.DATA;

import dev.umsim.core.host.DeviceGoneException;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** What is written is what is read, over many writes. */
final class DataChecks {
  private static final int STEPS = 96;
  private static final int SPAN = 256;
  private static final int LONGEST = 24;
  private static final String READ_AS_WRITTEN =
      "SBC-3, 4.1 and 5.33: a block is read as it was written last";

  static final List<Check> ALL =
      List.of(
          check(
                  DATA,
                  "random-writes",
                  "Blocks that are written in random places are read as they were written",
                  READ_AS_WRITTEN)
              .needs(Need.WRITABLE, Need.WRITES)
              .run(t -> random(t, false)),
          check(
                  DATA,
                  "random-writes-among-failures",
                  "Blocks are read as they were written though commands between them failed",
                  READ_AS_WRITTEN)
              .needs(Need.WRITABLE, Need.WRITES)
              .run(t -> random(t, true)),
          check(
                  DATA,
                  "blocks-are-apart",
                  "Blocks of the beginning, the middle and the end are blocks of their own",
                  "SBC-3, 4.4: each logical block has its own address")
              .hosts("All: media that claim more than they have")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    t.scratch(8);
                    long last = Math.min(t.blocks() - 1, 0xffffffffL);
                    var places = new TreeMap<Long, byte[]>();
                    for (long lba = 1; lba <= last; lba <<= 1) {
                      places.put(lba - 1, t.noise(t.blockSize()));
                      places.put(lba, t.noise(t.blockSize()));
                      places.put(last - lba + 1, t.noise(t.blockSize()));
                    }
                    for (var place : places.entrySet()) {
                      t.store(place.getKey(), place.getValue());
                    }
                    for (var place : places.entrySet()) {
                      t.expect(
                          Arrays.equals(t.blocksAt(place.getKey(), 1), place.getValue()),
                          "its own block",
                          "another block");
                    }
                  }),
          check(DATA, "all-bytes", "Every value of a byte is written and read", READ_AS_WRITTEN)
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    long lba = t.scratch(8);
                    for (int filling : new int[] {0x00, 0xff, 0x55, 0xaa, -1, -2}) {
                      var data = new byte[2 * t.blockSize()];
                      for (int i = 0; i < data.length; i++) {
                        data[i] =
                            (byte) (filling >= 0 ? filling : filling == -1 ? i : 255 - (i >> 1));
                      }
                      t.store(lba, data);
                      t.expect(Arrays.equals(t.blocksAt(lba, 2), data), "the same", "other data");
                    }
                  }),
          check(
                  DATA,
                  "data-like-wrappers",
                  "Data that looks like wrappers is data",
                  "BOT 1.0, 6.2.1: a wrapper is taken after a status, or a reset")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    long lba = t.scratch(8);
                    var data = new byte[4 * t.blockSize()];
                    var wrapper = t.wrapper(Cdbs.write(lba, 8)).out(t.blockSize()).bytes();
                    for (int at = 0; at + 64 <= data.length; at += 64) {
                      System.arraycopy(wrapper, 0, data, at, wrapper.length);
                      System.arraycopy(
                          "USBS".getBytes(java.nio.charset.StandardCharsets.US_ASCII),
                          0,
                          data,
                          at + 32,
                          4);
                    }
                    t.store(lba, data);
                    t.expect(Arrays.equals(t.blocksAt(lba, 4), data), "the same", "other data");
                  }),
          lasts(
              "synchronized-data-lasts",
              "What was written before SYNCHRONIZE CACHE survives a loss of power",
              "SBC-3, 5.25: SYNCHRONIZE CACHE",
              (t, lba, data) -> {
                t.store(lba, data);
                t.requireOptional(t.none(Cdbs.SYNCHRONIZE_CACHE_10), "SYNCHRONIZE CACHE");
              }),
          lasts(
              "forced-data-lasts",
              "What was written with FUA survives a loss of power",
              "SBC-3, 5.33: FUA",
              (t, lba, data) -> {
                var mode = t.in(192, Cdbs.modeSense6(0x3f, 192));
                t.applies(mode.passed() && (mode.u8(2) & 0x10) != 0, "DPOFUA is 0");
                t.requirePassed(
                    t.out(data, Cdbs.with(Cdbs.write(lba, 4), 1, 8)), "WRITE(10) with FUA");
              }),
          lasts(
              "uncached-data-lasts",
              "Where the caching page has WCE 0 what was written survives a loss of power",
              "SBC-3, 6.4.5: WCE",
              (t, lba, data) -> {
                t.applies(!caches(t), "WCE is 1");
                t.store(lba, data);
              }));

  /** How blocks are written that have to last. */
  private interface Lasting {
    void write(Trial t, long lba, byte[] data) throws DeviceGoneException;
  }

  private static Check lasts(String id, String title, String clause, Lasting lasting) {
    return check(DATA, id, title, clause)
        .hosts("All, when the power fails")
        .needs(Need.WRITABLE, Need.WRITES, Need.POWER_CUTS)
        .run(
            t -> {
              long lba = t.scratch(16);
              var data = t.noise(4 * t.blockSize());
              lasting.write(t, lba, data);
              t.session().note("power-cycle");
              t.applies(t.controls().powerCycle(), "its power cannot be cut");
              t.session().plugIn();
              t.session().makeReady();
              t.expect(Arrays.equals(t.blocksAt(lba, 4), data), "what was written", "else");
            });
  }

  /** Whether the caching page says that writes wait. */
  private static boolean caches(Trial t) throws DeviceGoneException {
    var reply = t.in(192, Cdbs.modeSense6(0x08, 192));
    t.applies(reply.passed() && reply.moved() > 4 + reply.u8(3) + 2, "there is no caching page");
    return (reply.u8(4 + reply.u8(3) + 2) & 4) != 0;
  }

  private DataChecks() {}

  private static void random(Trial t, boolean failures) throws DeviceGoneException {
    long base = t.scratch(SPAN);
    int block = t.blockSize();
    var random = t.random();
    var model = new byte[SPAN][];
    for (int step = 0; step < STEPS; step++) {
      int blocks = 1 + random.nextInt(LONGEST);
      int at = random.nextInt(SPAN - blocks);
      if (step % 3 != 2) {
        var data = t.noise(blocks * block);
        t.store(base + at, data);
        for (int i = 0; i < blocks; i++) {
          model[at + i] = Arrays.copyOfRange(data, i * block, (i + 1) * block);
        }
      } else {
        var data = t.blocksAt(base + at, blocks);
        for (int i = 0; i < blocks; i++) {
          boolean right =
              model[at + i] == null
                  || Arrays.equals(
                      model[at + i], Arrays.copyOfRange(data, i * block, (i + 1) * block));
          t.expect(right, "what was written last", "other data");
        }
      }
      if (failures && step % 5 == 0) {
        t.in(64, CommandChecks.UNKNOWN);
        t.out(new byte[block], t.writeBehindEnd(1));
      }
    }
  }
}
