package dev.umsim.core.scsi;

/** The commands of CD and DVD devices (MMC-6, and READ SUB-CHANNEL and READ HEADER of MMC-3). */
public sealed interface MultimediaCommand extends UnitCommand {

  /**
   * READ TOC/PMA/ATIP (MMC-6, section 6.25).
   *
   * @param formatInControl whether the format stands in the CONTROL byte, as SFF 8020i has it and
   *     Linux and macOS do; only where the field of the standard is 0
   */
  record ReadToc(
      boolean minutesSecondsFrames,
      int format,
      boolean formatInControl,
      int trackOrSession,
      int allocationLength)
      implements MultimediaCommand {
    static ReadToc decode(Cdb cdb) {
      int format = cdb.u8(2) & 0x0f;
      int inControl = cdb.u8(9) >> 6;
      boolean old = format == 0 && inControl != 0;
      return new ReadToc(cdb.bit(1, 1), old ? inControl : format, old, cdb.u8(6), cdb.u16(7));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.readToc(this);
    }

    @Override
    public Cdb encode() {
      return Cdb.of(
          0x43,
          minutesSecondsFrames ? 2 : 0,
          formatInControl ? 0 : format,
          0,
          0,
          0,
          trackOrSession,
          allocationLength >> 8,
          allocationLength & 0xff,
          formatInControl ? format << 6 : 0);
    }
  }

  /** READ HEADER (MMC-3). */
  record ReadHeader(boolean minutesSecondsFrames, long lba, int allocationLength)
      implements MultimediaCommand {
    static ReadHeader decode(Cdb cdb) {
      return new ReadHeader(cdb.bit(1, 1), cdb.u32(2), cdb.u16(7));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.readHeader(this);
    }

    @Override
    public Cdb encode() {
      return BlockCommand.Form.TEN.encode(
          Operation.READ_HEADER, minutesSecondsFrames ? 2 : 0, lba, allocationLength);
    }
  }

  /**
   * READ SUB-CHANNEL (MMC-3).
   *
   * @param subQ whether Q sub-channel data is asked for
   * @param format 1 position, 2 media catalogue number, 3 track ISRC
   */
  record ReadSubChannel(
      boolean minutesSecondsFrames, boolean subQ, int format, int track, int allocationLength)
      implements MultimediaCommand {
    static ReadSubChannel decode(Cdb cdb) {
      return new ReadSubChannel(cdb.bit(1, 1), cdb.bit(2, 6), cdb.u8(3), cdb.u8(6), cdb.u16(7));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.readSubChannel(this);
    }

    @Override
    public Cdb encode() {
      return Cdb.of(
          0x42,
          minutesSecondsFrames ? 2 : 0,
          subQ ? 0x40 : 0,
          format,
          0,
          0,
          track,
          allocationLength >> 8,
          allocationLength & 0xff,
          0);
    }
  }

  /** GET CONFIGURATION (MMC-6, section 6.5). */
  record GetConfiguration(int requestedType, int startingFeature, int allocationLength)
      implements MultimediaCommand {
    static GetConfiguration decode(Cdb cdb) {
      return new GetConfiguration(cdb.u8(1) & 3, cdb.u16(2), cdb.u16(7));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.getConfiguration(this);
    }

    @Override
    public Cdb encode() {
      return Cdb.of(
          0x46,
          requestedType,
          startingFeature >> 8,
          startingFeature & 0xff,
          0,
          0,
          0,
          allocationLength >> 8,
          allocationLength & 0xff,
          0);
    }
  }

  /** GET EVENT STATUS NOTIFICATION (MMC-6, section 6.6). */
  record GetEventStatusNotification(boolean polled, int classes, int allocationLength)
      implements MultimediaCommand {
    static GetEventStatusNotification decode(Cdb cdb) {
      return new GetEventStatusNotification(cdb.bit(1, 0), cdb.u8(4), cdb.u16(7));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.getEventStatusNotification(this);
    }

    @Override
    public Cdb encode() {
      return Cdb.of(
          0x4a,
          polled ? 1 : 0,
          0,
          0,
          classes,
          0,
          0,
          allocationLength >> 8,
          allocationLength & 0xff,
          0);
    }
  }

  /** READ DISC INFORMATION (MMC-6, section 6.21). */
  record ReadDiscInformation(int dataType, int allocationLength) implements MultimediaCommand {
    static ReadDiscInformation decode(Cdb cdb) {
      return new ReadDiscInformation(cdb.u8(1) & 7, cdb.u16(7));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.readDiscInformation(this);
    }

    @Override
    public Cdb encode() {
      return BlockCommand.Form.TEN.encode(
          Operation.READ_DISC_INFORMATION, dataType, 0, allocationLength);
    }
  }

  /**
   * READ TRACK INFORMATION (MMC-6, section 6.26).
   *
   * @param addressType 0 the address is a block, 1 a track, 2 a session
   */
  record ReadTrackInformation(int addressType, long address, int allocationLength)
      implements MultimediaCommand {
    static ReadTrackInformation decode(Cdb cdb) {
      return new ReadTrackInformation(cdb.u8(1) & 3, cdb.u32(2), cdb.u16(7));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.readTrackInformation(this);
    }

    @Override
    public Cdb encode() {
      return BlockCommand.Form.TEN.encode(
          Operation.READ_TRACK_INFORMATION, addressType, address, allocationLength);
    }
  }

  /** READ DISC STRUCTURE, once READ DVD STRUCTURE (MMC-6, section 6.22). */
  record ReadDvdStructure(int mediaType, long address, int layer, int format, int allocationLength)
      implements MultimediaCommand {
    static ReadDvdStructure decode(Cdb cdb) {
      return new ReadDvdStructure(cdb.u8(1) & 0x0f, cdb.u32(2), cdb.u8(6), cdb.u8(7), cdb.u16(8));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.readDvdStructure(this);
    }

    @Override
    public Cdb encode() {
      var bytes = new byte[12];
      bytes[0] = (byte) 0xad;
      bytes[1] = (byte) mediaType;
      Bytes.put32(bytes, 2, address);
      bytes[6] = (byte) layer;
      bytes[7] = (byte) format;
      Bytes.put16(bytes, 8, allocationLength);
      return new Cdb(bytes);
    }
  }

  /** MECHANISM STATUS (MMC-6, section 6.8). */
  record MechanismStatus(int allocationLength) implements MultimediaCommand {
    static MechanismStatus decode(Cdb cdb) {
      return new MechanismStatus(cdb.u16(8));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.mechanismStatus(this);
    }

    @Override
    public Cdb encode() {
      var bytes = new byte[12];
      bytes[0] = (byte) 0xbd;
      Bytes.put16(bytes, 8, allocationLength);
      return new Cdb(bytes);
    }
  }
}
