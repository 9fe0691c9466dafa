package dev.umsim.core.scsi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Mode parameters of a unit: header, block descriptor and pages (SPC-4, section 7.5), read by MODE
 * SENSE and set by MODE SELECT.
 */
final class ModeParameters {
  private static final int ALL_PAGES = 0x3f;
  private static final int ALL_SUBPAGES = 0xff;
  private static final int PAGE_CONTROL_CHANGEABLE = 1;
  private static final int PAGE_CONTROL_DEFAULT = 2;
  private static final int PAGE_CONTROL_SAVED = 3;

  private final List<ModePage> pages;

  /**
   * @param pages in ascending order of their codes
   */
  ModeParameters(List<ModePage> pages) {
    this.pages = List.copyOf(pages);
  }

  /** All pages are as they were at first. */
  void reset() {
    pages.forEach(ModePage::reset);
  }

  /**
   * The answer to a MODE SENSE, not yet cut at its allocation length.
   *
   * @param deviceSpecific the DEVICE-SPECIFIC PARAMETER of the header
   * @param capacity for the block descriptor, if there is one
   */
  byte[] sense(PrimaryCommand.ModeSense command, int deviceSpecific, Optional<Capacity> capacity)
      throws CheckConditionException {
    if (command.pageControl() == PAGE_CONTROL_SAVED) {
      throw new CheckConditionException(SenseData.of(Sense.SAVING_PARAMETERS_NOT_SUPPORTED));
    }
    var asked = pagesOf(command);
    var descriptor =
        command.disableBlockDescriptors()
            ? new byte[0]
            : capacity.map(each -> blockDescriptor(each, command.longLba())).orElse(new byte[0]);
    int length = descriptor.length + asked.length;
    var header =
        command.ten()
            ? header10(length, deviceSpecific, descriptor.length)
            : header6(length, deviceSpecific, descriptor.length);
    return Bytes.join(List.of(header, descriptor, asked));
  }

  private static byte[] header6(int lengthBehind, int deviceSpecific, int descriptorLength) {
    var header = new byte[4];
    header[0] = (byte) (lengthBehind + 3);
    header[2] = (byte) deviceSpecific;
    header[3] = (byte) descriptorLength;
    return header;
  }

  private static byte[] header10(int lengthBehind, int deviceSpecific, int descriptorLength) {
    var header = new byte[8];
    Bytes.put16(header, 0, lengthBehind + 6);
    header[3] = (byte) deviceSpecific;
    header[4] = (byte) (descriptorLength == 16 ? 1 : 0);
    Bytes.put16(header, 6, descriptorLength);
    return header;
  }

  private byte[] pagesOf(PrimaryCommand.ModeSense command) throws CheckConditionException {
    boolean all = command.page() == ALL_PAGES;
    if (command.subpage() != 0 && !(all && command.subpage() == ALL_SUBPAGES)) {
      throw new CheckConditionException(SenseData.invalidCdbByte(3));
    }
    var asked = new ArrayList<byte[]>();
    for (var page : pages) {
      if (all || page.code() == command.page()) {
        asked.add(
            switch (command.pageControl()) {
              case PAGE_CONTROL_CHANGEABLE -> page.changeable();
              case PAGE_CONTROL_DEFAULT -> page.defaults();
              default -> page.current();
            });
      }
    }
    if (asked.isEmpty()) {
      throw new CheckConditionException(SenseData.invalidCdbBit(2, 5));
    }
    return Bytes.join(asked);
  }

  private static byte[] blockDescriptor(Capacity capacity, boolean longLba) {
    if (longLba) {
      var bytes = new byte[16];
      Bytes.put64(bytes, 0, capacity.blockCount());
      Bytes.put32(bytes, 12, capacity.blockSize());
      return bytes;
    }
    var bytes = new byte[8];
    Bytes.put32(bytes, 0, Capacity.saturated(capacity.blockCount()));
    Bytes.put32(bytes, 4, capacity.blockSize());
    return bytes;
  }

  /** What a MODE SELECT intends: all of its pages are taken, or none. */
  Intent select(PrimaryCommand.ModeSelect command, Optional<Capacity> capacity)
      throws CheckConditionException {
    if (command.savePages()) {
      throw new CheckConditionException(SenseData.invalidCdbBit(1, 0));
    }
    if (command.parameterListLength() == 0) {
      return Intent.GOOD;
    }
    return new Intent.Parameters(
        command.parameterListLength(), false, list -> select(command, list, capacity));
  }

  private Intent select(PrimaryCommand.ModeSelect command, byte[] list, Optional<Capacity> capacity)
      throws CheckConditionException {
    int header = command.ten() ? 8 : 4;
    if (list.length < header) {
      throw new CheckConditionException(SenseData.of(Sense.PARAMETER_LIST_LENGTH_ERROR));
    }
    int descriptorLength = command.ten() ? Bytes.u16(list, 6) : list[3] & 0xff;
    boolean longLba = command.ten() && (list[4] & 1) != 0;
    if (descriptorLength != 0 && descriptorLength != (longLba ? 16 : 8)) {
      throw invalidParameter(command.ten() ? 6 : 3);
    }
    if (list.length < header + descriptorLength) {
      throw new CheckConditionException(SenseData.of(Sense.PARAMETER_LIST_LENGTH_ERROR));
    }
    if (descriptorLength != 0) {
      requireSameBlocks(list, header, longLba, capacity);
    }
    var chosen = new ArrayList<Integer>();
    for (int at = header + descriptorLength; at < list.length; ) {
      if (!command.pageFormat()) {
        throw new CheckConditionException(SenseData.invalidCdbBit(1, 4));
      }
      chosen.add(at);
      at += requirePage(list, at).length();
    }
    return new Intent.Effect(
        () -> chosen.forEach(at -> page(list[at]).orElseThrow().set(list, at)));
  }

  private ModePage requirePage(byte[] list, int at) throws CheckConditionException {
    var page = page(list[at]).orElseThrow(() -> invalidParameter(at));
    if (list.length - at < 2 || list.length - at < page.length()) {
      throw new CheckConditionException(SenseData.of(Sense.PARAMETER_LIST_LENGTH_ERROR));
    }
    if ((list[at + 1] & 0xff) != page.length() - 2) {
      throw invalidParameter(at + 1);
    }
    int refused = page.firstRefused(list, at);
    if (refused >= 0) {
      throw invalidParameter(at + refused);
    }
    return page;
  }

  private Optional<ModePage> page(int code) {
    return pages.stream().filter(page -> page.code() == code).findFirst();
  }

  /** The blocks cannot be changed: a descriptor says what is so, or leaves it open with 0. */
  private static void requireSameBlocks(
      byte[] list, int at, boolean longLba, Optional<Capacity> capacity)
      throws CheckConditionException {
    long count = longLba ? Bytes.u64(list, at) : Bytes.u32(list, at);
    long size = longLba ? Bytes.u32(list, at + 12) : Bytes.u32(list, at + 4);
    long presentCount =
        capacity
            .map(each -> longLba ? each.blockCount() : Capacity.saturated(each.blockCount()))
            .orElse(0L);
    int presentSize = capacity.map(Capacity::blockSize).orElse(0);
    if (count != 0 && count != presentCount) {
      throw invalidParameter(at);
    }
    if (size != 0 && size != presentSize) {
      throw invalidParameter(at + (longLba ? 12 : 5));
    }
  }

  private static CheckConditionException invalidParameter(int at) {
    return new CheckConditionException(SenseData.invalidParameterByte(at));
  }
}
