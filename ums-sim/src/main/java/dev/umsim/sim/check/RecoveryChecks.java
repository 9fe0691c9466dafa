package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.RECOVERY;
import static dev.umsim.sim.check.Group.RESETS;

import dev.umsim.core.host.DeviceGoneException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Reset Recovery, and resets of the port, in every phase of a command. */
final class RecoveryChecks {
  /** How far a command is taken before it is broken off. */
  private enum Phase {
    COMMAND_IN("before-data-in", "between command and data from the device", false),
    DATA_IN("in-data-in", "in the middle of data from the device", false),
    STATUS_IN("before-status-in", "between data from the device and status", false),
    STATUS_NONE("before-status", "between a command without data and its status", false),
    COMMAND_OUT("before-data-out", "between command and data to the device", true),
    DATA_OUT("in-data-out", "in the middle of data to the device", true),
    STATUS_OUT("before-status-out", "between data to the device and status", true),
    HALTED("when-halted", "while bulk-in is halted before the status", false);

    private final String id;
    private final String words;
    private final boolean writes;

    Phase(String id, String words, boolean writes) {
      this.id = id;
      this.words = words;
      this.writes = writes;
    }

    void reach(Trial t) throws DeviceGoneException {
      t.session().oweRecovery();
      int block = t.blockSize();
      switch (this) {
        case COMMAND_IN -> send(t, t.wrapper(Cdbs.read(0, 4)).in(4L * block));
        case DATA_IN -> {
          send(t, t.wrapper(Cdbs.read(0, 4)).in(4L * block));
          t.bulkIn(block);
        }
        case STATUS_IN -> {
          send(t, t.wrapper(Cdbs.read(0, 1)).in(block));
          t.bulkIn(block);
        }
        case STATUS_NONE -> send(t, t.wrapper(Cdbs.TEST_UNIT_READY));
        case COMMAND_OUT -> send(t, t.wrapper(Cdbs.write(t.scratch(4), 4)).out(4L * block));
        case DATA_OUT -> {
          send(t, t.wrapper(Cdbs.write(t.scratch(4), 4)).out(4L * block));
          t.bulkOut(t.noise(block));
        }
        case STATUS_OUT -> {
          send(t, t.wrapper(Cdbs.write(t.scratch(4), 1)).out(block));
          t.bulkOut(t.noise(block));
        }
        case HALTED -> {
          send(t, t.wrapper(CommandChecks.UNKNOWN).in(64));
          t.bulkIn(64);
        }
      }
    }

    private static void send(Trial t, Wrapper wrapper) throws DeviceGoneException {
      t.require(t.bulkOut(wrapper.bytes()).ok(), "the command was not taken");
    }
  }

  static final List<Check> ALL = all();

  private RecoveryChecks() {}

  private static List<Check> all() {
    return Stream.of(
            Stream.of(Phase.values()).map(RecoveryChecks::recovery),
            further().stream(),
            Stream.of(Phase.values()).map(RecoveryChecks::portReset),
            resets().stream())
        .flatMap(each -> each)
        .toList();
  }

  private static Check recovery(Phase phase) {
    return check(
            RECOVERY,
            "recovery-" + phase.id,
            "Reset Recovery " + phase.words + " makes the device take the next command",
            "BOT 1.0, 5.3.4 and 3.1")
        .needs(Need.COMMANDS)
        .needs(needs(phase))
        .run(
            t -> {
              phase.reach(t);
              t.resetRecovery();
              WrapperChecks.alive(t);
              WrapperChecks.alive(t);
            });
  }

  private static Need[] needs(Phase phase) {
    return phase.writes ? new Need[] {Need.WRITABLE, Need.WRITES} : new Need[] {Need.READY};
  }

