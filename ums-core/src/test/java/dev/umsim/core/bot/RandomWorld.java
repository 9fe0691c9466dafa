package dev.umsim.core.bot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.Answer;
import dev.umsim.core.testing.Cbw;
import dev.umsim.core.testing.Csw;
import dev.umsim.core.testing.Hex;
import dev.umsim.core.testing.PacketBus;
import dev.umsim.core.testing.Posted;
import dev.umsim.core.testing.RawHost;
import dev.umsim.core.testing.ScriptedMedium;
import dev.umsim.core.testing.TestDevice;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.Transfer.Status;
import dev.umsim.core.usb.UsbDevice;
import dev.umsim.core.usb.ZeroTimeBus;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A device, and a host that at times does everything wrong and at times everything right.
 *
 * <p>While it does wrong, nothing is asked but that each transfer ends once, that nothing throws
 * and that no block changes that was not named by a write. Then it recovers in one of the ways that
 * the standards know, and from then on every answer is compared with what has to come.
 */
final class RandomWorld {
  private static final int BLOCK_COUNT = 128;
  private static final int NOTES = 60;

  private final Random random;
  private final ScriptedMedium medium = new ScriptedMedium(512, BLOCK_COUNT).silent();
  private final ScriptedMedium protectedMedium =
      new ScriptedMedium(512, 4).protectedFromWrites().silent();
  private final byte[] protectedContent = protectedMedium.content().clone();
  private final BlockModel model = new BlockModel(medium);
  private final List<Posted> posted = new ArrayList<>();
  private final ArrayDeque<String> notes = new ArrayDeque<>();
  private TestDevice device;
  private ShortData shortData;
  private ExcessData excessData;
  private long steps;
  private int tag;
  private long commands;
  private long recoveries;

  RandomWorld(long seed) {
    random = new Random(seed);
  }

  long steps() {
    return steps;
  }

  long commands() {
    return commands;
  }

  long recoveries() {
    return recoveries;
  }

  /** What was done last. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /** Goes on until so many steps have been done, with one device after the other. */
  void run(long untilStep) {
    while (steps < untilStep) {
      beginDevice();
      long end = Math.min(untilStep, steps + 2000);
      while (steps < end) {
        misbehave(1 + random.nextInt(40));
        recover();
        behave(1 + random.nextInt(12));
      }
      endDevice();
    }
  }

  private void note(String what) {
    steps++;
    if (notes.size() == NOTES) {
      notes.remove();
    }
    notes.add(what);
  }

  private RawHost raw() {
    return device.raw();
  }

  // One device.

  private void beginDevice() {
    shortData = ShortData.values()[random.nextInt(3)];
    excessData = ExcessData.values()[random.nextInt(2)];
    int accessBytes = new int[] {4096, 5000, 65_536}[random.nextInt(3)];
    var setup =
        TestDevice.setup()
            .media(medium.lending(random.nextBoolean()), protectedMedium)
            .policies(shortData, excessData)
            .accessBytes(accessBytes)
            .bus(random.nextBoolean() ? ZeroTimeBus::new : PacketBus::new)
            .speed(randomSpeed());
    device = (random.nextInt(4) == 0 ? setup.fullSpeedOnly() : setup).configured();
    note("a new device: " + shortData + ", " + excessData + ", " + device.link().speed());
  }

  private void endDevice() {
    device.link().unplug();
    raw().settle();
    posted.forEach(RandomWorld::assertEndedOnce);
    posted.clear();
    device.close();
    finishAll();
    assertThat(device.accessMemoryBytes()).as("memory of a device that is gone").isZero();
    learn();
  }

  private Speed randomSpeed() {
    return random.nextBoolean() ? Speed.HIGH : Speed.FULL;
  }

  private void finishAll() {
    medium.deferred(false);
    protectedMedium.deferred(false);
    while (medium.waiting() > 0) {
      medium.finishOne();
    }
    while (protectedMedium.waiting() > 0) {
      protectedMedium.finishOne();
    }
  }

  private void learn() {
    assertThat(model.agreesWithMedium()).as("blocks outside of what was written").isTrue();
    assertThat(Arrays.equals(protectedMedium.content(), protectedContent)).isTrue();
    if (medium.waiting() == 0) {
      model.learn();
    }
  }

  private static void assertEndedOnce(Posted each) {
    assertThat(each.completions()).as("completions of %s", each.answer().status()).isOne();
  }

