package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.CommandHost;
import dev.umsim.core.testing.ExternalTool;
import dev.umsim.core.testing.Hex;
import dev.umsim.core.testing.ScriptedMedium;
import dev.umsim.core.testing.TestDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lets the programs of sg3_utils read what the device says. */
class ForeignJudgeTest {
  private final ScriptedMedium medium = new ScriptedMedium(512, 64).unreadable(5);
  private final TestDevice device = TestDevice.setup().media(medium).configured();
  private final CommandHost host = device.host();

  @TempDir Path folder;

  @BeforeEach
  void requirePrograms() {
    for (var program : List.of("sg_decode_sense", "sg_inq", "sg_vpd")) {
      ExternalTool.require(program, "sg3-utils");
    }
  }

  @AfterEach
  void close() {
    device.close();
  }

  private String run(String... command) {
    return ExternalTool.succeed(command[0], Arrays.copyOfRange(command, 1, command.length));
  }

  private String senseInWords(String requestSense) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("sg_decode_sense"));
    command.addAll(List.of(host.in(0, requestSense, 252).hex().split(" ")));
    return run(command.toArray(String[]::new));
  }

  private String file(String cdb) throws IOException {
    var outcome = host.in(0, cdb, 252);
    assertThat(outcome.status()).isZero();
    return Files.writeString(folder.resolve("reply.hex"), Hex.text(outcome.data()) + "\n")
        .toString();
  }

  @Test
  void senseOfABadBlock() throws IOException, InterruptedException {
    for (var requestSense : List.of("03 00 00 00 FC 00", "03 01 00 00 FC 00")) {
      host.in(0, "28 00 00 00 00 04 00 00 02 00", 1024);
      assertThat(senseInWords(requestSense))
          .contains("Medium Error")
          .contains("Unrecovered read error")
          .containsIgnoringCase("info")
          .containsPattern("0x0*5\\b");
    }
  }

  @Test
  void senseOfABadField() throws IOException, InterruptedException {
    for (var requestSense : List.of("03 00 00 00 FC 00", "03 01 00 00 FC 00")) {
      host.in(0, "1A 00 02 00 FF 00", 255);
      assertThat(senseInWords(requestSense))
          .contains("Illegal Request")
          .contains("Invalid field in cdb")
          .contains("Error in Command")
          .contains("byte 2 bit 5");
    }
  }

  @Test
  void inquiry() throws IOException, InterruptedException {
    assertThat(run("sg_inq", "--inhex=" + file("12 00 00 00 FC 00")))
        .contains("PQual=0  PDT=0  RMB=0")
        .contains("version=0x06  [SPC-4]")
        .contains("Resp_data_format=2")
        .contains("Vendor identification: UMSIM")
        .contains("Product identification: Mass Storage")
        .contains("Product revision level: 0001")
        .contains("Peripheral device type: disk");
    assertThat(run("sg_inq", "--descriptors", "--inhex=" + file("12 00 00 00 FC 00")))
        .contains("USB Mass Storage Class Bulk-Only Transport")
        .contains("SPC-4")
        .contains("SBC-3");
  }

  @Test
  void vitalProductData() throws IOException, InterruptedException {
    assertThat(run("sg_vpd", "--page=sv", "--inhex=" + file("12 01 00 00 FC 00")))
        .contains("Supported VPD pages")
        .contains("Unit serial number [sn]")
        .contains("Device identification [di]");
    assertThat(run("sg_vpd", "--page=sn", "--inhex=" + file("12 01 80 00 FC 00")))
        .contains("Unit serial number: 0123456789AB");
    assertThat(run("sg_vpd", "--page=di", "--inhex=" + file("12 01 83 00 FC 00")))
        .contains("designator type: T10 vendor identification,  code set: ASCII")
        .contains("vendor id: UMSIM")
        .contains("vendor specific: 0123456789AB")
        .contains("designator type: NAA,  code set: Binary")
        .contains("0x34cedf9e440fe690");
  }
}