  private static List<Check> further() {
    return List.of(
        check(
                RECOVERY,
                "recovery-after-phase-error",
                "Reset Recovery after a phase error makes the device take the next command",
                "BOT 1.0, 5.3.3.1 and 5.3.4")
            .needs(Need.READY)
            .run(
                t -> {
                  var reply = t.send(t.wrapper(Cdbs.read(0, 2)).in(t.blockSize()));
                  t.applies(reply.phaseError(), "the device fails where others say phase error");
                  t.resetRecovery();
                  WrapperChecks.alive(t);
                }),
        check(
                RECOVERY,
                "recovery-without-need",
                "Reset Recovery of a device that waits for a command harms nothing",
                "BOT 1.0, 5.3.4")
            .needs(Need.COMMANDS)
            .run(
                t -> {
                  for (int i = 0; i < 3; i++) {
                    t.resetRecovery();
                    WrapperChecks.alive(t);
                  }
                }),
        check(
                RECOVERY,
                "recovery-keeps-data",
                "What was written is there after Reset Recovery",
                "BOT 1.0, 3.1: the reset readies the device for the next command")
            .needs(Need.WRITABLE, Need.WRITES)
            .run(
                t -> {
                  long lba = t.scratch(4);
                  var data = t.noise(2 * t.blockSize());
                  t.store(lba, data);
                  t.resetRecovery();
                  t.expect(Arrays.equals(t.blocksAt(lba, 2), data), "what was written", "else");
                }),
        check(
                RECOVERY,
                "recovery-of-invalid-in-the-middle",
                "A wrapper that is none in the middle of a command, and Reset Recovery helps",
                "BOT 1.0, 5.3.4 and 6.6.1")
            .needs(Need.READY)
            .run(
                t -> {
                  t.session().oweRecovery();
                  t.bulkOut(t.wrapper(Cdbs.read(0, 1)).in(t.blockSize()).bytes());
                  t.bulkOut(new byte[13]);
                  t.resetRecovery();
                  WrapperChecks.alive(t);
                }));
  }

  private static Check portReset(Phase phase) {
    return check(
            RESETS,
            "port-reset-" + phase.id,
            "A reset of the port " + phase.words + " leaves nothing of the command",
            "USB 2.0, 9.1.1.3; BOT 1.0, 5.3.1")
        .needs(Need.COMMANDS, Need.STATE)
        .needs(needs(phase))
        .run(
            t -> {
              phase.reach(t);
              t.session().recoveryDone();
              reset(t);
              t.session().makeReady();
              WrapperChecks.alive(t);
            });
  }

  private static void reset(Trial t) throws DeviceGoneException {
    t.expect(
        t.session().resetPort(),
        "SET_ADDRESS and SET_CONFIGURATION are carried out after a reset",
        "they are not");
  }