  // Doing wrong.

  private void misbehave(int actions) {
    for (int i = 0; i < actions; i++) {
      wrongStep();
      if (posted.size() > 12) {
        giveUpAll();
      }
    }
  }

  private void wrongStep() {
    switch (random.nextInt(20)) {
      case 0, 1, 2 -> post("in", raw().postIn(randomLength()));
      case 3, 4 -> post("out", raw().postOut(new byte[randomLength()]));
      case 5, 6, 7 -> postCommand(randomWrapper());
      case 8 -> postCommand(spoiled(randomWrapper()));
      case 9 -> post("request", raw().postControl(randomRequest()));
      case 10 -> {
        note("any setup");
        raw().postControl(randomSetup());
      }
      case 11, 12, 13 -> {
        note("let things happen");
        raw().step(random.nextInt(12));
      }
      case 14 -> {
        note("let all happen");
        raw().settle();
      }
      case 15 -> finishSome();
      case 16 -> {
        boolean deferred = random.nextBoolean();
        note("the medium takes its time: " + deferred);
        medium.deferred(deferred);
        protectedMedium.deferred(deferred);
      }
      case 17, 18 -> cancelOne();
      default -> rareStep();
    }
  }

  private void rareStep() {
    switch (random.nextInt(6)) {
      case 0 -> {
        note("port reset");
        device.link().resetPort();
      }
      case 1 -> replug();
      default -> post("class reset", raw().postControl(RawHost.setup("21 ff 0000 0000 0000")));
    }
  }

  private void replug() {
    note("replug");
    device.link().unplug();
    raw().settle();
    posted.forEach(RandomWorld::assertEndedOnce);
    posted.clear();
    device.plugIn(randomSpeed());
  }

  private void post(String what, Posted each) {
    note(what + " " + each.transfer().length());
    posted.add(each);
  }

  private int randomLength() {
    return switch (random.nextInt(6)) {
      case 0 -> 13;
      case 1 -> 512 * random.nextInt(8);
      case 2 -> 64 * random.nextInt(20);
      case 3 -> random.nextInt(70);
      case 4 -> 31;
      default -> random.nextInt(5000);
    };
  }

  private byte[] randomWrapper() {
    var command = RandomCommand.next(random, BLOCK_COUNT);
    var cbw = Cbw.of(++tag, command.cdb()).lun(command.lun());
    int length =
        switch (random.nextInt(4)) {
          case 0 -> 0;
          case 1 -> randomLength();
          default -> command.deviceBytes();
        };
    boolean in = random.nextInt(5) == 0 ? random.nextBoolean() : command.flow() != 'o';
    return (in ? cbw.in(length) : cbw.out(length)).bytes();
  }

  /** Some of its bytes are changed, or there are too few or too many. */
  private byte[] spoiled(byte[] wrapper) {
    if (random.nextInt(3) == 0) {
      return Arrays.copyOf(wrapper, random.nextInt(70));
    }
    for (int i = 0; i <= random.nextInt(3); i++) {
      wrapper[random.nextInt(wrapper.length)] = (byte) random.nextInt();
    }
    // A data phase of gigabytes is legal, and dull.
    wrapper[10] = 0;
    wrapper[11] = 0;
    return wrapper;
  }

  private void postCommand(byte[] wrapper) {
    if (wrapper.length == 31) {
      model.mayBeWrittenBy(Arrays.copyOfRange(wrapper, 15, 31));
    }
    post("cbw " + Hex.text(wrapper), raw().postOut(wrapper));
  }

  private SetupPacket randomRequest() {
    var requests =
        List.of(
            "80 06 0100 0000 0012",
            "80 06 0200 0000 00ff",
            "80 06 0303 0409 00ff",
            "80 06 ff00 0000 00ff",
            "82 00 0000 0081 0002",
            "02 01 0000 0081 0000",
            "02 01 0000 0002 0000",
            "02 03 0000 0081 0000",
            "02 03 0000 0002 0000",
            "00 09 0001 0000 0000",
            "00 09 0000 0000 0000",
            "00 09 0007 0000 0000",
            "01 0b 0000 0000 0000",
            "00 05 0003 0000 0000",
            "00 03 0002 0400 0000",
            "a1 fe 0000 0000 0001",
            "21 ff 0000 0001 0000",
            "00 07 0100 0000 0012");
    return RawHost.setup(requests.get(random.nextInt(requests.size())));
  }

