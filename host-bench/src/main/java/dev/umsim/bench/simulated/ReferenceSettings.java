package dev.umsim.bench.simulated;

import static dev.umsim.bench.notation.SimulatedKey.BLOCKS;
import static dev.umsim.bench.notation.SimulatedKey.BLOCK_SIZE;
import static dev.umsim.bench.notation.SimulatedKey.DEVIATION;
import static dev.umsim.bench.notation.SimulatedKey.FILL;
import static dev.umsim.bench.notation.SimulatedKey.IMAGE;
import static dev.umsim.bench.notation.SimulatedKey.OUT_EXCESS;
import static dev.umsim.bench.notation.SimulatedKey.PID;
import static dev.umsim.bench.notation.SimulatedKey.POWER_ON_ATTENTION;
import static dev.umsim.bench.notation.SimulatedKey.PRODUCT;
import static dev.umsim.bench.notation.SimulatedKey.REVISION;
import static dev.umsim.bench.notation.SimulatedKey.SEED;
import static dev.umsim.bench.notation.SimulatedKey.SERIAL;
import static dev.umsim.bench.notation.SimulatedKey.SHORT_DATA;
import static dev.umsim.bench.notation.SimulatedKey.SIZE;
import static dev.umsim.bench.notation.SimulatedKey.SPEED;
import static dev.umsim.bench.notation.SimulatedKey.VENDOR;
import static dev.umsim.bench.notation.SimulatedKey.VID;
import static dev.umsim.bench.notation.SimulatedKey.WRITE_CACHE;

import dev.umsim.bench.notation.ImageSetting;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.PercentEncoding;
import dev.umsim.bench.notation.SimulatedKey;
import dev.umsim.bench.notation.SizeNotation;
import dev.umsim.bench.notation.Spelling;
import dev.umsim.bench.notation.TargetNotation.Simulated;
import dev.umsim.core.bot.ExcessData;
import dev.umsim.core.bot.ShortData;
import dev.umsim.core.scsi.InquiryData;
import dev.umsim.core.scsi.ScsiTarget;
import dev.umsim.core.usb.DeviceIdentity;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.deviation.Deviation;
import dev.umsim.sim.deviation.Deviations;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.fault.Fault;
import dev.umsim.sim.flaw.Flaws;
import dev.umsim.sim.medium.Fill;
import java.util.Arrays;
import java.util.List;

/**
 * What a {@code sim:reference} target is to be.
 *
 * @param images behind LUN 0 and on; with none, one unit of {@code blockCount} blocks in memory
 * @param highestSpeed of the device itself
 * @param flaws of the medium of every unit
 * @param faults that go wrong when their time has come
 * @param seed what is random is drawn from
 */
