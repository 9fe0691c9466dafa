package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Media that come and go between commands: what each command says then (contract of a slot). */
class MediumChangeTest {
  private static final String READY = "00 00 00 00 00 00";
  private static final String EJECT = "1B 00 00 00 02 00";
  private static final String LOAD = "1B 00 00 00 03 00";
  private static final String PREVENT = "1E 00 00 00 01 00";
  private static final String ALLOW = "1E 00 00 00 00 00";
  private static final String EVENT = "4A 01 00 00 10 00 00 00 08 00";

  /** Both kinds of unit behave alike. */
  enum Kind {
    DISK,
    CD_ROM;

    DeviceServer unit(MediumSlot slot) {
      return this == DISK ? TargetHost.disk(slot, 0) : TargetHost.cdRom(slot);
    }

    TestMedium medium(long blockCount) {
      return this == DISK ? TestMedium.disk(blockCount) : TestMedium.disc(blockCount);
    }
  }

  private static String outcome(TargetHost host, String cdb) {
    return host.run(cdb).good() ? "good" : host.sense();
  }

  @ParameterizedTest
  @EnumSource
  void ejectAndLoadByTheHostRaiseNoAttention(Kind kind) {
    var slot = MediumSlot.removable(kind.medium(64));
    try (var host = TargetHost.of(kind.unit(slot))) {
      assertThat(outcome(host, EJECT)).isEqualTo("good");
      assertThat(outcome(host, READY)).isEqualTo("02/3A/00");
      assertThat(outcome(host, EJECT)).as("already out").isEqualTo("good");
      assertThat(outcome(host, LOAD)).isEqualTo("good");
      assertThat(outcome(host, READY)).isEqualTo("good");
      assertThat(outcome(host, LOAD)).as("already in").isEqualTo("good");
      assertThat(outcome(host, READY)).isEqualTo("good");
    }
  }

  @ParameterizedTest
  @EnumSource
  void prevention(Kind kind) {
    var slot = MediumSlot.removable(kind.medium(64));
    try (var host = TargetHost.of(kind.unit(slot))) {
      host.runGood(List.of(PREVENT));
      assertThat(outcome(host, EJECT)).isEqualTo("05/53/02");
      assertThat(outcome(host, READY)).as("the medium stays").isEqualTo("good");
      assertThat(outcome(host, "1B 00 00 00 00 00")).as("no effect").isEqualTo("good");
      host.runGood(List.of(ALLOW, EJECT, PREVENT));
      assertThat(outcome(host, LOAD)).isEqualTo("05/53/02");
      assertThat(outcome(host, EJECT)).as("nothing to eject").isEqualTo("good");
      host.target().resetTransport();
      assertThat(outcome(host, LOAD)).as("a reset allows").isEqualTo("good");
      host.runGood(List.of(PREVENT));
      host.target().beginSession();
      assertThat(outcome(host, EJECT)).as("a new session allows").isEqualTo("good");
    }
  }

  /** Somebody with a screwdriver does not ask whether the host likes it. */
  @ParameterizedTest
  @EnumSource
  void removalUnderPrevention(Kind kind) {
    var medium = kind.medium(64);
    var slot = MediumSlot.removable(medium);
    try (var host = TargetHost.of(kind.unit(slot))) {
      host.runGood(List.of(PREVENT));
      assertThat(slot.remove()).containsSame(medium);
      assertThat(slot.remove()).isEmpty();
      assertThat(outcome(host, READY)).isEqualTo("02/3A/00");
      assertThat(outcome(host, LOAD)).isEqualTo("02/3A/00");
      slot.insert(kind.medium(32));
      assertThat(outcome(host, READY)).isEqualTo("06/28/00");
      assertThat(outcome(host, EJECT)).as("still prevented").isEqualTo("05/53/02");
    }
  }

  @ParameterizedTest
  @EnumSource
  void insertionAndSwapAreToldOnce(Kind kind) {
    var slot = MediumSlot.removable();
    try (var host = TargetHost.of(kind.unit(slot))) {
      assertThat(outcome(host, READY)).isEqualTo("02/3A/00");
      slot.insert(kind.medium(64));
      assertThat(outcome(host, READY)).isEqualTo("06/28/00");
      assertThat(outcome(host, READY)).isEqualTo("good");
      slot.insert(kind.medium(32));
      slot.insert(kind.medium(16));
      assertThat(outcome(host, "25 00 00 00 00 00 00 00 00 00")).isEqualTo("06/28/00");
      assertThat(host.run("25 00 00 00 00 00 00 00 00 00").hex()).startsWith("00 00 00 0F");
      slot.insert(kind.medium(8));
      slot.remove();
      assertThat(outcome(host, READY))
          .as("a change comes before what is now")
          .isEqualTo("06/28/00");
      assertThat(outcome(host, READY)).isEqualTo("02/3A/00");
    }
  }