  private SetupPacket randomSetup() {
    int[] types = {0x00, 0x01, 0x02, 0x80, 0x81, 0x82, 0x21, 0xa1, random.nextInt(256)};
    return new SetupPacket(
        types[random.nextInt(types.length)],
        random.nextInt(random.nextBoolean() ? 14 : 256),
        random.nextInt(random.nextBoolean() ? 4 : 65_536),
        random.nextInt(random.nextBoolean() ? 4 : 65_536),
        random.nextInt(200));
  }

  private void finishSome() {
    note("the medium is done");
    for (var each : List.of(medium, protectedMedium)) {
      if (each.waiting() > 0) {
        each.finishOne();
      }
    }
  }

  private void cancelOne() {
    if (!posted.isEmpty()) {
      note("cancel");
      device.link().cancel(posted.get(random.nextInt(posted.size())).transfer());
    }
  }

  private void giveUpAll() {
    note("give up all");
    raw().giveUp(raw().underWay());
    assertThat(raw().underWay()).as("transfers that were given up and did not end").isEmpty();
    posted.forEach(RandomWorld::assertEndedOnce);
    posted.clear();
  }

  // Recovery.

  private void recover() {
    giveUpAll();
    raw().settle();
    recoveries++;
    if (random.nextInt(3) != 0) {
      finishAll();
    }
    learn();
    boolean configured = device.device().state() == UsbDevice.State.CONFIGURED;
    switch (random.nextInt(configured ? 6 : 2)) {
      case 0 -> {
        note("recover by port reset");
        device.link().resetPort();
      }
      case 1 -> replug();
      case 2 -> {
        note("recover by configuration");
        require(raw().control("00 09 0001 0000 0000"));
      }
      case 3 -> {
        note("recover by interface");
        require(raw().control("01 0b 0000 0000 0000"));
      }
      default -> {
        note("reset recovery");
        raw().resetRecovery();
      }
    }
    if (device.device().state() != UsbDevice.State.CONFIGURED) {
      // Test mode has left it deaf to all but the loss of its power.
      if (!raw().control("80 06 0100 0000 0012").ok()) {
        replug();
      }
      raw().configure();
    }
    assertToggles();
    assertThat(device.host().none(0, "00 00 00 00 00 00").status())
        .as("TEST UNIT READY after recovery")
        .isZero();
    assertToggles();
  }

  private static void require(Answer answer) {
    assertThat(answer.ok()).as(answer.summary()).isTrue();
  }

  private void assertToggles() {
    for (int endpoint : new int[] {0x81, 0x02}) {
      var pipe = device.function().pipe(endpoint);
      assertThat(pipe.hostToggle())
          .as("toggles of a host that behaves")
          .isEqualTo(pipe.deviceToggle());
    }
  }

  // Doing right.

  private void behave(int rounds) {
    for (int i = 0; i < rounds; i++) {
      switch (random.nextInt(12)) {
        case 0 -> harmlessRequest();
        case 1 -> {
          note("clear a halt that is none");
          require(raw().clearHalt(random.nextBoolean() ? 0x81 : 0x02));
        }
        case 2 -> {
          boolean deferred = random.nextBoolean();
          medium.deferred(deferred);
          protectedMedium.deferred(deferred);
        }
        default -> command();
      }
      assertToggles();
    }
    learn();
  }

  private void harmlessRequest() {
    note("a request in between");
    assertThat(raw().control("82 00 0000 0081 0002").hex()).isEqualTo("00 00");
    assertThat(raw().control("80 06 ff00 0000 00ff").summary()).isEqualTo("STALL 0");
    assertThat(raw().control("80 08 0000 0000 0001").hex()).isEqualTo("01");
  }