record ReferenceSettings(
    List<ImageSetting> images,
    int blockSize,
    long blockCount,
    Fill fill,
    Speed highestSpeed,
    ShortData shortData,
    ExcessData excessData,
    boolean writeCache,
    boolean powerOnAttention,
    DeviceIdentity identity,
    InquiryData inquiryData,
    List<Deviation.Chosen> deviations,
    Flaws flaws,
    List<Fault> faults,
    long seed) {
  private static final long USUAL_BYTES = 64L << 20;

  /** Reads all settings; throws {@link NotationException} at one that cannot be used. */
  static ReferenceSettings of(Simulated notation) {
    var values = new SettingValues(notation.settings());
    long seed = values.value(SEED, ReferenceSettings::seed, 0L);
    int blockSize = values.value(BLOCK_SIZE, ReferenceSettings::blockSize, 512);
    return new ReferenceSettings(
        images(values),
        blockSize,
        blockCount(values, blockSize),
        values.value(FILL, Fill::parse, Fill.ZERO),
        values.value(SPEED, ReferenceSettings::speed, Speed.HIGH),
        values.oneOf(SHORT_DATA, ShortData.class, ShortData.STALL),
        values.oneOf(OUT_EXCESS, ExcessData.class, ExcessData.DISCARD),
        values.onOrOff(WRITE_CACHE, true),
        values.onOrOff(POWER_ON_ATTENTION, false),
        identity(values),
        SettingValues.named("INQUIRY data", () -> inquiryData(values)),
        deviations(values),
        FlawSettings.flaws(values, seed),
        FaultSettings.faults(values),
        seed);
  }

  /** Several stand in one setting with commas between them, or in several settings. */
  private static List<Deviation.Chosen> deviations(SettingValues values) {
    return values.encoded(DEVIATION).stream()
        .flatMap(value -> Arrays.stream(PercentEncoding.decode(value).split(",", -1)))
        .map(ReferenceSettings::deviation)
        .toList();
  }

  private static Deviation.Chosen deviation(String text) {
    var id = text.split(":", 2)[0];
    if (Deviations.named(id).isEmpty()) {
      var known = Deviations.ALL.stream().map(Deviation::id).toList();
      throw new NotationException(
          "there is no deviation '"
              + id
              + "'"
              + Spelling.hint(id, known)
              + "; see: ums list deviations");
    }
    try {
      return Deviations.parse(text);
    } catch (IllegalArgumentException e) {
      throw new NotationException(e.getMessage());
    }
  }

  static List<ImageSetting> images(SettingValues values) {
    var images = values.encoded(IMAGE).stream().map(ImageSetting::parse).toList();
    if (images.size() > ScsiTarget.MAX_UNITS) {
      throw new NotationException(
          images.size() + " images are too many; a device has at most " + ScsiTarget.MAX_UNITS);
    }
    for (var key : images.isEmpty() ? List.<SimulatedKey>of() : List.of(SIZE, BLOCKS, FILL)) {
      if (values.has(key)) {
        throw new NotationException(
            "an image has its own size and content; leave out '" + key + "' or 'image'");
      }
    }
    return images;
  }

  static int blockSize(String text) {
    long size = SizeNotation.parse(text);
    if (size < 512 || size > 4096 || Long.bitCount(size) != 1) {
      throw new NotationException("a block has 512, 1024, 2048 or 4096 bytes, not " + text);
    }
    return (int) size;
  }

  static long blockCount(SettingValues values, int blockSize) {
    if (values.has(BLOCKS) && values.has(SIZE)) {
      throw new NotationException("'size' and 'blocks' both tell the size; leave one out");
    }
    return values.has(BLOCKS)
        ? values.value(BLOCKS, ReferenceSettings::positive, 0L)
        : values.value(SIZE, text -> blocksIn(text, blockSize), USUAL_BYTES / blockSize);
  }

  private static long positive(String text) {
    long number = SizeNotation.parse(text);
    if (number == 0) {
      throw new NotationException("a medium has at least 1 block, not 0");
    }
    return number;
  }

  private static long blocksIn(String text, int blockSize) {
    long bytes = positive(text);
    if (bytes % blockSize != 0) {
      throw new NotationException(
          bytes + " bytes are no multiple of the block size of " + blockSize + "; make it one");
    }
    return bytes / blockSize;
  }

  static Speed speed(String word) {
    return switch (word) {
      case "full" -> Speed.FULL;
      case "high" -> Speed.HIGH;
      case "super" -> throw new NotationException("SuperSpeed is not simulated; use full or high");
      default -> throw new NotationException("'" + word + "' is not one of full, high");
    };
  }

  private static long seed(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new NotationException("a seed is a whole number of 64 bits, not '" + text + "'");
    }
  }

  private static int usbId(String text) {
    if (!text.matches("(0x)?[0-9A-Fa-f]{4}")) {
      throw new NotationException("four hexadecimal digits are needed, not '" + text + "'");
    }
    return Integer.parseInt(text.substring(text.length() - 4), 16);
  }

  private static DeviceIdentity identity(SettingValues values) {
    var usual = ReferenceDevice.IDENTITY;
    int vendorId = values.value(VID, ReferenceSettings::usbId, usual.vendorId());
    int productId = values.value(PID, ReferenceSettings::usbId, usual.productId());
    return SettingValues.named(
        "USB strings",
        () ->
            new DeviceIdentity(
                vendorId,
                productId,
                usual.deviceVersion(),
                values.text(VENDOR, usual.manufacturer()),
                values.text(PRODUCT, usual.product()),
                values.text(SERIAL, usual.serialNumber())));
  }

  private static InquiryData inquiryData(SettingValues values) {
    var usual = ReferenceDevice.INQUIRY_DATA;
    return new InquiryData(
        values.text(VENDOR, usual.vendor()),
        values.text(PRODUCT, usual.product()),
        values.text(REVISION, usual.revision()));
  }
}