  /** An ejected medium that is taken out cannot be loaded, another one can. */
  @ParameterizedTest
  @EnumSource
  void swapOfAnEjectedMedium(Kind kind) {
    var slot = MediumSlot.removable(kind.medium(64));
    try (var host = TargetHost.of(kind.unit(slot))) {
      host.runGood(List.of(EJECT));
      assertThat(slot.isEjected()).isTrue();
      assertThat(slot.remove()).isPresent();
      assertThat(slot.isEjected()).isFalse();
      assertThat(outcome(host, LOAD)).isEqualTo("02/3A/00");
      slot.insert(kind.medium(32));
      assertThat(outcome(host, READY)).isEqualTo("06/28/00");
      assertThat(outcome(host, READY)).isEqualTo("good");
    }
  }

  @Test
  void ejectionMakesWritesDurableFirst() {
    var medium = TestMedium.disk(64);
    var slot = MediumSlot.removable(medium);
    try (var host = TargetHost.of(TargetHost.disk(slot, 0))) {
      host.runGood(List.of(EJECT));
      assertThat(medium.takeLog()).containsExactly("synchronize");
      host.runGood(List.of(LOAD, "1B 00 00 00 06 00"));
      assertThat(medium.takeLog()).as("NO_FLUSH").isEmpty();
      host.runGood(List.of(LOAD));
      medium.withFailingSynchronization();
      assertThat(outcome(host, EJECT)).isEqualTo("03/0C/00");
      assertThat(outcome(host, READY)).as("the medium stays").isEqualTo("good");
    }
  }

  @Test
  void fixedMedium() {
    var slot = MediumSlot.fixed(TestMedium.disk(64));
    try (var host = TargetHost.of(TargetHost.disk(slot, 0))) {
      assertThat(outcome(host, PREVENT)).isEqualTo("05/20/00");
      host.runGood(List.of(EJECT, READY, LOAD, READY));
      assertThatThrownBy(() -> slot.insert(TestMedium.disk(1)))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(slot::remove).isInstanceOf(IllegalStateException.class);
    }
  }

  /** New medium 2, removal 3; medium present, tray open; each event once. */
  @Test
  void eventsOfACdDrive() {
    var slot = MediumSlot.removable();
    try (var host = TargetHost.of(TargetHost.cdRom(slot))) {
      assertThat(host.run(EVENT).hex()).isEqualTo("00 06 04 10 00 00 00 00");
      slot.insert(TestMedium.disc(64));
      assertThat(host.run(EVENT).hex()).isEqualTo("00 06 04 10 02 02 00 00");
      assertThat(host.run(EVENT).hex()).isEqualTo("00 06 04 10 00 02 00 00");
      assertThat(outcome(host, READY)).as("the attention waits all the same").isEqualTo("06/28/00");
      host.runGood(List.of(EJECT));
      assertThat(host.run(EVENT).hex()).isEqualTo("00 06 04 10 03 01 00 00");
      assertThat(host.run(EVENT).hex()).isEqualTo("00 06 04 10 00 01 00 00");
      host.runGood(List.of(LOAD));
      assertThat(host.run(EVENT).hex()).isEqualTo("00 06 04 10 02 02 00 00");
      slot.remove();
      assertThat(host.run(EVENT).hex()).isEqualTo("00 06 04 10 03 00 00 00");
    }
  }

  @Test
  void eventsAtEveryAllocationLength() {
    for (int allocated = 0; allocated <= 12; allocated++) {
      var slot = MediumSlot.removable();
      try (var host = TargetHost.of(TargetHost.cdRom(slot))) {
        slot.insert(TestMedium.disc(64));
        var cdb = String.format("4A 01 00 00 10 00 00 00 %02X 00", allocated);
        var whole = "00 06 04 10 02 02 00 00 ";
        assertThat(host.run(cdb).hex() + " ")
            .isEqualTo(allocated == 0 ? " " : whole.substring(0, 3 * Math.min(allocated, 8)));
        // The header alone tells no event, so it waits.
        assertThat(host.run(EVENT).data()[4]).isEqualTo((byte) (allocated <= 4 ? 2 : 0));
      }
    }
  }

  /** Other classes have no events; together with others the media come first, as the only ones. */
  @Test
  void classesOfEvents() {
    try (var host = TargetHost.of(TargetHost.cdRom(MediumSlot.removable()))) {
      for (var classes : List.of("00", "01", "02", "04", "08", "20", "40", "80", "EF")) {
        Allocations.check(host, "4A 01 00 00 " + classes + " 00 00 nn nn 00", "00 02 80 10");
      }
      Allocations.check(host, "4A 01 00 00 FF 00 00 nn nn 00", "00 06 04 10 00 00 00 00");
    }
  }

