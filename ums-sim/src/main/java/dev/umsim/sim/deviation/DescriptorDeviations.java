package dev.umsim.sim.deviation;

import static dev.umsim.sim.deviation.Commands.set;

import dev.umsim.core.bot.MassStorageInterface;
import dev.umsim.core.usb.ControlAnswer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.RequestChoices;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.descriptor.DescriptorType;
import dev.umsim.core.usb.descriptor.StringDescriptor;
import java.util.List;
import java.util.function.Predicate;

/** Descriptors, strings and requests of the class, and what stands beside mass storage. */
final class DescriptorDeviations {
  private static final int GET_MAX_LUN = 0xfe;
  private static final int CLASS_RESET = 0xff;

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "subclass-of-vendor",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 4.3 and Mass Storage Class 1.4, 2: bInterfaceSubClass is 06 for SCSI",
              "bInterfaceSubClass is FF.",
              "Windows, which goes by the protocol; Linux drives only the subclasses that it"
                  + " knows.",
              Changes.dataAnswer(
                  descriptor(DescriptorType.CONFIGURATION), bytes -> inInterface(bytes, 6, 0xff))),
          new Deviation(
                  "protocol-of-vendor",
                  DeviationClass.BREAKS_CLAUSE,
                  "BOT 1.0, 4.3: bInterfaceProtocol is 50 for bulk-only transport",
                  "bInterfaceProtocol is FF.",
                  "Linux with the flag, which comes with the protocol.",
                  Changes.dataAnswer(
                      descriptor(DescriptorType.CONFIGURATION),
                      bytes -> inInterface(bytes, 7, 0xff)))
              .quirk(LinuxQuirk.NEED_OVERRIDE),
          new Deviation(
              "subclass-sff-8070i",
              DeviationClass.BREAKS_CLAUSE,
              "Mass Storage Class 1.4, 2: 05 was SFF-8070i, for removable floppies, and is obsolete",
              "bInterfaceSubClass is 05, SFF-8070i, though the unit knows SCSI.",
              "Linux, Windows and SeaBIOS; Linux then asks by the commands of 10 and 12 bytes.",
              Changes.dataAnswer(
                  descriptor(DescriptorType.CONFIGURATION), bytes -> inInterface(bytes, 6, 5))),
          new Deviation(
              "class-in-device-descriptor",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 4.1: bDeviceClass is 00, and the class stands in the interface",
              "bDeviceClass is 08.",
              "Linux, Windows and macOS, which look at the interface.",
              Changes.dataAnswer(descriptor(DescriptorType.DEVICE), bytes -> set(bytes, 4, 8))),
          new Deviation(
              "usb-version-2-01-without-bos",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0 ECN on link power management: a device of 2.01 has a BOS descriptor",
              "bcdUSB is 0201, and the BOS descriptor is declined.",
              "Linux, Windows and macOS, which go on without it.",
              Changes.dataAnswer(descriptor(DescriptorType.DEVICE), bytes -> set(bytes, 2, 1))),
          new Deviation(
              "second-configuration-claimed",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.6.1: bNumConfigurations is how many there are",
              "bNumConfigurations is 2, and the second one is declined.",
              "Linux, which notes that it cannot read it; SeaBIOS, which takes the first.",
              Changes.dataAnswer(descriptor(DescriptorType.DEVICE), bytes -> set(bytes, 17, 2))),
          new Deviation(
              "configuration-attributes-zero",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.6.3: bit 7 of bmAttributes is 1",
              "bmAttributes of the configuration is 00.",
              "All.",
              Changes.dataAnswer(
                  descriptor(DescriptorType.CONFIGURATION), bytes -> set(bytes, 7, 0))),
          new Deviation(
              "configuration-power-above-500-ma",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 7.2.1 and 9.6.3: bMaxPower is at most 250, 500 mA",
              "bMaxPower is 255, 510 mA.",
              "Those that do not look; Linux leaves the device unconfigured on hubs without power.",
              Changes.dataAnswer(
                  descriptor(DescriptorType.CONFIGURATION), bytes -> set(bytes, 8, 0xff))),
          new Deviation(
              "configuration-index-ignored",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.4.3: a descriptor that is not there is a Request Error",
              "Every index of a configuration descriptor is answered.",
              "All that ask for those that there are.",
              Changes.request(
                  setup ->
                      StandardRequest.GET_DESCRIPTOR.is(setup)
                              && setup.value() >> 8 == DescriptorType.CONFIGURATION
                          ? new SetupPacket(
                              setup.requestType(),
                              setup.request(),
                              DescriptorType.CONFIGURATION << 8,
                              setup.index(),
                              setup.length())
                          : setup)),
          new Deviation(
              "endpoint-interval-told",
              DeviationClass.LEGAL_CHOICE,
              "USB 2.0, 9.6.6: bInterval of a bulk-out endpoint is its NAK rate at high speed, and is ignored otherwise",
              "bInterval of both endpoints is 1.",
              "All.",
              Changes.dataAnswer(
                  descriptor(DescriptorType.CONFIGURATION), bytes -> inEndpoints(bytes, 6, 1))),
          new Deviation(
              "interface-string-refused",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.6.5: iInterface is the index of a string that is there, or 0",
              "iInterface is 4, and string 4 is declined.",
              "All, which go on without it.",
              Changes.dataAnswer(
                  descriptor(DescriptorType.CONFIGURATION), bytes -> inInterface(bytes, 8, 4))),
          new Deviation(
              "unknown-descriptor-is-empty",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.4.3: a descriptor that is not there is a Request Error",
              "GET_DESCRIPTOR for what is not there is answered with no bytes.",
              "All; QEMU does it for strings.",
              Changes.answer(
                  (setup, answer) ->
                      StandardRequest.GET_DESCRIPTOR.is(setup)
                              && answer instanceof ControlAnswer.Stall
                          ? ControlAnswer.data()
                          : answer)),
          new Deviation(
              "serial-number-missing",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 4.1.1: each device has a serial number",
              "iSerialNumber is 0.",
              "All; Windows takes the disk for another one at each port.",
              Changes.dataAnswer(descriptor(DescriptorType.DEVICE), bytes -> set(bytes, 16, 0))),
          new Deviation(
              "serial-number-of-6-digits",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 4.1.1: at least 12 digits",
              "The serial number is 000001.",
              "All; two devices look alike.",
              Changes.dataAnswer(string(3), bytes -> DescriptorDeviations.text("000001"))),
          new Deviation(
              "serial-number-in-small-letters",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 4.1.1: digits are 0 to 9 and A to F",
              "The serial number has small letters and others than those of hexadecimal digits.",
              "All.",
              Changes.dataAnswer(
                  string(3), bytes -> DescriptorDeviations.text("serial-number-a1"))),
          new Deviation(
              "serial-number-changes",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 4.1.1: the same at every enumeration",
              "The last digits of the serial number count how often it was asked for.",
              "All but those that read it twice; Windows takes the disk for another one each time.",
              Changes.requests(Counting::new)),
          new Deviation(
              "string-longer-than-told",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.6.7: bLength is the length of the descriptor",
              "bLength of strings is 2 less than the bytes that are sent.",
              "Those that go by either.",
              Changes.dataAnswer(
                  DescriptorDeviations::anyString, bytes -> set(bytes, 0, bytes[0] - 2))),
          new Deviation(
              "language-refused",
              DeviationClass.LEGAL_CHOICE,
              "USB 2.0, 9.6.7 leaves open what a language that is not there is answered with",
              "Strings in another language than 0409 are declined.",
              "All that ask for the list first.",
              Changes.answer(
                  (setup, answer) ->
                      anyString(setup) && setup.index() != 0x0409 ? ControlAnswer.STALL : answer)),
          new Deviation(
              "configuration-not-told",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.4.2: GET_CONFIGURATION tells bConfigurationValue",
              "GET_CONFIGURATION always answers 0.",
              "All, which never ask.",
              Changes.dataAnswer(StandardRequest.GET_CONFIGURATION::is, bytes -> new byte[] {0})),
          new Deviation(
              "interface-status-refused",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.4.5: GET_STATUS of an interface is 0000",
              "GET_STATUS of an interface is declined.",
              "All, which never ask.",
              Changes.answer(
                  (setup, answer) ->
                      StandardRequest.GET_STATUS.is(setup)
                              && setup.recipient() == SetupPacket.Recipient.INTERFACE
                          ? ControlAnswer.STALL
                          : answer)),
          new Deviation(
              "self-powered-status",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.4.5 and 9.6.3: only a device that has power of its own can tell so",
              "GET_STATUS of the device tells that it is self-powered, the configuration that it cannot be.",
              "All.",
              Changes.dataAnswer(
                  setup ->
                      StandardRequest.GET_STATUS.is(setup)
                          && setup.recipient() == SetupPacket.Recipient.DEVICE,
                  bytes -> set(bytes, 0, 1))),
          new Deviation(
              "vendor-requests-acknowledged",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.2.7: a request that is not defined is a Request Error",
              "Vendor requests without data to the device pass.",
              "All that send none.",
              Changes.answer(
                  (setup, answer) ->
                      setup.type() == SetupPacket.Type.VENDOR
                              && (setup.length() == 0 || setup.direction() == Direction.IN)
                          ? ControlAnswer.data()
                          : answer)),
          new Deviation(
              "unknown-request-kills-endpoint-0",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 8.5.3.4 and 9.2.7: a STALL of endpoint 0 ends with the next SETUP",
              "A request that is not known is never answered, and none after it before a bus reset.",
              "Those that send none: Linux, Windows, macOS.",
              Changes.requests(Stuck::new)),
          new Deviation(
              "max-lun-refused",
              DeviationClass.LEGAL_CHOICE,
              "BOT 1.0, 3.2: a device with one unit may stall Get Max LUN",
              "Get Max LUN is declined where there is one unit.",
              "All: they take it for 0.",
              Changes.answer(
                  (setup, answer) ->
                      isMaxLun(setup)
                              && answer instanceof ControlAnswer.Data data
                              && data.bytes()[0] == 0
                          ? ControlAnswer.STALL
                          : answer)),
          new Deviation(
              "max-lun-refused-by-several-units",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 3.2: a device with several units tells the highest LUN",
              "Get Max LUN is declined, however many units there are.",
              "Those that use the first unit alone.",
              Changes.answer((setup, answer) -> isMaxLun(setup) ? ControlAnswer.STALL : answer)),
          new Deviation(
              "max-lun-counts-units",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 3.2: the highest LUN, from 0 on",
              "Get Max LUN tells the number of units.",
              "Linux, Windows and macOS, which find no unit at the last LUN.",
              Changes.dataAnswer(
                  DescriptorDeviations::isMaxLun, bytes -> set(bytes, 0, bytes[0] + 1))),
          new Deviation(
              "max-lun-out-of-range",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 3.2: 0 to 15",
              "Get Max LUN tells FF.",
              "Linux, which takes it for 0.",
              Changes.dataAnswer(DescriptorDeviations::isMaxLun, bytes -> set(bytes, 0, 0xff))),
          new Deviation(
              "max-lun-empty",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 3.2: one byte",
              "Get Max LUN is answered with no bytes.",
              "Linux, which takes it for 0.",
              Changes.dataAnswer(DescriptorDeviations::isMaxLun, bytes -> new byte[0])),
          new Deviation(
              "max-lun-unanswered",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.2.6.4: data within 500 ms",
              "Get Max LUN is never answered; other requests are.",
              "Linux, which waits for 10 s and takes it for 0.",
              Changes.answer((setup, answer) -> isMaxLun(setup) ? ControlAnswer.SILENCE : answer)),
          new Deviation(
              "class-requests-in-either-direction",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.2.7; BOT 1.0, 3.1 and 3.2",
              "Bulk-Only Mass Storage Reset is taken with direction IN too, and Get Max LUN with"
                  + " direction OUT passes, whatever it brings.",
              "All, which send what the standard says.",
              (choices, traits) ->
                  Changes.answer(DescriptorDeviations::outward)
                      .apply(
                          Changes.request(DescriptorDeviations::turned).apply(choices, traits),
                          traits)),
          new Deviation(
              "class-requests-of-any-interface",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.2.7; BOT 1.0, 3.1 and 3.2: wIndex is the interface",
              "wIndex of Get Max LUN and of the reset is not looked at.",
              "All, which send what the standard says.",
              Changes.request(
                  setup ->
                      isClass(setup) && setup.recipient() == SetupPacket.Recipient.INTERFACE
                          ? new SetupPacket(
                              setup.requestType(),
                              setup.request(),
                              setup.value(),
                              0,
                              setup.length())
                          : setup)),
          new Deviation(
              "storage-on-interface-1",
              DeviationClass.LEGAL_CHOICE,
              "USB 2.0, 5.2.3: a device may have several interfaces",
              "Mass storage is interface 1, behind one of the vendor's own.",
              "Linux, Windows and macOS; SeaBIOS asks interface 0 for Get Max LUN.",
              composed(new Composition(new MassStorageInterface(1, 0x81, 0x02), 0))),
          new Deviation(
              "storage-beside-others",
              DeviationClass.LEGAL_CHOICE,
              "USB 2.0, 5.2.3: a device may have several interfaces",
              "Behind the mass storage interface stands one of the vendor's own.",
              "All.",
              composed(new Composition(MassStorageInterface.ALONE, 1))),
          new Deviation(
              "endpoints-elsewhere",
              DeviationClass.LEGAL_CHOICE,
              "BOT 1.0, 4.4: any endpoint numbers",
              "Bulk-in is endpoint 83 and bulk-out endpoint 05.",
              "All that read the descriptors.",
              composed(new Composition(new MassStorageInterface(0, 0x83, 0x05), 0))));

  private DescriptorDeviations() {}

  private static Predicate<SetupPacket> descriptor(int type) {
    return setup ->
        StandardRequest.GET_DESCRIPTOR.is(setup)
            && setup.requestType() == 0x80
            && setup.value() >> 8 == type;
  }

  private static boolean anyString(SetupPacket setup) {
    return descriptor(DescriptorType.STRING).test(setup) && (setup.value() & 0xff) != 0;
  }

  private static Predicate<SetupPacket> string(int index) {
    return setup ->
        descriptor(DescriptorType.STRING).test(setup) && (setup.value() & 0xff) == index;
  }

  private static byte[] text(String text) {
    return StringDescriptor.encode(text);
  }

  private static boolean isClass(SetupPacket setup) {
    return setup.type() == SetupPacket.Type.CLASS
        && (setup.request() == GET_MAX_LUN || setup.request() == CLASS_RESET);
  }

  private static boolean isMaxLun(SetupPacket setup) {
    return isClass(setup) && setup.request() == GET_MAX_LUN;
  }

  private static SetupPacket turned(SetupPacket setup) {
    return setup.requestType() == 0xa1 && setup.request() == CLASS_RESET
        ? new SetupPacket(0x21, CLASS_RESET, setup.value(), setup.index(), setup.length())
        : setup;
  }

  private static ControlAnswer outward(SetupPacket setup, ControlAnswer answer) {
    boolean outward =
        setup.requestType() == 0x21 && setup.request() == GET_MAX_LUN && setup.index() == 0;
    return outward ? new ControlAnswer.Receive(bytes -> ControlAnswer.DONE) : answer;
  }

  /** Sets a byte of every descriptor of a type. */
  private static byte[] inEach(byte[] bytes, int type, int at, int value) {
    for (int start = 0; start + 1 < bytes.length && bytes[start] != 0; start += bytes[start]) {
      if (bytes[start + 1] == type) {
        set(bytes, start + at, value);
      }
    }
    return bytes;
  }

  private static byte[] inInterface(byte[] bytes, int at, int value) {
    return inEach(bytes, DescriptorType.INTERFACE, at, value);
  }

  private static byte[] inEndpoints(byte[] bytes, int at, int value) {
    return inEach(bytes, DescriptorType.ENDPOINT, at, value);
  }

  private static Deviation.Change composed(Composition composition) {
    return (choices, traits) -> choices.with(composition);
  }

  private static final class Counting extends RequestChoices.Deviating {
    private int count;

    Counting(RequestChoices inner) {
      super(inner);
    }

    @Override
    public ControlAnswer answer(SetupPacket setup, ControlAnswer correct) {
      var answer = super.answer(setup, correct);
      return string(3).test(setup) && answer instanceof ControlAnswer.Data
          ? new ControlAnswer.Data(text(String.format("%020d", ++count)))
          : answer;
    }
  }

  private static final class Stuck extends RequestChoices.Deviating {
    private boolean stuck;

    Stuck(RequestChoices inner) {
      super(inner);
    }

    @Override
    public ControlAnswer answer(SetupPacket setup, ControlAnswer correct) {
      var answer = super.answer(setup, correct);
      stuck |=
          answer instanceof ControlAnswer.Stall
              && (setup.type() != SetupPacket.Type.STANDARD
                  || StandardRequest.of(setup.request()).isEmpty());
      return stuck ? ControlAnswer.SILENCE : answer;
    }

    @Override
    public void busReset() {
      stuck = false;
      super.busReset();
    }
  }
}
