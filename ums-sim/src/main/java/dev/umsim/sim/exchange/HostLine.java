package dev.umsim.sim.exchange;

import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import java.util.HexFormat;
import java.util.OptionalInt;

/** What a host does, or what is done to the device: a line that begins with {@code >}. */
public sealed interface HostLine {
  /** The line without its {@code >}. */
  String text();

  /** A line that moves data to or from the device. */
  sealed interface Moving extends HostLine {
    Direction direction();

    /** Bytes offered or asked for. */
    int length();
  }

  /**
   * A request on endpoint 0.
   *
   * @param data of the data stage to the device; none if there is no such stage
   */
  record Control(SetupPacket setup, HexBytes data) implements Moving {
    @Override
    public Direction direction() {
      return setup.length() == 0 ? Direction.IN : setup.direction();
    }

    @Override
    public int length() {
      return setup.length();
    }

    @Override
    public String text() {
      var head = "control " + HexFormat.of().formatHex(setup.encode());
      return data.length() == 0 ? head : head + " " + data;
    }
  }

  /** Bytes to the bulk-out endpoint. */
  record Out(HexBytes data) implements Moving {
    @Override
    public Direction direction() {
      return Direction.OUT;
    }

    @Override
    public int length() {
      return data.length();
    }

    @Override
    public String text() {
      return "out " + data;
    }
  }

  /**
   * The same byte many times to the bulk-out endpoint; 0 times is an empty packet.
   *
   * @param value 0 to 255
   */
  record Fill(int length, int value) implements Moving {
    @Override
    public Direction direction() {
      return Direction.OUT;
    }

    @Override
    public String text() {
      return String.format("fill %d %02x", length, value);
    }
  }

  /** Up to so many bytes from the bulk-in endpoint. */
  record In(int length) implements Moving {
    @Override
    public Direction direction() {
      return Direction.IN;
    }

    @Override
    public String text() {
      return "in " + length;
    }
  }

  /** CLEAR_FEATURE(ENDPOINT_HALT) of a bulk endpoint. */
  record ClearHalt(Direction direction) implements HostLine {
    @Override
    public String text() {
      return direction == Direction.IN ? "clear-halt in" : "clear-halt out";
    }
  }

  /** A reset of the port, after which the device is configured again. */
  record BusReset() implements HostLine {
    @Override
    public String text() {
      return "bus-reset";
    }
  }

  /** Which accesses to a block fail. */
  enum Access {
    BOTH("fail-lba"),
    READ("fail-read-lba"),
    WRITE("fail-write-lba");

    private final String word;

    Access(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }

    boolean reads() {
      return this != WRITE;
    }

    boolean writes() {
      return this != READ;
    }
  }

  /**
   * From now on accesses to this block of the medium fail, and no other.
   *
   * @param block -1 for none
   */
  record FailBlock(Access access, long block) implements HostLine {
    @Override
    public String text() {
      return access.word() + " " + block;
    }
  }

  /** Somebody takes the medium out of a drive; of the first removable one if none is named. */
  record Eject(OptionalInt drive) implements HostLine {
    @Override
    public String text() {
      return "eject" + (drive.isPresent() ? " " + drive.getAsInt() : "");
    }
  }

  /** Somebody puts the medium back into a drive; into the first removable one if none is named. */
  record Insert(OptionalInt drive) implements HostLine {
    @Override
    public String text() {
      return "insert" + (drive.isPresent() ? " " + drive.getAsInt() : "");
    }
  }

  /** The device is unplugged, plugged in again and configured. */
  record Reconnect() implements HostLine {
    @Override
    public String text() {
      return "reconnect";
    }
  }

  /** The power goes and comes back; then the device is configured. */
  record PowerCycle() implements HostLine {
    @Override
    public String text() {
      return "power-cycle";
    }
  }
}
