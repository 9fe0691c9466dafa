package dev.umsim.core.testing;

import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import java.util.ArrayList;
import java.util.List;

/**
 * A host that does what it is told and shows each answer as it came.
 *
 * <p>It recovers from nothing and repeats nothing. A transfer that makes no progress any more is
 * given up, and its answer then says NAK.
 */
public final class RawHost {
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final UsbLink link;
  private final int interfaceNumber;
  private final int bulkIn;
  private final int bulkOut;
  private final List<Posted> underWay = new ArrayList<>();

  /** A host that speaks to one mass storage interface of the device at the link. */
  public RawHost(UsbLink link, int interfaceNumber, int bulkIn, int bulkOut) {
    this.link = link;
    this.interfaceNumber = interfaceNumber;
    this.bulkIn = bulkIn;
    this.bulkOut = bulkOut;
  }

  public UsbLink link() {
    return link;
  }

  /** The bulk-in endpoint that it reads from. */
  public int bulkIn() {
    return bulkIn;
  }

  /** The bulk-out endpoint that it writes to. */
  public int bulkOut() {
    return bulkOut;
  }

  // Posting and waiting apart.

  /** Posts a transfer of so many bytes from bulk-in. */
  public Posted postIn(int bytes) {
    return submit(Posted.bulk(bulkIn, new byte[bytes]));
  }

  /** Posts these bytes to bulk-out. */
  public Posted postOut(byte[] bytes) {
    return submit(Posted.bulk(bulkOut, bytes));
  }

  /** Posts a request; what it sends in its data stage is zeros. */
  public Posted postControl(SetupPacket setup) {
    return submit(Posted.control(setup, new byte[setup.length()]));
  }

  private Posted submit(Posted posted) {
    if (underWay.size() % 256 == 255) {
      underWay.removeIf(Posted::ended);
    }
    underWay.add(posted);
    link.submit(posted.transfer());
    return posted;
  }

  /** What was posted and has not ended. */
  public List<Posted> underWay() {
    return underWay.stream().filter(each -> !each.ended()).toList();
  }

  /** Lets things happen until all of these have ended, or nothing more happens. */
  public boolean run(Posted... posted) {
    return link.runUntil(
        () -> {
          for (var each : posted) {
            if (!each.ended()) {
              return false;
            }
          }
          return true;
        },
        PATIENCE_NANOS);
  }

  /** Lets so many things happen, or fewer if there is nothing left that could. */
  public void step(int actions) {
    var left = new int[] {actions};
    link.runUntil(() -> left[0]-- <= 0, PATIENCE_NANOS);
  }

  /** Lets everything happen that can without another transfer. */
  public void settle() {
    link.runUntil(() -> false, 1_000_000_000L);
  }

  /** Waits for a transfer; one that does not end by itself is given up and was a NAK. */
  public Answer await(Posted posted) {
    if (run(posted)) {
      return posted.answer();
    }
    link.cancel(posted.transfer());
    run(posted);
    var answer = posted.answer();
    return answer.status() == Transfer.Status.CANCELLED
        ? new Answer(Transfer.Status.PENDING, answer.bytes())
        : answer;
  }

  // One transfer after the other.

  public Answer in(int bytes) {
    return await(postIn(bytes));
  }

  public Answer out(byte[] bytes) {
    return await(postOut(bytes));
  }

  public Answer control(SetupPacket setup) {
    return await(postControl(setup));
  }

  /** A request given by its five fields, such as {@code 80 06 0100 0000 0012}. */
  public Answer control(String fields) {
    return control(setup(fields));
  }

  /** A setup packet given by bmRequestType, bRequest, wValue, wIndex and wLength. */
  public static SetupPacket setup(String fields) {
    var numbers = new ArrayList<Integer>();
    for (var field : fields.split(" ")) {
      numbers.add(Integer.parseInt(field, 16));
    }
    return new SetupPacket(
        numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3), numbers.get(4));
  }

  /** SET_ADDRESS and SET_CONFIGURATION(1). */
  public void configure() {
    require(control("00 05 0005 0000 0000"));
    require(control("00 09 0001 0000 0000"));
  }

  public Answer clearHalt(int endpoint) {
    return control(StandardRequest.clearHalt(endpoint));
  }

  public Answer setHalt(int endpoint) {
    return control(StandardRequest.setHalt(endpoint));
  }

  /** Whether GET_STATUS says that the endpoint is halted. */
  public boolean halted(int endpoint) {
    var answer = control(String.format("82 00 0000 %04x 0002", endpoint));
    require(answer);
    return answer.bytes()[0] == 1;
  }

  /** Bulk-Only Mass Storage Reset alone. */
  public Answer bulkOnlyReset() {
    return control(String.format("21 ff 0000 %04x 0000", interfaceNumber));
  }

  /** Reset recovery: the class's reset, then bulk-in, then bulk-out. */
  public void resetRecovery() {
    require(bulkOnlyReset());
    require(clearHalt(bulkIn));
    require(clearHalt(bulkOut));
  }

  /** Cancels all of these that have not ended, and waits for their completions. */
  public void giveUp(List<Posted> posted) {
    posted.stream().filter(each -> !each.ended()).forEach(each -> link.cancel(each.transfer()));
    run(posted.toArray(Posted[]::new));
  }

  private static void require(Answer answer) {
    if (!answer.ok()) {
      throw new AssertionError("the request was answered by " + answer.summary());
    }
  }
}