  private static List<Check> resets() {
    return List.of(
        check(
                RESETS,
                "port-reset-idle",
                "A reset of the port of a device that waits for a command",
                "USB 2.0, 9.1.1.3")
            .needs(Need.COMMANDS, Need.STATE)
            .run(
                t -> {
                  for (int i = 0; i < 2; i++) {
                    reset(t);
                    t.session().makeReady();
                    WrapperChecks.alive(t);
                  }
                }),
        check(
                RESETS,
                "port-reset-unconfigures",
                "After a reset of the port the device is not configured",
                "USB 2.0, 9.1.1.3 and 9.1.1.4")
            .needs(Need.STATE, Need.UNCONFIGURED, Need.COMMANDS)
            .run(
                t -> {
                  t.session().note("bus-reset");
                  t.session().link().resetPort();
                  t.control(0, 0x05, 1, 0, 0);
                  var answer = t.control(0x80, 0x08, 0, 0, 1);
                  t.expect(answer.u8(0) == 0, "configuration 00", Trial.shown(answer));
                  t.session().resetPort();
                }),
        check(
                RESETS,
                "port-reset-ends-halts",
                "A reset of the port ends halts",
                "USB 2.0, 9.1.1.3 and 9.4.5")
            .needs(Need.COMMANDS, Need.STATE)
            .run(
                t -> {
                  int in = t.session().place().bulkIn();
                  t.require(t.control(2, 0x03, 0, in, 0).ok(), "the endpoint could not be halted");
                  reset(t);
                  var status = t.control(0x82, 0, 0, in, 2);
                  t.expect(status.u8(0) == 0, "00 00", Trial.shown(status));
                  t.session().makeReady();
                  WrapperChecks.alive(t);
                }),
        check(
                RESETS,
                "port-reset-ends-invalid",
                "A reset of the port helps after what is no wrapper",
                "USB 2.0, 9.1.1.3; BOT 1.0, 5.3.1")
            .needs(Need.COMMANDS, Need.STATE)
            .run(
                t -> {
                  t.session().oweRecovery();
                  t.bulkOut(new byte[17]);
                  t.bulkIn(Reply.STATUS_LENGTH);
                  t.session().recoveryDone();
                  reset(t);
                  t.session().makeReady();
                  WrapperChecks.alive(t);
                }),
        check(
                RESETS,
                "port-reset-same-descriptors",
                "After a reset of the port the descriptors are the same",
                "USB 2.0, 9.6.1")
            .hosts("Linux, which compares them and lets the device go")
            .needs(Need.COMMANDS, Need.STATE)
            .run(
                t -> {
                  reset(t);
                  var facts = t.facts();
                  t.expect(
                      Arrays.equals(t.descriptor(1, 0, 18).bytes(), facts.device()),
                      "the same device descriptor",
                      "another");
                  t.expect(
                      Arrays.equals(
                          t.descriptor(2, 0, facts.configuration().length).bytes(),
                          facts.configuration()),
                      "the same configuration",
                      "another");
                }),
        check(
                RESETS,
                "port-reset-keeps-data",
                "What was written and synchronized is there after a reset of the port",
                "SBC-3, 5.25: SYNCHRONIZE CACHE")
            .needs(Need.WRITABLE, Need.WRITES, Need.STATE)
            .run(
                t -> {
                  long lba = t.scratch(4);
                  var data = t.noise(2 * t.blockSize());
                  t.store(lba, data);
                  t.none(Cdbs.SYNCHRONIZE_CACHE_10);
                  reset(t);
                  t.session().makeReady();
                  t.expect(Arrays.equals(t.blocksAt(lba, 2), data), "what was written", "else");
                }),
        check(
                RESETS,
                "set-configuration-in-data-in",
                "SET_CONFIGURATION in the middle of a command leaves nothing of it",
                "USB 2.0, 9.1.1.5; BOT 1.0, 5.3.1")
            .needs(Need.READY, Need.STATE)
            .run(
                t -> {
                  Phase.DATA_IN.reach(t);
                  t.session().recoveryDone();
                  t.expectOk(
                      t.control(0, 0x09, t.facts().configurationValue(), 0, 0),
                      "SET_CONFIGURATION");
                  t.session().makeReady();
                  WrapperChecks.alive(t);
                }),
        check(
                RESETS,
                "set-configuration-in-data-out",
                "SET_CONFIGURATION in the middle of a write leaves nothing of it",
                "USB 2.0, 9.1.1.5; BOT 1.0, 5.3.1")
            .needs(Need.WRITABLE, Need.WRITES, Need.STATE)
            .run(
                t -> {
                  Phase.DATA_OUT.reach(t);
                  t.session().recoveryDone();
                  t.expectOk(
                      t.control(0, 0x09, t.facts().configurationValue(), 0, 0),
                      "SET_CONFIGURATION");
                  t.session().makeReady();
                  WrapperChecks.alive(t);
                }),
        check(
                RESETS,
                "attention-after-configuration-told-once",
                "A unit attention after configuration is told once to each unit",
                "SAM-5, 5.14")
            .hosts("Hosts that try again a few times only")
            .needs(Need.COMMANDS, Need.STATE)
            .run(
                t -> {
                  reset(t);
                  int attentions = 0;
                  for (int i = 0; i < 6; i++) {
                    var reply = t.none(Cdbs.TEST_UNIT_READY);
                    if (reply.failed() && reply.sense().key() == 6) {
                      attentions++;
                    }
                  }
                  t.expect(attentions <= 2, "at most two, of two causes", attentions + " of 6");
                }));
  }
}
