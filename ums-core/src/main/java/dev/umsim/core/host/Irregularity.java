package dev.umsim.core.host;

/**
 * What a host notices about a device that the standards do not allow, or that looks wrong, and what
 * Linux does about it. A device that Linux attaches and reads is used all the same.
 */
public enum Irregularity {
  FIRST_DEVICE_DESCRIPTOR(
      "the first reading of the device descriptor failed",
      "USB 2.0, 9.4.3",
      "asks again after a reset and SET_ADDRESS (hub.c, hub_port_init)"),
  ADDRESS(
      "the device was enumerated only at a further try",
      "USB 2.0, 9.2.6",
      "resets it and tries again, four times in all (hub.c, hub_port_connect)"),
  DEVICE_DESCRIPTOR_LENGTH(
      "bLength of the device descriptor is not 18",
      "USB 2.0, 9.6.1",
      "does not look at it (config.c, message.c)"),
  CONFIGURATION_LENGTH(
      "wTotalLength of the configuration is not what came",
      "USB 2.0, 9.6.3",
      "parses what came (config.c, usb_get_configuration)"),
  CONFIGURATION_CONTENT(
      "a descriptor of the configuration is malformed",
      "USB 2.0, 9.5",
      "skips it, or what follows it (config.c, usb_parse_configuration)"),
  CONFIGURATION_REFUSED(
      "a configuration that bNumConfigurations counts cannot be read",
      "USB 2.0, 9.4.3",
      "goes on with those before it (config.c, usb_get_configuration)"),
  ENDPOINT_COUNT(
      "bNumEndpoints is not the number of endpoints",
      "USB 2.0, 9.6.5",
      "takes no more than it says, with a warning (config.c, usb_parse_interface)"),
  ALTERNATE_SETTING(
      "the interface has no alternate setting 0",
      "USB 2.0, 9.6.5",
      "takes the first that there is (message.c, usb_set_configuration)"),
  INTERFACE_COUNT(
      "bNumInterfaces is not the number of interfaces",
      "USB 2.0, 9.6.3",
      "counts for itself (config.c, usb_parse_configuration)"),
  BULK_PACKET_SIZE(
      "wMaxPacketSize of a bulk endpoint does not fit the speed",
      "USB 2.0, 5.8.3",
      "uses it as it is, with a warning (config.c, usb_parse_endpoint)"),
  STRING(
      "a string descriptor cannot be read",
      "USB 2.0, 9.6.7",
      "uses the device without that string (message.c, usb_string)"),
  LANGUAGE(
      "the list of languages is malformed",
      "USB 2.0, 9.6.7",
      "takes English (message.c, usb_get_langid)"),
  SEVERAL_INTERFACES(
      "the device has several mass storage interfaces",
      "USB Mass Storage Overview 1.4, 2",
      "uses each as a device of its own; here it is the first, unless another is named"),
  SUBCLASS(
      "bInterfaceSubClass is not 06, SCSI transparent",
      "BOT 1.0, 4.3",
      "speaks SCSI all the same to 01 to 06 (usb-storage, unusual_devs.h)"),
  MAX_LUN(
      "Get Max LUN gave no number from 0 to 15",
      "BOT 1.0, 3.2",
      "takes 0 (usb-storage, transport.c, usb_stor_Bulk_max_lun)"),
  INQUIRY(
      "INQUIRY fails, so that nobody knows who the unit is",
      "SPC-4, 6.6",
      "leaves it alone, but for devices of which it knows (scsi_scan.c; quirk FIX_INQUIRY)"),
  SHORT_REPLY(
      "a reply is shorter than its command has to give",
      "SPC-4, 4.3.5.6",
      "takes zeros for the rest (scsi_scan.c, sd.c)"),
  NO_SUCH_UNIT(
      "INQUIRY says that there is no unit at this LUN",
      "SPC-4, 6.6.2",
      "leaves such a unit alone (scsi_scan.c, scsi_probe_and_add_lun)"),
  TEST_UNIT_READY(
      "TEST UNIT READY fails for another reason than not being ready",
      "SPC-4, 6.47",
      "goes on to READ CAPACITY (sd.c, sd_spinup_disk)"),
  SLOW_TO_BECOME_READY(
      "the unit was not ready for a while",
      "SPC-4, 6.47",
      "waits up to 100 s (sd.c, sd_spinup_disk)"),
  NEEDS_START(
      "the unit was not ready before START STOP UNIT had started it",
      "SPC-4, 6.47",
      "starts it (sd.c, sd_spinup_disk)"),
  BLOCK_SIZE_ZERO(
      "READ CAPACITY gives blocks of 0 bytes",
      "SBC-3, 5.15.2",
      "takes 512 (sd.c, sd_read_capacity)"),
  CAPACITY_16(
      "READ CAPACITY (10) gives FFFFFFFF, and READ CAPACITY (16) fails",
      "SBC-3, 5.15.2",
      "takes 2^32 blocks (sd.c, sd_read_capacity)"),
  CAPACITY_TOO_LARGE(
      "the last block that READ CAPACITY gives cannot be read",
      "SBC-3, 5.15.2",
      "fails that block; quirk FIX_CAPACITY (c) takes one less (sd.c, sd_read_capacity)"),
  DATA_PHASE_SKIPPED(
      "the status came in the place of data",
      "BOT 1.0, 6.7.2",
      "takes it as the status (usb-storage, transport.c, usb_stor_Bulk_transport)"),
  STATUS_WITH_DATA(
      "the status came in the transfer of the data",
      "BOT 1.0, 5.2",
      "waits for a status that never comes; here it is taken as one"),
  BABBLE(
      "more data came than the host had asked for",
      "BOT 1.0, 6.7.2",
      "reads the status, and fails the command with 05/24/00 (usb-storage, transport.c)"),
  EMPTY_PACKET_BEFORE_STATUS(
      "an empty packet came before the status",
      "BOT 1.0, 5.3.3",
      "reads the status again (usb-storage, transport.c, usb_stor_Bulk_transport)"),
  STATUS_SIGNATURE(
      "dCSWSignature is not 53425355",
      "BOT 1.0, 5.2",
      "takes the first that it sees, and holds the device to it (usb-storage, transport.c)"),
  STATUS_TAG(
      "dCSWTag is not the tag of the command",
      "BOT 1.0, 5.2",
      "does not compare it for devices that it knows (unusual_devs.h, BULK_IGNORE_TAG)"),
  WRAPPER_OF_32_BYTES(
      "the device takes command wrappers of 32 bytes alone",
      "BOT 1.0, 6.2.1",
      "knows that of this device (unusual_devs.h, BULK32)"),
  EARLY_DATA(
      "the device loses data that is asked for at once",
      "BOT 1.0, 5.3.2",
      "knows that of this device, and waits 125 us (unusual_devs.h, GO_SLOW)"),
  RESIDUE(
      "dCSWDataResidue is not what was left over",
      "BOT 1.0, 5.2",
      "looks at what came, where INQUIRY or READ CAPACITY shows that it means nothing"
          + " (usb-storage, transport.c)"),
  REPEATED(
      "a command had to be sent again after the transport was reset",
      "BOT 1.0, 5.3.4",
      "sends it up to five times more (scsi_error.c, sd.c)"),
  FIRST_READ(
      "the first READ failed, and passed when it was sent again",
      "SBC-3, 5.11",
      "fails it; quirk INITIAL_READ10 (n) sends it again (usb-storage, scsiglue.c)"),
  LAST_BLOCKS(
      "blocks at the end of the medium can only be read one by one",
      "SBC-3, 5.11",
      "reads the last eight one by one at all times (sd.c, last_sector_bug)"),
  REPEATED_AFTER_SENSE(
      "a command failed with a sense by which it may pass the next time",
      "SPC-4, 4.5",
      "sends it up to five times more (scsi_error.c, scsi_check_sense)"),
  RECOVERED(
      "the unit had to correct what it read or wrote",
      "SPC-4, 4.5.6, sense key 1",
      "takes it as good (scsi_lib.c, sd.c)"),
  NO_SENSE(
      "a command failed, and REQUEST SENSE tells nothing",
      "SPC-4, 6.39",
      "takes it as a failure of the device (usb-storage, transport.c)"),
  SYNCHRONIZE_CACHE(
      "SYNCHRONIZE CACHE fails; nobody knows whether what was written is durable",
      "SBC-3, 5.22",
      "only sends it to a unit with a write cache, and lets 05/20 and 05/24 pass"
          + " (sd.c, sd_sync_cache)");

  private final String what;
  private final String clause;
  private final String linux;

  Irregularity(String what, String clause, String linux) {
    this.what = what;
    this.clause = clause;
    this.linux = linux;
  }

  /** What is irregular, in words. */
  public String what() {
    return what;
  }

  /** The clause that it departs from. */
  public String clause() {
    return clause;
  }

  /** What Linux 6.1 does, and in which of its files. */
  public String linux() {
    return linux;
  }

  /** As reports write it: {@code bulk-packet-size}. */
  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }
}