  private void command() {
    commands++;
    var command = RandomCommand.next(random, BLOCK_COUNT);
    int hostBytes =
        switch (random.nextInt(6)) {
          case 0 -> random.nextInt(2 * command.deviceBytes() + 600);
          case 1 -> 0;
          default -> command.deviceBytes();
        };
    boolean in =
        hostBytes == 0 || (random.nextInt(8) == 0 ? random.nextBoolean() : command.flow() != 'o');
    char hostFlow = hostBytes == 0 ? 'n' : in ? 'i' : 'o';
    var cbw = Cbw.of(++tag, command.cdb()).lun(command.lun());
    cbw = in ? cbw.in(hostBytes) : cbw.out(hostBytes);
    note(String.format("command %s, %s %d", Hex.text(command.cdb()), hostFlow, hostBytes));
    var sent = new byte[in ? 0 : hostBytes];
    random.nextBytes(sent);
    int deviceBytes =
        command.shortenable() && in && hostBytes > 0
            ? Math.min(hostBytes, command.deviceBytes())
            : command.deviceBytes();
    boolean sameWay = hostFlow == command.flow();
    boolean phaseError = deviceBytes > 0 && (!sameWay || hostBytes < deviceBytes);
    int useful = sameWay ? Math.min(hostBytes, deviceBytes) : 0;
    if (command.writes() && phaseError) {
      model.mayBeWritten(command.firstBlock(), deviceBytes / 512);
    }
    var received = new ByteArrayOutputStream();
    var csw = exchange(cbw.bytes(), in, sent, hostBytes, received);
    assertThat(csw.tag()).isEqualTo(tag);
    assertThat(csw.status()).isEqualTo(phaseError ? 2 : command.fails() ? 1 : 0);
    assertThat(csw.residue()).isBetween(0L, (long) hostBytes);
    if (!phaseError) {
      assertThat(csw.residue()).isEqualTo(hostBytes - useful);
    }
    if (command.writes() && !phaseError) {
      model.written(command.firstBlock(), sent, useful);
    }
    if (in) {
      checkReceived(command, received.toByteArray(), hostBytes, useful);
    }
    if (random.nextInt(4) == 0) {
      note("no second status");
      assertThat(raw().in(13).summary()).isEqualTo("NAK 0");
    }
    if (phaseError) {
      note("reset recovery");
      raw().resetRecovery();
    }
  }

  private void checkReceived(RandomCommand command, byte[] received, int hostBytes, int useful) {
    boolean padded = shortData == ShortData.PAD;
    assertThat(received.length).isEqualTo(padded ? hostBytes : useful);
    if (command.firstBlock() >= 0 && useful > 0) {
      assertThat(model.agrees(command.firstBlock(), Arrays.copyOf(received, useful)))
          .as("what was read")
          .isTrue();
    }
    for (int i = useful; i < received.length; i++) {
      assertThat(received[i]).as("padding").isZero();
    }
  }

  /** One command by the book, its data cut into transfers of whole packets. */
  private Csw exchange(
      byte[] cbw, boolean in, byte[] sent, int hostBytes, ByteArrayOutputStream received) {
    boolean early = shortData != ShortData.SHORT && random.nextInt(4) == 0;
    assertThat(await(raw().postOut(cbw)).summary()).isEqualTo("OK 31");
    Posted status = null;
    if (early && !in) {
      note("status asked for early");
      status = raw().postIn(13);
    }
    int at = 0;
    while (at < hostBytes) {
      int length = nextTransfer(hostBytes - at);
      note("data " + length);
      var answer =
          await(
              in ? raw().postIn(length) : raw().postOut(Arrays.copyOfRange(sent, at, at + length)));
      if (in) {
        received.writeBytes(answer.bytes());
      }
      if (answer.status() == Status.STALL) {
        assertThat(in ? shortData == ShortData.STALL : excessData == ExcessData.STALL).isTrue();
        require(raw().clearHalt(in ? 0x81 : 0x02));
        break;
      }
      require(answer);
      at += length;
      if (answer.bytes().length < length) {
        break;
      }
    }
    note("status");
    var answer = await(status == null ? raw().postIn(13) : status);
    if (answer.status() == Status.STALL) {
      assertThat(in && shortData == ShortData.STALL).isTrue();
      require(raw().clearHalt(0x81));
      answer = await(raw().postIn(13));
    }
    return Csw.read(answer.bytes());
  }

  private int nextTransfer(int left) {
    int packet = device.link().speed().bulkMaxPacketBytes();
    if (random.nextBoolean() || left <= packet) {
      return left;
    }
    return Math.min(left, packet * (1 + random.nextInt((left + packet - 1) / packet)));
  }

  /** Waits for a transfer, and lets the medium finish what it has to for that. */
  private Answer await(Posted each) {
    while (!raw().run(each)) {
      if (medium.waiting() + protectedMedium.waiting() == 0) {
        throw new AssertionError("nothing moves any more: " + each.answer().summary());
      }
      finishSome();
    }
    assertEndedOnce(each);
    return each.answer();
  }
}
