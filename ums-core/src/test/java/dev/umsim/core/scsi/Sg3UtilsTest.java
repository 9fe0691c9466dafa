package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What sg3-utils reads in replies and sense data: they know nothing of how these were made. */
class Sg3UtilsTest {
  private static final String PACKAGE = "sg3-utils";

  @TempDir private Path directory;

  static List<Rows.Row> replies() {
    return Rows.of(
        """
        # Unit, CDB, program, and lines that it has to print.
        thin  | 12 00 00 00 60 00 | sg_inq | PQual=0  PDT=0  RMB=0; version=0x06  [SPC-4]; Resp_data_format=2; length=96 (0x60); Vendor identification: UMSIM; Product identification: Mass Storage; Product revision level: 0001
        cd    | 12 00 00 00 60 00 | sg_inq | PQual=0  PDT=5  RMB=1; Peripheral device type: cd/dvd
        thin  | 12 01 00 00 FF 00 | sg_vpd | Supported VPD pages; Unit serial number; Device identification; Block limits (SBC); Block device characteristics (SBC); Logical block provisioning (SBC)
        cd    | 12 01 00 00 FF 00 | sg_vpd | Supported VPD pages; Unit serial number; Device identification
        thin  | 12 01 80 00 FF 00 | sg_vpd | Unit serial number: 00001
        thin  | 12 01 83 00 FF 00 | sg_vpd | designator type: T10 vendor identification; vendor id: UMSIM; vendor specific: 00001; designator type: NAA,  code set: Binary; 0x3
        thin  | 12 01 B0 00 FF 00 | sg_vpd | Write same non-zero (WSNZ): 1; Maximum compare and write length: 0 blocks; Maximum transfer length: 0 blocks; Maximum unmap LBA count: -1 [unbounded]; Maximum unmap block descriptor count: 256; Optimal unmap granularity: 1 blocks; Unmap granularity alignment valid: false; Maximum write same length: 0xffff blocks
        full  | 12 01 B0 00 FF 00 | sg_vpd | Maximum unmap LBA count: 0 [Unmap command not implemented]; Maximum unmap block descriptor count: 0 [Unmap command not implemented]; Maximum write same length: 0xffff blocks
        thin  | 12 01 B1 00 FF 00 | sg_vpd | Non-rotating medium; Nominal form factor: less then 1.8 inch; ZONED=0; FUAB=0; VBULS=0
        thin  | 12 01 B2 00 FF 00 | sg_vpd | (LBPU): 1; (LBPWS): 1; (LBPWS10): 1; (LBPRZ): 1; (ANC_SUP): 0; Threshold exponent: 0; Provisioning type: 2 (thin provisioned)
        full  | 12 01 B2 00 FF 00 | sg_vpd | (LBPU): 0; (LBPWS): 0; (LBPWS10): 0; (LBPRZ): 0; Provisioning type: 0
        unmapped | 9E 12 00*7 08 00 00 00 18 00 00 | sg_get_lba_status | [1] LBA: 0x0000000000000008  blocks:          4  deallocated
        unmapped | 9E 12 00*7 02 00 00 00 18 00 00 | sg_get_lba_status | [1] LBA: 0x0000000000000002  blocks:          6  mapped
        """);
  }

  @ParameterizedTest
  @MethodSource("replies")
  void reply(Rows.Row row) throws IOException, InterruptedException {
    var program = ExternalTool.of(row.cell(2), PACKAGE);
    try (var host = host(row.cell(0))) {
      var file = directory.resolve("reply.hex");
      Files.writeString(file, host.run(row.cell(1)).hex() + "\n");
      assertThat(program.runToEnd("--inhex=" + file)).contains(row.cell(3).split("; "));
    }
  }

  private static TargetHost host(String state) {
    return state.equals("cd") ? CdRepliesTest.host(state) : DiskRepliesTest.host(state);
  }

