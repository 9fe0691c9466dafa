package dev.umsim.bench.journal;

import dev.umsim.core.usb.UsbLink;

/** Is asked before blocks are written. */
@FunctionalInterface
interface WriteGuard {
  /** Lets nothing be written. */
  WriteGuard NOTHING =
      (link, lun, writes) -> {
        throw new WriteRefusedException();
      };

  /** Lets everything be done, written or not, and nothing be put back. */
  WriteGuard ANYTHING = (link, lun, writes) -> {};

  /**
   * A command that writes is about to be sent; nothing else is under way.
   *
   * @param link past the guard
   * @throws dev.umsim.core.host.RefusedTransferException if it must not be
   */
  void beforeWrite(UsbLink link, int lun, BlockEffect.Writes writes);
}
