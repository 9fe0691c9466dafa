package dev.umsim.sim.check;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.RawAnswer;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One run of a check: what it may send, and where it says what it has seen. */
final class Trial {
  private static final byte[] NOTHING = {};
  private static final int LONGEST_SHOWN = 24;
  private static final long LARGEST_OF_TEN = 0xffffffffL;

  private final Session session;
  private final Check check;
  private final @Nullable UnitFacts unit;
  private final Random random;
  private final List<Finding> findings = new ArrayList<>();
  private String remark = "";

  /**
   * @param unit that it is about; null for a device that takes no commands
   */
  Trial(Session session, Check check, @Nullable UnitFacts unit, long seed) {
    this.session = session;
    this.check = check;
    this.unit = unit;
    // No check finds what another has left by writing the same.
    random = new Random(seed << 32 ^ check.id().hashCode());
  }

  List<Finding> findings() {
    return findings;
  }

  String remark() {
    return remark;
  }

  // What is known.

  DeviceFacts facts() {
    return session.facts();
  }

  /** Whether it is about a unit. */
  boolean hasUnit() {
    return unit != null;
  }

  /** The unit that it is about. */
  UnitFacts unit() {
    return requireNonNull(unit);
  }

  int lun() {
    return unit == null ? 0 : unit.lun();
  }

  int blockSize() {
    return requireNonNull(unit).blockSize();
  }

  long blocks() {
    return requireNonNull(unit).blockCount();
  }

  int maxPacket() {
    return facts().speed().bulkMaxPacketBytes();
  }

  Random random() {
    return random;
  }

  Session session() {
    return session;
  }

  DeviceControls controls() {
    return session.device().controls().orElseThrow();
  }

  /** A block in the middle of the medium, with so many behind it, that may be written. */
  long scratch(int blocks) {
    applies(requireNonNull(unit).blockCount() >= 4L * blocks, "the medium has too few blocks");
    return unit.blockCount() / 2 & 0x0fffffffL;
  }

  /** A read of the first blocks that are not there. */
  byte[] readBehindEnd(int blocks) {
    return blocks() <= LARGEST_OF_TEN
        ? Cdbs.read(blocks(), blocks)
        : Cdbs.sixteen(0x88, blocks(), blocks);
  }

  /** A write of the first blocks that are not there. */
  byte[] writeBehindEnd(int blocks) {
    return blocks() <= LARGEST_OF_TEN
        ? Cdbs.write(blocks(), blocks)
        : Cdbs.sixteen(0x8a, blocks(), blocks);
  }

