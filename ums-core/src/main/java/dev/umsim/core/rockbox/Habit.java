package dev.umsim.core.rockbox;

/**
 * What a revision of the Rockbox stack does otherwise than that of 2026. Each is told from the
 * source of the revisions that have it; see {@link RockboxRevision}.
 */
public enum Habit {
  // The transport.

  /** The CBW is received into the transfer buffer, where data and replies may come over it. */
  COMMAND_IN_TRANSFER_BUFFER,
  /** Replies and CSW have memory of their own and show nothing that was there before. */
  REPLIES_APART,
  /** The thread waits for each IN transfer to end, and serves nobody meanwhile. */
  SENDING_BLOCKS_THE_THREAD,
  /** The next CBW is awaited only when the CSW has gone. */
  COMMAND_AFTER_STATUS,
  /** Any 31 bytes are a command. */
  SIGNATURE_NOT_CHECKED,
  /** A write that came in another length than was armed is done all the same. */
  LENGTH_NOT_CHECKED,
  /** A medium that fails is not noticed. */
  MEDIUM_RESULT_IGNORED,
  /** The chunk that could not be read is not sent: the CSW comes in its place. */
  FAILED_CHUNK_NOT_SENT,
  /** Failures but that of TEST UNIT READY are told by bCSWStatus 02. */
  FAILURE_IS_PHASE_ERROR,
  /** The CSW behind an unknown command has the tag of the last READ or WRITE. */
  TAG_OF_LAST_BLOCK_COMMAND,
  /** The class's reset empties both endpoints, and leaves the state as it is. */
  RESET_EMPTIES_ENDPOINTS,

  // Commands.

  /** The commands of early 2008: fewer of them, with replies of their own. */
  EARLY_COMMANDS,
  /** INQUIRY tells version 3, the medium as removable only if the disk does, half the product. */
  EARLY_INQUIRY,
  /** REQUEST SENSE always tells 02/3A/00: nothing is kept. */
  SENSE_NOT_KEPT,
  /** READ and WRITE go where they are told. */
  RANGE_NOT_CHECKED,
  /** No unit beside the first while there is no card. */
  UNITS_FOLLOW_CARD,
  /** No READ CAPACITY (16), READ (16), WRITE (16) and ATA pass-through. */
  NO_LONG_COMMANDS,
  /** REPORT LUNS ignores its allocation length. */
  REPORT_LUNS_UNCUT,
  /** All eight bytes of the block count of MODE SENSE (10) are written. */
  MODE_COUNT_WRITTEN,
  /** The clock can be set on every device. */
  CLOCK_ASSUMED,

  // Requests.

  /** Bulk-in is endpoint 2. */
  BULK_IN_IS_ENDPOINT_2,
  /** No OTHER_SPEED_CONFIGURATION. */
  NO_OTHER_SPEED,
  /** GET_STATUS always answers zeros. */
  STATUS_ALWAYS_ZERO,
  /** CLEAR_FEATURE halts an endpoint if wValue is not 0. */
  CLEAR_FEATURE_HALTS,
  /** CLEAR_FEATURE ends a halt whatever wValue is. */
  CLEAR_FEATURE_ALWAYS_CLEARS,
  /** SET_FEATURE is declined. */
  SET_FEATURE_DECLINED,
  /** SET_FEATURE halts an endpoint if wValue is not 0, and otherwise ends its halt. */
  SET_FEATURE_BY_VALUE,
  /** SET_INTERFACE is accepted. */
  SET_INTERFACE_ACCEPTED,
  /** GET_INTERFACE answers 0. */
  GET_INTERFACE_ANSWERED,
  /** CLEAR_FEATURE of the device or an interface, and what is unknown, is not answered at all. */
  UNKNOWN_NOT_ANSWERED,
  /** Get Max LUN with direction OUT is taken as if its direction were IN. */
  MAX_LUN_EITHER_WAY,
  /** SET_CONFIGURATION takes every value but 0 for the configuration. */
  ANY_CONFIGURATION,
  /** There is no string with index EE. */
  NO_STRING_EE
}