  static List<Rows.Row> refusals() {
    return Rows.of(
        """
        # Unit, CDB, data, format of the sense data, and lines.
        full  | 00 00 00 00 00 00             | -    | 00 | Sense key: No Sense
        empty | 00 00 00 00 00 00             | -    | 00 | Fixed format, current; Sense key: Not Ready; Additional sense: Medium not present
        full  | 12 00 02 00 FF 00             | -    | 00 | Sense key: Illegal Request; Additional sense: Invalid field in cdb; Error in Command: byte 2
        full  | 2E 20 00 00 00 00 00 00 01 00 | -    | 00 | Error in Command: byte 1 bit 7
        full  | 2E 20 00 00 00 00 00 00 01 00 | -    | 01 | Descriptor format, current; Illegal Request; Error in Command: byte 1 bit 7
        full  | 15 10 00 00 06 00             | 00*4 02 00 | 00 | Additional sense: Invalid field in parameter list; Error in Data parameters: byte 4
        full  | 15 10 00 00 06 00             | 00*4 02 00 | 01 | Additional sense: Invalid field in parameter list; Error in Data parameters: byte 4
        full  | 15 10 00 00 03 00             | 00*3 | 00 | Additional sense: Parameter list length error
        full  | 15 11 00 00 04 00             | 00*4 | 00 | Error in Command: byte 1 bit 0
        full  | 08 00 00 40 01 00             | -    | 00 | Additional sense: Logical block address out of range
        full  | 1A 00 C8 00 FF 00             | -    | 00 | Additional sense: Saving parameters not supported
        full  | FF 00 00 00 00 00             | -    | 00 | Additional sense: Invalid command operation code
        protected | 04 00 00 00 00 00         | -    | 00 | Sense key: Data Protect; Additional sense: Write protected
        full  | 2F 02 00 00 00 00 00 00 01 00 | 00*512 | 00 | Sense key: Miscompare; Additional sense: Miscompare during verify operation
        cd    | AD 00 00 00 00 00 00 00 08 04 00 00 | - | 00 | Additional sense: Cannot read medium - incompatible format
        locked | 1B 00 00 00 02 00            | -    | 00 | Additional sense: Medium removal prevented
        """);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void senseData(Rows.Row row) throws IOException, InterruptedException {
    var program = ExternalTool.of("sg_decode_sense", PACKAGE);
    boolean ofCd = row.cell(0).equals("cd") || row.cell(0).equals("locked");
    try (var host = ofCd ? CdRepliesTest.host(row.cell(0)) : DiskRepliesTest.host(row.cell(0))) {
      host.run(row.cell(1), row.cell(2));
      var sense = host.run("03 " + row.cell(3) + " 00 00 FF 00");
      assertThat(program.runToEnd(sense.hex().split(" "))).contains(row.cell(4).split("; "));
    }
  }

  static List<Rows.Row> badBlocks() {
    return Rows.of(
        """
        00 | 00 00 00 00 00 01 02 03 | Sense key: Medium Error; Unrecovered read error; Info fld=0x10203
        01 | 00 00 00 00 00 01 02 03 | Sense key: Medium Error; Unrecovered read error; Information: 0x0000000000010203
        01 | 80 00 00 00 00 01 02 03 | Information: 0x8000000000010203
        """);
  }

  @ParameterizedTest
  @MethodSource("badBlocks")
  void senseDataOfABadBlock(Rows.Row row) throws IOException, InterruptedException {
    var program = ExternalTool.of("sg_decode_sense", PACKAGE);
    var medium = TestMedium.disk(-1).withBadBlock(Bytes.u64(Octets.of(row.cell(1)), 0));
    try (var host = TargetHost.of(TargetHost.disk(medium))) {
      host.run("88 00 " + row.cell(1) + " 00 00 00 01 00 00");
      var sense = host.run("03 " + row.cell(0) + " 00 00 FF 00");
      assertThat(program.runToEnd(sense.hex().split(" "))).contains(row.cell(2).split("; "));
    }
  }
}