  /** What is executed although an attention waits, on both kinds of unit. */
  @Test
  void attentionWaitsForSomeCommands() {
    for (var kind : Kind.values()) {
      var slot = MediumSlot.removable();
      try (var host = TargetHost.of(kind.unit(slot))) {
        slot.insert(kind.medium(64));
        host.runGood(List.of("12 00 00 00 24 00", "A0 00 00 00 00 00 00 00 00 10 00 00"));
        if (kind == Kind.CD_ROM) {
          host.runGood(List.of("46 00 00 00 00 00 00 00 08 00", EVENT));
        }
        assertThat(host.sense()).isEqualTo("06/28/00");
        assertThat(outcome(host, READY)).as("REQUEST SENSE has told it").isEqualTo("good");
        slot.insert(kind.medium(64));
        assertThat(outcome(host, "FF 00 00 00 00 00")).as("unknown code").isEqualTo("06/28/00");
        assertThat(outcome(host, "FF 00 00 00 00 00")).isEqualTo("05/20/00");
      }
    }
  }

  /** A reset comes first, whenever it came; each cause once; every unit has its own. */
  @Test
  void orderOfAttentions() {
    var first = MediumSlot.removable();
    var second = MediumSlot.removable();
    try (var host =
        TargetHost.withPowerOnAttention(TargetHost.disk(first, 0), TargetHost.disk(second, 1))) {
      first.insert(TestMedium.disk(64));
      first.insert(TestMedium.disk(64));
      assertThat(outcome(host, READY)).isEqualTo("06/29/00");
      assertThat(outcome(host, READY)).isEqualTo("06/28/00");
      assertThat(outcome(host, READY)).isEqualTo("good");
      first.insert(TestMedium.disk(64));
      first.attentions().raise(Sense.POWER_ON_OR_RESET);
      assertThat(outcome(host, READY)).isEqualTo("06/29/00");
      assertThat(outcome(host, READY)).isEqualTo("06/28/00");
      assertThat(host.run(1, READY).good()).isFalse();
      assertThat(host.sense(1)).isEqualTo("06/29/00");
      assertThat(host.run(1, READY).good()).isFalse();
      assertThat(host.sense(1)).isEqualTo("02/3A/00");
    }
  }

  /** Sixteen slots, of which one after the other is filled; nobody else notices. */
  @Test
  void cardReader() {
    var slots = new ArrayList<MediumSlot>();
    var units = new ArrayList<DeviceServer>();
    for (int lun = 0; lun < 16; lun++) {
      slots.add(MediumSlot.removable());
      units.add(TargetHost.disk(slots.get(lun), lun));
    }
    try (var host = TargetHost.of(units.toArray(DeviceServer[]::new))) {
      assertThat(host.target().maxLun()).isEqualTo(15);
      assertThat(host.run("A0 00 00 00 00 00 00 00 00 FF 00 00").data()).hasSize(8 + 16 * 8);
      for (int filled = 0; filled < 16; filled++) {
        slots.get(filled).insert(TestMedium.disk(100 + filled));
        for (int lun = 0; lun < 16; lun++) {
          boolean good = host.run(lun, READY).good();
          assertThat(good).isEqualTo(lun < filled);
          if (!good) {
            assertThat(host.sense(lun)).isEqualTo(lun == filled ? "06/28/00" : "02/3A/00");
          }
        }
        assertThat(host.run(filled, "25 00 00 00 00 00 00 00 00 00").data()[3])
            .isEqualTo((byte) (99 + filled));
      }
      // Sense waits in each unit by itself.
      host.run(3, "FF 00 00 00 00 00");
      host.run(4, "28 00 FF FF FF FF 00 00 01 00");
      host.runGood(List.of(READY));
      assertThat(host.sense(4)).isEqualTo("05/21/00");
      assertThat(host.sense(3)).isEqualTo("05/20/00");
    }
  }

  @Test
  void unitsThatAreNotThere() {
    try (var host = TargetHost.of(TargetHost.disk(TestMedium.disk(64)))) {
      for (int lun = 1; lun < 16; lun++) {
        assertThat(host.run(lun, "12 00 00 00 FF 00").hex()).startsWith("7F 00 00 00 1F");
        assertThat(host.sense(lun)).isEqualTo("05/25/00");
        assertThat(host.run(lun, "A0 00 00 00 00 00 00 00 00 FF 00 00").data()).hasSize(16);
        assertThat(host.run(lun, READY).good()).isFalse();
        assertThat(host.run(lun, "1B 00 00 00 02 00").good()).isFalse();
        assertThat(host.run(lun, "43 00 00 00 00 00 00 00 FF 00").good()).isFalse();
      }
    }
  }
}
