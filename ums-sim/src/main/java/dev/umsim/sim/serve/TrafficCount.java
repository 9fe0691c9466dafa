package dev.umsim.sim.serve;

import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.Transfer;

/** Counts what goes over an attachment. */
final class TrafficCount {
  private long transfers;
  private long commands;
  private long bytesIn;
  private long bytesOut;
  private long errors;

  void add(ClientTransfer ended) {
    transfers++;
    var transfer = ended.transfer();
    if (ended.isCommand()) {
      commands++;
    }
    if (ended.isBulk() && ended.direction() == Direction.IN) {
      bytesIn += transfer.movedBytes();
    } else if (ended.isBulk()) {
      bytesOut += transfer.movedBytes();
    }
    if (transfer.status() != Transfer.Status.OK && transfer.status() != Transfer.Status.STALL) {
      errors++;
    }
  }

  Traffic now() {
    return new Traffic(transfers, commands, bytesIn, bytesOut, errors);
  }
}