  /** Bytes without a pattern. */
  byte[] noise(int length) {
    var bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  // Verdicts.

  /** Takes note of what is not as it has to be. */
  boolean expect(boolean fulfilled, String expected, String seen) {
    return expect(fulfilled, check.clause(), check.severity(), expected, seen);
  }

  private boolean expect(
      boolean fulfilled, String clause, Severity severity, String expected, String seen) {
    if (!fulfilled) {
      var finding = new Finding(clause, expected, seen, severity, session.trace().size());
      if (findings.stream().noneMatch(each -> each.fingerprint().equals(finding.fingerprint()))) {
        findings.add(finding);
      }
    }
    return fulfilled;
  }

  void note(String clause, Severity severity, String expected, String seen) {
    expect(false, clause, severity, expected, seen);
  }

  /** The check does not concern a device where this does not hold. */
  void applies(boolean holds, String whyNot) {
    if (!holds) {
      throw new NotJudged(Outcome.NOT_APPLICABLE, whyNot);
    }
  }

  /** The check cannot be gone on with where this does not hold; another one looks for it. */
  void require(boolean holds, String whyNot) {
    if (!holds) {
      throw new NotJudged(Outcome.NOT_RUN, whyNot);
    }
  }

  void remark(String words) {
    remark = words;
  }

  /** The command passes. */
  boolean expectPassed(Reply reply) {
    return expect(reply.passed(), "status 00", reply.verdict());
  }

  /** The command fails, with a sense key of these. */
  boolean expectFailed(Reply reply, int... keys) {
    var words =
        Arrays.stream(keys)
            .mapToObj(key -> String.format("%02x", key))
            .collect(Collectors.joining(" or "));
    boolean right =
        reply.failed() && Arrays.stream(keys).anyMatch(key -> key == reply.sense().key());
    return expect(right, "status 01 with sense key " + words, reply.verdict());
  }

  /** Without this command passing nothing can be judged. */
  Reply requirePassed(Reply reply, String name) {
    require(reply.passed(), name + " did not pass: " + reply.verdict());
    return reply;
  }

  /** An optional command that the device does not know is none of this check's business. */
  Reply requireKnown(Reply reply, String name) {
    boolean unknown = reply.failed() && reply.sense().is(5, 0x20);
    applies(!unknown, name + " is optional, and refused with 05/20/00");
    return reply;
  }

  /** Likewise, and it has to pass. */
  Reply requireOptional(Reply reply, String name) {
    return requirePassed(requireKnown(reply, name), name);
  }

  /** Whether all bytes are 0 from one on. */
  static boolean zeros(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  static String hex(byte[] bytes) {
    var shown = Arrays.copyOf(bytes, Math.min(bytes.length, LONGEST_SHOWN));
    return HexFormat.ofDelimiter(" ").formatHex(shown)
        + (bytes.length > shown.length ? " … (" + bytes.length + " bytes)" : "");
  }

  // Endpoint 0.

  RawAnswer control(int type, int request, int value, int index, int length)
      throws DeviceGoneException {
    return session.control(new SetupPacket(type, request, value, index, length));
  }

  RawAnswer controlOut(int type, int request, int value, int index, byte[] data)
      throws DeviceGoneException {
    return session.control(new SetupPacket(type, request, value, index, data.length), data);
  }

  RawAnswer descriptor(int type, int index, int length) throws DeviceGoneException {
    return session.control(StandardRequest.getDescriptor(type, index, 0, length));
  }

  RawAnswer string(int index, int language, int length) throws DeviceGoneException {
    return session.control(StandardRequest.getDescriptor(3, index, language, length));
  }

  /** A request that has to be declined. */
  boolean expectStall(RawAnswer answer, String what) {
    return expect(answer.stalled(), what + ": STALL", shown(answer));
  }

  /** A request that has to be carried out. */
  boolean expectOk(RawAnswer answer, String what) {
    return expect(answer.ok(), what + ": carried out", shown(answer));
  }

  static String shown(RawAnswer answer) {
    return answer.ok()
        ? answer.bytes().length == 0 ? "carried out" : hex(answer.bytes())
        : Session.ending(answer);
  }

  // Bulk pipes.

  RawAnswer bulkIn(int length) throws DeviceGoneException {
    return session.in(length);
  }

  RawAnswer bulkOut(byte[] bytes) throws DeviceGoneException {
    return session.out(bytes);
  }

  RawAnswer clearHaltIn() throws DeviceGoneException {
    return session.clearHalt(true);
  }

  RawAnswer clearHaltOut() throws DeviceGoneException {
    return session.clearHalt(false);
  }

  void resetRecovery() throws DeviceGoneException {
    session.resetRecovery();
  }

  // Commands.

  Wrapper wrapper(byte[] cdb) {
    return session.wrapper(lun(), cdb);
  }

  Wrapper wrapper(int lun, byte[] cdb) {
    return session.wrapper(lun, cdb);
  }

  /** A command by itself: its sense is left where it is. */
  Reply send(Wrapper wrapper, byte[] data) throws DeviceGoneException {
    return session.transact(wrapper, data);
  }

  Reply send(Wrapper wrapper) throws DeviceGoneException {
    return session.transact(wrapper, NOTHING);
  }

  /** A command without data; where it fails its sense is asked for. */
  Reply none(byte[] cdb) throws DeviceGoneException {
    return sensed(send(wrapper(cdb)), lun());
  }

  Reply none(int lun, byte[] cdb) throws DeviceGoneException {
    return sensed(send(wrapper(lun, cdb)), lun);
  }

  /** A command that reads. */
  Reply in(int length, byte[] cdb) throws DeviceGoneException {
    return in(lun(), length, cdb);
  }

  Reply in(int lun, int length, byte[] cdb) throws DeviceGoneException {
    var wrapper = wrapper(lun, cdb);
    return sensed(send(length == 0 ? wrapper : wrapper.in(length)), lun);
  }

  /** A command that writes. */
  Reply out(byte[] data, byte[] cdb) throws DeviceGoneException {
    return sensed(send(wrapper(cdb).out(data.length), data), lun());
  }

  Reply sensed(Reply reply, int lun) throws DeviceGoneException {
    if (reply.failed()) {
      reply.setSense(session.sense(lun));
    }
    return reply;
  }

  SenseReply sense() throws DeviceGoneException {
    return session.sense(lun());
  }

  /** Reads blocks. */
  Reply read(long lba, int blocks) throws DeviceGoneException {
    return in(blocks * blockSize(), Cdbs.read(lba, blocks));
  }

  /** Reads blocks, without which nothing can be judged. */
  byte[] blocksAt(long lba, int blocks) throws DeviceGoneException {
    var reply = requirePassed(read(lba, blocks), "READ(10)");
    require(reply.full(), "READ(10) gave less than was asked for");
    return reply.bytes();
  }

  /** Writes blocks, without which nothing can be judged. */
  void store(long lba, byte[] data) throws DeviceGoneException {
    requirePassed(out(data, Cdbs.write(lba, data.length / blockSize())), "WRITE(10)");
  }
}
