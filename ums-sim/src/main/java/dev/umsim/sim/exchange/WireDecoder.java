package dev.umsim.sim.exchange;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.bot.CommandStatusWrapper;
import dev.umsim.core.scsi.Cdb;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says in words what goes over the wire: command and status wrappers, and what a device sends for
 * the command before it.
 */
public final class WireDecoder {
  private static final int FLAGS_OFFSET = 12;
  private static final int CDB_OFFSET = 15;
  private static final int CDB_LENGTH_OFFSET = 14;

  /** Of the last wrapper that was sent; null before the first. */
  private @Nullable Cdb cdb;

  private boolean dataIn;

  /** The host has done this; what comes back is understood in its light. */
  public void follow(HostLine host) {
    if (host instanceof HostLine.Out out && isWrapper(out.data().bytes())) {
      var bytes = out.data().bytes();
      cdb = cdb(bytes);
      dataIn = dataIn(bytes);
    } else if (host instanceof HostLine.Reconnect
        || host instanceof HostLine.PowerCycle
        || host instanceof HostLine.BusReset) {
      cdb = null;
    }
  }

  private static boolean isWrapper(byte[] bytes) {
    return bytes.length == CommandBlockWrapper.LENGTH && startsWith(bytes, "USBC");
  }

  private static boolean startsWith(byte[] bytes, String signature) {
    for (int i = 0; i < signature.length(); i++) {
      if (i >= bytes.length || bytes[i] != signature.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static Cdb cdb(byte[] wrapper) {
    int length = wrapper[CDB_LENGTH_OFFSET] & 0xff;
    int told = length < 1 || length > Cdb.CAPACITY ? Cdb.CAPACITY : length;
    return new Cdb(Arrays.copyOfRange(wrapper, CDB_OFFSET, CDB_OFFSET + told));
  }

  private static boolean dataIn(byte[] wrapper) {
    return (wrapper[FLAGS_OFFSET] & 0x80) != 0;
  }

  /** What a host line means; the line itself where there is nothing more to say. */
  public List<Field> host(HostLine host) {
    if (host instanceof HostLine.Out out) {
      var bytes = out.data().bytes();
      return isWrapper(bytes) ? commandWrapper(bytes) : new FieldReader(bytes).fields();
    }
    if (host instanceof HostLine.Control control) {
      return request(control);
    }
    return List.of();
  }

  private static List<Field> request(HostLine.Control control) {
    var setup = control.setup();
    var fields = new ArrayList<Field>();
    fields.add(new Field("request", SetupNames.of(setup)));
    fields.add(new Field("bmRequestType", String.format("%02x", setup.requestType())));
    fields.add(new Field("bRequest", String.format("%02x", setup.request())));
    fields.add(new Field("wValue", String.format("%04x", setup.value())));
    fields.add(new Field("wIndex", String.format("%04x", setup.index())));
    fields.add(new Field("wLength", String.valueOf(setup.length())));
    return fields;
  }

  private static List<Field> commandWrapper(byte[] bytes) {
    var reader = new FieldReader(Arrays.copyOf(bytes, CDB_OFFSET));
    reader
        .text("dCBWSignature", 4)
        .raw("dCBWTag", 4)
        .little("dCBWDataTransferLength", 4)
        .coded("bmCBWFlags", value -> (value & 0x80) != 0 ? "in" : "out")
        .big("bCBWLUN", 1)
        .big("bCBWCBLength", 1);
    var fields = new ArrayList<>(reader.fields());
    fields.addAll(CdbFields.of(cdb(bytes), dataIn(bytes)));
    return fields;
  }

  /** What bytes mean that came for this host line. */
  public List<Field> received(HostLine host, HexBytes data) {
    var bytes = data.bytes();
    if (!(host instanceof HostLine.In)) {
      return bytes.length == 0
          ? List.of()
          : new FieldReader(bytes).raw("data", bytes.length).fields();
    }
    if (bytes.length == CommandStatusWrapper.LENGTH && startsWith(bytes, "USBS")) {
      return new FieldReader(bytes)
          .text("dCSWSignature", 4)
          .raw("dCSWTag", 4)
          .little("dCSWDataResidue", 4)
          .coded("bCSWStatus", WireDecoder::status)
          .fields();
    }
    return cdb == null || !dataIn && bytes.length > Content.LONGEST_HEX
        ? new FieldReader(bytes).fields()
        : ReplyFields.of(cdb, bytes);
  }

  private static String status(int value) {
    return switch (value) {
      case CommandStatusWrapper.PASSED -> "passed";
      case CommandStatusWrapper.FAILED -> "failed";
      case CommandStatusWrapper.PHASE_ERROR -> "phase error";
      default -> "reserved";
    };
  }

  /** One line about a host line, for people. */
  public String summary(HostLine host) {
    if (host instanceof HostLine.Out out && isWrapper(out.data().bytes())) {
      var bytes = out.data().bytes();
      long length =
          (bytes[8] & 0xffL)
              | (bytes[9] & 0xffL) << 8
              | (bytes[10] & 0xffL) << 16
              | (bytes[11] & 0xffL) << 24;
      return CdbFields.title(cdb(bytes), dataIn(bytes))
          + (length == 0
              ? ", no data"
              : ", " + length + " bytes " + (dataIn(bytes) ? "in" : "out"));
    }
    return host instanceof HostLine.Control control ? SetupNames.of(control.setup()) : "";
  }
}
