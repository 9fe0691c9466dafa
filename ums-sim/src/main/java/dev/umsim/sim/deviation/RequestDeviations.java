package dev.umsim.sim.deviation;

import dev.umsim.core.usb.ControlAnswer;
import dev.umsim.core.usb.RequestChoices;
import dev.umsim.core.usb.RequestType;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.descriptor.DescriptorType;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Answers on endpoint 0. */
final class RequestDeviations {
  private static final int CLEAR_FEATURE = 1;
  private static final int SET_FEATURE = 3;
  private static final int GET_DESCRIPTOR = 6;
  private static final int GET_INTERFACE = 10;
  private static final int SET_INTERFACE = 11;
  private static final int GET_MAX_LUN = 0xfe;
  private static final int CLASS_RESET = 0xff;
  private static final int SELF_POWERED = 0x40;

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "class-request-fields-ignored",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.2.7: a request with wrong values is a Request Error; BOT 1.0, 3.1 and 3.2",
              "Bulk-Only Mass Storage Reset and Get Max LUN are taken with any wValue and wLength.",
              "All, which send what the standard says.",
              (choices, traits) ->
                  choices.with(reading(choices.requests(), RequestDeviations::corrected))),
          new Deviation(
              "interface-requests-stall",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.4.4: GET_INTERFACE tells the setting; 9.4.10: SET_INTERFACE may be declined"
                  + " where there is one",
              "GET_INTERFACE and SET_INTERFACE are declined, though the interface is there.",
              "All: there is one setting, and none asks for it.",
              (choices, traits) ->
                  choices.with(
                      answering(
                          choices.requests(),
                          (setup, answer) ->
                              isStandard(setup, GET_INTERFACE) || isStandard(setup, SET_INTERFACE)
                                  ? ControlAnswer.STALL
                                  : answer))),
          new Deviation(
              "self-powered-in-descriptor-alone",
              DeviationClass.LEGAL_CHOICE,
              "USB 2.0, 9.4.5 and 9.6.3: GET_STATUS tells the power of the moment, which may be the"
                  + " bus's",
              "The configuration says self-powered, GET_STATUS says bus-powered.",
              "All.",
              (choices, traits) ->
                  choices.with(answering(choices.requests(), RequestDeviations::selfPowered))),
          new Deviation(
              "device-qualifier-always",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.6.2: a full-speed device answers with a Request Error",
              "DEVICE_QUALIFIER is answered by a device that does full speed alone.",
              "All; Linux notes that the device could be faster.",
              (choices, traits) ->
                  choices.with(
                      answering(
                          choices.requests(),
                          (setup, answer) ->
                              isStandard(setup, GET_DESCRIPTOR)
                                      && setup.requestType() == RequestType.DEVICE_IN
                                      && setup.value() >> 8 == DescriptorType.DEVICE_QUALIFIER
                                      && answer instanceof ControlAnswer.Stall
                                  ? ControlAnswer.data(0x0a, 6, 0, 2, 0, 0, 0, 64, 1, 0)
                                  : answer))),
          new Deviation(
              "string-ee-is-manufacturer",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.4.3: a descriptor that is not there is a Request Error",
              "String descriptor EE is the manufacturer's.",
              "Windows, which asks for it and sees that it is not Microsoft's.",
              (choices, traits) ->
                  choices.with(
                      reading(
                          choices.requests(),
                          setup ->
                              isStandard(setup, GET_DESCRIPTOR) && setup.value() == 0x03ee
                                  ? new SetupPacket(
                                      setup.requestType(),
                                      setup.request(),
                                      0x0301,
                                      setup.index(),
                                      setup.length())
                                  : setup))),
          new Deviation(
              "any-endpoint-feature-acknowledged",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.4.1 and 9.4.9: a feature that is not there is a Request Error",
              "SET_FEATURE and CLEAR_FEATURE of an endpoint pass with selectors that mean"
                  + " nothing.",
              "All, which know ENDPOINT_HALT alone.",
              (choices, traits) ->
                  choices.with(
                      answering(
                          choices.requests(),
                          (setup, answer) ->
                              setup.requestType() == RequestType.ENDPOINT_OUT
                                      && (setup.request() == SET_FEATURE
                                          || setup.request() == CLEAR_FEATURE)
                                      && setup.value() != 0
                                  ? ControlAnswer.DONE
                                  : answer))));

  private RequestDeviations() {}

  private static boolean isStandard(SetupPacket setup, int request) {
    return setup.type() == SetupPacket.Type.STANDARD && setup.request() == request;
  }

  private static SetupPacket corrected(SetupPacket setup) {
    if (setup.type() != SetupPacket.Type.CLASS
        || setup.recipient() != SetupPacket.Recipient.INTERFACE) {
      return setup;
    }
    return switch (setup.request()) {
      case GET_MAX_LUN ->
          new SetupPacket(RequestType.CLASS_INTERFACE_IN, GET_MAX_LUN, 0, setup.index() & 0xff, 1);
      case CLASS_RESET ->
          new SetupPacket(RequestType.CLASS_INTERFACE_OUT, CLASS_RESET, 0, setup.index() & 0xff, 0);
      default -> setup;
    };
  }

  private static ControlAnswer selfPowered(SetupPacket setup, ControlAnswer answer) {
    int type = setup.value() >> 8;
    boolean configuration =
        isStandard(setup, GET_DESCRIPTOR)
            && (type == DescriptorType.CONFIGURATION
                || type == DescriptorType.OTHER_SPEED_CONFIGURATION);
    if (!configuration || !(answer instanceof ControlAnswer.Data data)) {
      return answer;
    }
    var bytes = data.bytes().clone();
    bytes[7] |= SELF_POWERED;
    return new ControlAnswer.Data(bytes);
  }

  private static RequestChoices reading(RequestChoices inner, UnaryOperator<SetupPacket> edit) {
    return new RequestChoices.Deviating(inner) {
      @Override
      public SetupPacket taken(SetupPacket received) {
        return edit.apply(super.taken(received));
      }
    };
  }

  private static RequestChoices answering(
      RequestChoices inner, BiFunction<SetupPacket, ControlAnswer, ControlAnswer> edit) {
    return new RequestChoices.Deviating(inner) {
      @Override
      public ControlAnswer answer(SetupPacket setup, ControlAnswer correct) {
        return edit.apply(setup, super.answer(setup, correct));
      }
    };
  }
}
