package dev.umsim.sim.capture;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A capture that is read: the transfers in it, of every device, in the order of their ends.
 *
 * <p>What cannot be used is passed over and told in {@link #notes()}; a file that is damaged or cut
 * off gives what stands before that.
 */
public final class Capture implements Closeable {
  /** How many bytes tell whether a file is a capture. */
  public static final int MAGIC_LENGTH = 12;

  private final CaptureBytes in;
  private final FrameReader frames;
  private final ArrayDeque<CapturedTransfer> ready = new ArrayDeque<>();
  private final UrbMatcher urbs = new UrbMatcher(ready::add);
  private final UsbPcapRecord usbPcap = new UsbPcapRecord();
  private final Map<LinkType, PacketAssembler> packets = new TreeMap<>();
  private final Map<Integer, Long> otherFrames = new TreeMap<>();
  private long cutFrames;
  private long unreadableFrames;
  private long usedFrames;
  private long lastNanos;
  private @Nullable String damage;
  private boolean ended;

  private Capture(CaptureBytes in) throws IOException {
    this.in = in;
    ByteBuffer magic = in.read(4, ByteOrder.LITTLE_ENDIAN);
    int little = magic.limit() < 4 ? 0 : magic.getInt(0);
    if (little == PcapNgReader.SECTION_HEADER) {
      frames = new PcapNgReader(in);
    } else if (PcapReader.isMagic(little)) {
      frames = new PcapReader(in, ByteOrder.LITTLE_ENDIAN, little);
    } else if (PcapReader.isMagic(Integer.reverseBytes(little))) {
      frames = new PcapReader(in, ByteOrder.BIG_ENDIAN, Integer.reverseBytes(little));
    } else {
      throw new MalformedCaptureException("is no capture: it begins neither as pcap nor as pcapng");
    }
  }

  /** Whether a file that begins so is a capture, of whatever it has captured. */
  public static boolean isCapture(byte[] beginning) {
    if (beginning.length < MAGIC_LENGTH) {
      return false;
    }
    ByteBuffer bytes = ByteBuffer.wrap(beginning).order(ByteOrder.LITTLE_ENDIAN);
    int magic = bytes.getInt(0);
    int order = bytes.getInt(8);
    return PcapReader.isMagic(magic)
        || PcapReader.isMagic(Integer.reverseBytes(magic))
        || magic == PcapNgReader.SECTION_HEADER
            && (order == PcapNgReader.BYTE_ORDER_MAGIC
                || Integer.reverseBytes(order) == PcapNgReader.BYTE_ORDER_MAGIC);
  }

  /** Whether a file is a capture; a file that cannot be read is none. */
  public static boolean isCapture(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return isCapture(in.readNBytes(MAGIC_LENGTH));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Opens a capture.
   *
   * @throws MalformedCaptureException if it is none
   * @throws IOException if it cannot be read
   */
  public static Capture open(Path file) throws IOException {
    return open(new BufferedInputStream(Files.newInputStream(file), 1 << 16));
  }

  /** The same from a stream, which is closed with the capture, or at once where this fails. */
  static Capture open(InputStream stream) throws IOException {
    var in = new CaptureBytes(stream);
    try {
      return new Capture(in);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /** The next transfer, or nothing at the end. */
  public Optional<CapturedTransfer> next() throws IOException {
    while (ready.isEmpty() && !ended) {
      try {
        frames.next().ifPresentOrElse(this::add, this::end);
      } catch (MalformedCaptureException e) {
        damage = e.getMessage();
        end();
      }
    }
    return Optional.ofNullable(ready.poll());
  }

  /** Whether there are no more transfers. */
  boolean isOver() {
    return ended && ready.isEmpty();
  }

  private void end() {
    ended = true;
    urbs.end();
    packets.values().forEach(each -> each.end(lastNanos));
  }

  private void add(CapturedFrame frame) {
    Optional<LinkType> linkType = LinkType.of(frame.linkType());
    if (linkType.isEmpty()) {
      // A file may name as many as it likes; only so many are told.
      if (otherFrames.size() < 8 || otherFrames.containsKey(frame.linkType())) {
        otherFrames.merge(frame.linkType(), 1L, Long::sum);
      }
      return;
    }
    cutFrames += frame.isCut() ? 1 : 0;
    lastNanos = frame.timeNanos();
    boolean used =
        switch (linkType.get()) {
          case USB_LINUX -> addUsbmon(frame, UsbmonRecord.SHORT_HEADER_LENGTH);
          case USB_LINUX_MMAPPED -> addUsbmon(frame, UsbmonRecord.HEADER_LENGTH);
          case USBPCAP -> {
            List<UrbEvent> events = usbPcap.decode(frame);
            events.forEach(urbs::add);
            yield true;
          }
          case USB_2_0 -> addPacket(linkType.get(), 0, frame);
          case USB_2_0_LOW_SPEED -> addPacket(linkType.get(), 8, frame);
          case USB_2_0_FULL_SPEED -> addPacket(linkType.get(), 64, frame);
          case USB_2_0_HIGH_SPEED -> addPacket(linkType.get(), 512, frame);
        };
    usedFrames += used ? 1 : 0;
    unreadableFrames += used ? 0 : 1;
  }

  private boolean addUsbmon(CapturedFrame frame, int headerLength) {
    Optional<UrbEvent> event = UsbmonRecord.decode(frame, headerLength);
    event.ifPresent(urbs::add);
    return event.isPresent();
  }

  private boolean addPacket(LinkType linkType, int maxPacketBytes, CapturedFrame frame) {
    return packets
        .computeIfAbsent(linkType, each -> new PacketAssembler(ready::add, maxPacketBytes))
        .add(frame);
  }

  /** What could not be used of the file, a line for each kind; complete at its end. */
  public List<String> notes() {
    var notes = new ArrayList<String>();
    otherFrames.forEach(
        (number, count) ->
            notes.add(
                count
                    + (count == 1 ? " packet is" : " packets are")
                    + " no USB traffic that is read here, but "
                    + LinkType.describeOther(number)));
    if (cutFrames > 0) {
      notes.add(
          cutFrames
              + (cutFrames == 1 ? " packet was" : " packets were")
              + " cut short by the recorder; what is missing is not compared");
    }
    if (unreadableFrames > 0) {
      notes.add(
          unreadableFrames
              + (unreadableFrames == 1 ? " packet is" : " packets are")
              + " damaged or of an unknown kind and passed over");
    }
    if (damage != null) {
      notes.add("the file " + damage + "; what stands before is used");
    }
    return notes;
  }

  /** Whether there was anything of USB up to here. */
  public boolean hasUsb() {
    return usedFrames > 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
