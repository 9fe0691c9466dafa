package dev.umsim.bench.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.CommandFailedException;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.host.MassStorageDevice;
import dev.umsim.core.scsi.Capacity;
import dev.umsim.core.scsi.InquiryData;
import dev.umsim.core.scsi.PrimaryCommand;
import dev.umsim.core.scsi.Sense;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferenceTargetTest {
  @TempDir Path folder;

  private static Target open(String settings, Writes writes) throws IOException {
    return Targets.open(TargetNotation.parse("sim:reference?" + settings), writes);
  }

  private static Target open(String settings) throws IOException {
    return open(settings, Writes.TO_OVERLAY);
  }

  private static MassStorageDevice enumerate(Target target) throws HostException {
    try (var link = target.attach(Speed.HIGH)) {
      return Enumeration.enumerate(link, OptionalInt.empty());
    }
  }

  /** What stands at the beginning of a block, 8 bytes. */
  private static long read(Target target, int lun, long block) throws HostException {
    try (var link = target.attach(Speed.HIGH)) {
      var disk = disk(target, link, lun);
      var bytes = Unpooled.buffer(disk.capacity().blockSize());
      disk.read(block, 1, bytes, 0);
      return bytes.getLong(0);
    }
  }

  private static void write(Target target, int lun, long block, long value) throws HostException {
    try (var link = target.attach(Speed.HIGH)) {
      var disk = disk(target, link, lun);
      var bytes = Unpooled.buffer(disk.capacity().blockSize());
      bytes.setLong(0, value);
      disk.write(block, 1, bytes, 0, false);
    }
  }

  private static Disk disk(Target target, UsbLink link, int lun) throws HostException {
    var device = Enumeration.enumerate(link, OptionalInt.empty());
    return Disk.open(new BulkOnlyHost(link, device), lun);
  }

  @Test
  void isOfTheSizeThatIsAskedFor() throws Exception {
    try (var usual = Targets.open(TargetNotation.Simulated.REFERENCE, Writes.TO_OVERLAY);
        var sized = open("size=3M&block-size=2k");
        var counted = open("blocks=5000000000");
        var link = usual.attach(Speed.HIGH);
        var sizedLink = sized.attach(Speed.HIGH);
        var countedLink = counted.attach(Speed.HIGH)) {
      assertThat(disk(usual, link, 0).capacity()).isEqualTo(new Capacity(131_072, 512));
      assertThat(disk(sized, sizedLink, 0).capacity()).isEqualTo(new Capacity(1536, 2048));
      assertThat(disk(counted, countedLink, 0).capacity())
          .isEqualTo(new Capacity(5_000_000_000L, 512));
    }
  }

  @Test
  void isFilled() throws Exception {
    try (var numbered = open("fill=lba-be64");
        var constant = open("fill=a5")) {
      assertThat(read(numbered, 0, 4711)).isEqualTo(4711);
      assertThat(read(constant, 0, 4711)).isEqualTo(0xa5a5_a5a5_a5a5_a5a5L);
      write(numbered, 0, 4711, 1);
      assertThat(read(numbered, 0, 4711)).isEqualTo(1);
    }
  }

  @Test
  void saysWhoItIs() throws Exception {
    try (var target =
            open(
                "vid=05ac&pid=0x1209&serial=123456789ABC&vendor=Apple&product=iPod%20Video"
                    + "&revision=1.62");
        var link = target.attach(Speed.HIGH)) {
      var device = enumerate(target);
      assertThat(device.device().vendorId()).isEqualTo(0x05ac);
      assertThat(device.device().productId()).isEqualTo(0x1209);
      assertThat(device.serialNumber()).isEqualTo("123456789ABC");
      assertThat(device.manufacturer()).isEqualTo("Apple");
      assertThat(device.product()).isEqualTo("iPod Video");
      assertThat(disk(target, link, 0).identity())
          .isEqualTo(new InquiryData("Apple", "iPod Video", "1.62"));
    }
  }

  @Test
  void hasItsSpeeds() throws Exception {
    try (var dual = open("speed=high");
        var full = open("speed=full")) {
      assertThat(dual.speeds()).containsExactly(Speed.FULL, Speed.HIGH);
      assertThat(full.speeds()).containsExactly(Speed.FULL);
      assertThat(enumerate(dual).speed()).isEqualTo(Speed.HIGH);
      assertThat(enumerate(full).speed()).isEqualTo(Speed.FULL);
    }
  }

  /** Bytes that went over for a command that asks for, or offers, more than it should. */
  private static long moved(String settings, PrimaryCommand command, Direction direction)
      throws Exception {
    try (var target = open(settings);
        var link = target.attach(Speed.HIGH)) {
      var host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
      var moved = new ArrayList<Long>();
      host.setListener(completed -> moved.add(completed.movedBytes()));
      try {
        host.execute(0, command.encode(), direction, Unpooled.buffer(255), 0, 255);
      } catch (CommandFailedException e) {
        assertThat(direction).isEqualTo(Direction.OUT);
      }
      return moved.get(0);
    }
  }

  @Test
  void endsDataAsItIsTold() throws Exception {
    var inquiry = new PrimaryCommand.Inquiry(false, 0, 255);
    assertThat(moved("short-data=stall", inquiry, Direction.IN)).isEqualTo(96);
    assertThat(moved("short-data=short", inquiry, Direction.IN)).isEqualTo(96);
    assertThat(moved("short-data=pad", inquiry, Direction.IN)).isEqualTo(255);
    var ready = new PrimaryCommand.TestUnitReady();
    assertThat(moved("out-excess=discard", ready, Direction.OUT)).isEqualTo(255);
    assertThat(moved("out-excess=stall", ready, Direction.OUT)).isZero();
  }

  @Test
  void tellsOfItsCache() throws Exception {
    assertThat(writeCacheEnabled("write-cache=on")).isTrue();
    assertThat(writeCacheEnabled("write-cache=off")).isFalse();
  }

  private static boolean writeCacheEnabled(String settings) throws Exception {
    try (var target = open(settings);
        var link = target.attach(Speed.HIGH)) {
      var host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
      var cachingPage = new PrimaryCommand.ModeSense(false, true, false, 0, 8, 0, 192).encode();
      var bytes = Unpooled.buffer(192);
      host.execute(0, cachingPage, Direction.IN, bytes, 0, 192);
      return (bytes.getByte(4 + 2) & 4) != 0;
    }
  }

  @Test
  void mayBeginWithAnAttention() throws Exception {
    assertThat(firstCommandFails("power-on-attention=on")).isTrue();
    assertThat(firstCommandFails("power-on-attention=off&seed=-1")).isFalse();
  }

  private static boolean firstCommandFails(String settings) throws Exception {
    try (var target = open(settings);
        var link = target.attach(Speed.HIGH)) {
      var host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
      host.execute(0, new PrimaryCommand.TestUnitReady().encode());
      return false;
    } catch (CommandFailedException e) {
      assertThat(e.senseData().sense()).isEqualTo(Sense.POWER_ON_OR_RESET);
      return true;
    }
  }

  @Test
  void keepsWritesAsideUnlessToldOtherwise() throws Exception {
    var image = Files.write(folder.resolve("a.img"), new byte[4096]);
    var settings = "image=" + image;
    try (var target = open(settings)) {
      write(target, 0, 1, 5);
      assertThat(read(target, 0, 1)).isEqualTo(5);
    }
    try (var target = open(settings + ",overlay", Writes.IN_PLACE)) {
      write(target, 0, 1, 5);
    }
    assertThat(Files.readAllBytes(image)).isEqualTo(new byte[4096]);
    try (var target = open(settings, Writes.IN_PLACE)) {
      write(target, 0, 1, 5);
    }
    assertThat(Files.readAllBytes(image)[512 + 7]).isEqualTo((byte) 5);
  }

  @Test
  void hasAUnitForEachImage() throws Exception {
    var first = Files.write(folder.resolve("a.img"), new byte[4096]);
    var bytes = new byte[8192];
    bytes[7] = 3;
    var second = Files.write(folder.resolve("b,ro &.img"), bytes);
    try (var target = open("image=" + first + "&image=" + folder + "/b%2Cro%20%26.img,ro")) {
      assertThat(target.images()).containsExactly(first, second);
      assertThat(target.lastFailure()).isEmpty();
      assertThat(target.medium(2)).isEmpty();
      assertThat(enumerate(target).maxLun()).isEqualTo(1);
      assertThat(read(target, 1, 0)).isEqualTo(3);
      assertThat(target.medium(0).orElseThrow().writeProtected()).isFalse();
      assertThat(target.medium(1).orElseThrow().writeProtected()).isTrue();
    }
  }

  @Test
  void givesUpWhatItHasOpenedIfAnotherImageIsBad() throws Exception {
    var good = Files.write(folder.resolve("a.img"), new byte[4096]);
    assertThatThrownBy(() -> open("image=" + good + "&image=" + folder, Writes.IN_PLACE))
        .isInstanceOf(IOException.class);
    open("image=" + good, Writes.IN_PLACE).close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "size=0 | size: a medium has at least 1 block, not 0",
        "size=1000 | size: 1000 bytes are no multiple of the block size of 512; make it one",
        "blocks=0 | blocks: a medium has at least 1 block, not 0",
        "blocks=1&size=512 | 'size' and 'blocks' both tell the size; leave one out",
        "block-size=513 | block-size: a block has 512, 1024, 2048 or 4096 bytes, not 513",
        "block-size=8k | block-size: a block has 512, 1024, 2048 or 4096 bytes, not 8k",
        "fill=red | fill: a fill is zero, lba-be64 or two hexadecimal digits, not 'red'",
        "speed=super | speed: SuperSpeed is not simulated; use full or high",
        "speed=low | speed: 'low' is not one of full, high",
        "short-data=pads | short-data: 'pads' is not one of stall, pad, short; did you mean pad?",
        "out-excess=pad | out-excess: 'pad' is not one of discard, stall",
        "write-cache=yes | write-cache: 'yes' is not one of off, on",
        "vid=5ac | vid: four hexadecimal digits are needed, not '5ac'",
        "seed=x | seed: a seed is a whole number of 64 bits, not 'x'",
        "vendor=TooLongForIt | INQUIRY data: the INQUIRY vendor has at most 8 ASCII characters, not 'TooLongForIt'",
        "deviation=lies | there is no deviation 'lies'; see: ums list deviations",
        "deviation=evpd-ignored:page=1 | deviation 'evpd-ignored': it has no parameters; leave 'page' out",
        "deviation=transfers-limited:block=1 | deviation 'transfers-limited': it has no parameter 'block' (parameters: blocks)",
        "deviation=transfers-limited:blocks=0 | deviation 'transfers-limited': blocks is 1 to 65535, not 0",
        "deviation=transfers-limited:blocks=1k | deviation 'transfers-limited': blocks is a whole number, not '1k'",
        "fake=limbo | fake: a fake of kind limbo has a real size; write limbo:SIZE",
        "fake=bad:1M | fake: a medium of kind bad has no real size of its own; write bad",
        "fake=large | fake: a fake is one of good, bad, limbo, wraparound, chain, not 'large'",
        "size=1M&fake=limbo:2M | a fake has fewer blocks than the 2048 that it announces, and at least one, not 4096",
        "size=1M&fake=wraparound:3k | addresses wrap around at a power of two, and 6 blocks are none; a chain has such a size",
        "volatile-cache=1M&write-cache=off | with 'write-cache=off' every write is durable before its status, and nothing is left to 'volatile-cache'; leave one out",
        "volatile-cache=100 | a cache is made of blocks of 512 bytes, and not 100",
        "blocks=10&erase-block=2k | an erase block has 2 blocks or more, and the medium of 10 blocks is made of such; it is none of 4",
        "blocks=10&bad-blocks=7-10 | block 10 cannot be bad: the medium has 10",
        "bad-blocks=9-7 | bad-blocks: blocks are numbers and ranges of them such as 7-9,4711, not '9-7'",
        "bit-rot=0 | bit-rot: 1 to 1000000 blocks of a million are rotten, not 0",
        "image=x,empty | only a drive whose medium comes and goes can be ',empty'; add ',removable'",
        "deviation=transfers-limited:64 | deviation 'transfers-limited': write ID:NAME=VALUE, not ':64'",
        "deviation=transfers-limited:blocks=1:blocks=2 | deviation 'transfers-limited': blocks is given twice",
        "image=x&size=1M | an image has its own size and content; leave out 'size' or 'image'",
        "image=x,cdrom,overlay | a CD-ROM is never written; leave ',overlay' out",
        "image=x,rw | an image has no option ',rw'; did you mean ro? (options: ,ro ,overlay ,removable ,cdrom ,empty; a comma in a path is written %2C)",
        "image=x,ro,overlay | an image cannot have both ',ro' (writes are refused) and ',overlay' (they are kept aside); leave one out",
        "image=,ro | an image has no path; write image=PATH",
      })
  void saysWhatIsWrong(String settings, String message) {
    assertThatThrownBy(() -> open(settings))
        .isInstanceOf(NotationException.class)
        .hasMessage(message);
  }
}
