package dev.umsim.core.scsi;

import dev.umsim.core.medium.BlockAccessPool;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A host without a transport: it hands commands to a target and moves the data of its tasks. */
final class TargetHost implements AutoCloseable {
  static final InquiryData INQUIRY = new InquiryData("UMSIM", "Mass Storage", "0001");

  /** Memory of an access: eight blocks of 512 bytes, so that what is longer comes in pieces. */
  private static final int ACCESS_BYTES = 4096;

  private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
  private final ScsiTarget target;
  private CommandRun current;

  private TargetHost(Stream<DeviceServer> servers, boolean powerOnAttention) {
    target =
        new ScsiTarget(
            servers.map(LogicalUnit::new).toList(),
            new BlockAccessPool(allocator, ACCESS_BYTES),
            CommandChoices.CORRECT,
            powerOnAttention);
    target.onResume(() -> current.resumed());
    target.beginSession();
  }

  /** A host of these units, LUN 0 first. */
  static TargetHost of(DeviceServer... servers) {
    return new TargetHost(Arrays.stream(servers), false);
  }

  /** The same, with 06/29/00 waiting in each of them. */
  static TargetHost withPowerOnAttention(DeviceServer... servers) {
    return new TargetHost(Arrays.stream(servers), true);
  }

  static DirectAccessUnit disk(MediumSlot slot, int lun) {
    return new DirectAccessUnit(slot, INQUIRY, "00001", lun, true, 0);
  }

  static DirectAccessUnit disk(TestMedium medium) {
    return disk(MediumSlot.fixed(medium), 0);
  }

  static CdRomUnit cdRom(MediumSlot slot) {
    return new CdRomUnit(slot, INQUIRY, "00001", 0);
  }

  static CdRomUnit cdRom(TestMedium medium) {
    return cdRom(MediumSlot.removable(medium));
  }

  ScsiTarget target() {
    return target;
  }

  /** Runs a command to its end; the medium must not let it wait. */
  Reply run(int lun, byte[] cdb, byte[] dataOut) {
    var run = begin(lun, cdb, dataOut);
    run.run();
    return run.reply();
  }

  Reply run(String cdb) {
    return run(0, Octets.of(cdb), new byte[0]);
  }

  Reply run(int lun, String cdb) {
    return run(lun, Octets.of(cdb), new byte[0]);
  }

  Reply run(String cdb, byte[] dataOut) {
    return run(0, Octets.of(cdb), dataOut);
  }

  Reply run(String cdb, String dataOut) {
    return run(cdb, Octets.of(dataOut));
  }

  /** Begins a command, which then goes on step by step or as far as it can. */
  CommandRun begin(int lun, byte[] cdb, byte[] dataOut) {
    current = new CommandRun(target, lun, new Cdb(cdb), dataOut);
    return current;
  }

  CommandRun begin(String cdb, byte[] dataOut) {
    return begin(0, Octets.of(cdb), dataOut);
  }

  /** REQUEST SENSE in the fixed format, which always succeeds. */
  byte[] senseData(int lun) {
    return run(lun, "03 00 00 00 12 00").data();
  }

  /** The sense of LUN 0 as {@link #text} has it. */
  String sense() {
    return sense(0);
  }

  String sense(int lun) {
    return text(senseData(lun));
  }

  /**
   * Sense data in the notation of the tables: {@code 05/24/00 C9 00 04} with what follows the
   * codes, or {@code 03/11/00 @00000005} with a block.
   */
  static String text(byte[] sense) {
    var codes = String.format("%02X/%02X/%02X", sense[2] & 0x0f, sense[12], sense[13]);
    if ((sense[0] & 0x80) != 0) {
      return codes + String.format(" @%08X", Bytes.u32(sense, 3));
    }
    var specific = Octets.text(Arrays.copyOfRange(sense, 15, 18));
    return specific.equals("00 00 00") ? codes : codes + " " + specific;
  }

  /** Bytes of memory that the accesses hold. */
  long accessMemoryBytes() {
    return allocator.metric().usedDirectMemory();
  }

  @Override
  public void close() {
    target.close();
  }

  /** Every CDB of a list answers GOOD. */
  void runGood(List<String> cdbs) {
    for (var cdb : cdbs) {
      if (!run(cdb).good()) {
        throw new AssertionError(cdb + " failed: " + sense());
      }
    }
  }

  /**
   * How a command ended.
   *
   * @param data what came in
   * @param processedBytes of either direction
   */
  record Reply(boolean good, byte[] data, long processedBytes) {
    String hex() {
      return Octets.text(data);
    }
  }
}
