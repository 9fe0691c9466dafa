package dev.umsim.bench.usb;

import dev.umsim.core.usb.Transfer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The transfers that wait or are under way, in a queue for each endpoint. */
final class TransferQueues {
  private final Map<Integer, ArrayDeque<QueuedTransfer>> queues = new HashMap<>();

  void add(QueuedTransfer queued) {
    queues.computeIfAbsent(queued.endpointAddress(), each -> new ArrayDeque<>()).add(queued);
  }

  void remove(QueuedTransfer queued) {
    queues.get(queued.endpointAddress()).remove(queued);
  }

  /** The first of an endpoint, unless it is under way already: one is at a time. */
  Optional<QueuedTransfer> next(int endpointAddress) {
    var first = queues.containsKey(endpointAddress) ? queues.get(endpointAddress).peek() : null;
    return Optional.ofNullable(first).filter(each -> each.underWay() == null);
  }

  /** Endpoints that have or had transfers. */
  List<Integer> endpointAddresses() {
    return List.copyOf(queues.keySet());
  }

  /** As it is in the queue of its endpoint, if it is in there. */
  Optional<QueuedTransfer> find(Transfer transfer) {
    return stream().filter(each -> each.transfer() == transfer).findFirst();
  }

  /** All of them now, whatever becomes of the queues meanwhile. */
  List<QueuedTransfer> all() {
    return stream().toList();
  }

  boolean anyUnderWay() {
    return stream().anyMatch(each -> each.underWay() != null);
  }

  boolean anyCancelled() {
    return stream().anyMatch(QueuedTransfer::cancelAsked);
  }

  private Stream<QueuedTransfer> stream() {
    return queues.values().stream().flatMap(ArrayDeque::stream);
  }
}
