package dev.umsim.core.scsi;

import java.util.ArrayList;

/**
 * Mode parameters of a disk: header, block descriptor and pages (SPC-4, section 7.5, SBC-3, section
 * 6.5).
 */
final class ModeParameters {
  private static final int CACHING = 0x08;
  private static final int CONTROL = 0x0a;
  private static final int ALL_PAGES = 0x3f;
  private static final int ALL_SUBPAGES = 0xff;
  private static final int PAGE_CONTROL_CHANGEABLE = 1;
  private static final int PAGE_CONTROL_SAVED = 3;

  private static final int WRITE_PROTECT = 0x80;
  private static final int DPO_AND_FUA = 0x10;
  private static final int WRITE_CACHE_ENABLED = 0x04;

  private final boolean writeCache;

  ModeParameters(boolean writeCache) {
    this.writeCache = writeCache;
  }

  /** The answer to a MODE SENSE, not yet cut at its allocation length. */
  byte[] sense(
      PrimaryCommand.ModeSense command, long blockCount, int blockSize, boolean writeProtected)
      throws CheckConditionException {
    if (command.pageControl() == PAGE_CONTROL_SAVED) {
      throw new CheckConditionException(SenseData.of(Sense.SAVING_PARAMETERS_NOT_SUPPORTED));
    }
    var pages = pages(command);
    var descriptor = blockDescriptor(command, blockCount, blockSize);
    int header = command.ten() ? 8 : 4;
    var bytes = new byte[header + descriptor.length + pages.length];
    int deviceSpecific = (writeProtected ? WRITE_PROTECT : 0) | DPO_AND_FUA;
    if (command.ten()) {
      Bytes.put16(bytes, 0, bytes.length - 2);
      bytes[3] = (byte) deviceSpecific;
      bytes[4] = (byte) (descriptor.length == 16 ? 1 : 0);
      Bytes.put16(bytes, 6, descriptor.length);
    } else {
      bytes[0] = (byte) (bytes.length - 1);
      bytes[2] = (byte) deviceSpecific;
      bytes[3] = (byte) descriptor.length;
    }
    System.arraycopy(descriptor, 0, bytes, header, descriptor.length);
    System.arraycopy(pages, 0, bytes, header + descriptor.length, pages.length);
    return bytes;
  }

  private byte[] pages(PrimaryCommand.ModeSense command) throws CheckConditionException {
    boolean all = command.page() == ALL_PAGES;
    if (command.subpage() != 0 && !(all && command.subpage() == ALL_SUBPAGES)) {
      throw new CheckConditionException(SenseData.invalidCdbByte(3));
    }
    var pages = new ArrayList<byte[]>();
    if (all || command.page() == CACHING) {
      pages.add(caching(command.pageControl()));
    }
    if (all || command.page() == CONTROL) {
      pages.add(control(command.pageControl()));
    }
    if (pages.isEmpty()) {
      throw new CheckConditionException(SenseData.invalidCdbBit(2, 5));
    }
    return Bytes.join(pages);
  }

  private byte[] caching(int pageControl) {
    var page = new byte[0x12 + 2];
    page[0] = CACHING;
    page[1] = 0x12;
    if (pageControl != PAGE_CONTROL_CHANGEABLE) {
      page[2] = (byte) (writeCache ? WRITE_CACHE_ENABLED : 0);
    }
    return page;
  }

  private static byte[] control(int pageControl) {
    var page = new byte[0x0a + 2];
    page[0] = CONTROL;
    page[1] = 0x0a;
    if (pageControl != PAGE_CONTROL_CHANGEABLE) {
      // GLTSD: no log parameters are saved on their own. No limit on the busy timeout.
      page[2] = 0x02;
      Bytes.put16(page, 8, 0xffff);
    }
    return page;
  }

  private static byte[] blockDescriptor(
      PrimaryCommand.ModeSense command, long blockCount, int blockSize) {
    if (command.disableBlockDescriptors()) {
      return new byte[0];
    }
    if (command.longLba()) {
      var bytes = new byte[16];
      Bytes.put64(bytes, 0, blockCount);
      Bytes.put32(bytes, 12, blockSize);
      return bytes;
    }
    var bytes = new byte[8];
    Bytes.put32(bytes, 0, Capacity.saturated(blockCount));
    Bytes.put32(bytes, 4, blockSize);
    return bytes;
  }
}
