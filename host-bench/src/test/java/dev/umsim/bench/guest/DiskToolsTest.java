package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.scsi.DeviceType;
import dev.umsim.core.scsi.InquiryData;
import dev.umsim.core.scsi.MediumSlot;
import dev.umsim.core.scsi.Operation;
import dev.umsim.core.usb.DeviceIdentity;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the tools of sg3-utils read from the device is what it was made with. */
@Tag("real-hosts")
class DiskToolsTest {
  private static final long BYTES = 24 << 20;
  private static final long BLOCKS = BYTES / 512;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = {"USB_IP", "REDIR_EHCI"})
  void toolsAgreeWithTheConfiguration(Way way) throws Exception {
    var image = ServedDevice.emptyImage(folder.resolve("disk.img"), BYTES);
    var protectedImage = ServedDevice.emptyImage(folder.resolve("protected.img"), BYTES);
    GuestRun run;
    try (var device = ServedDevice.unplugged()) {
      var fixed = device.medium(image, 512);
      var removable = MediumSlot.removable(device.readOnlyMedium(protectedImage, 512));
      device.plug(
          way.port(),
          builder ->
              builder
                  .identity(
                      new DeviceIdentity(0x1d6b, 0x0104, 0x0207, "Maker", "Thing", "0123456789AB"))
                  .inquiryData(new InquiryData("VENDOR", "PRODUCT NAME", "1.23"))
                  .writeCache(false)
                  .medium(fixed)
                  .disk(removable));
      run =
          way.guest(device)
              .run(
                  way.prepare(device)
                      + """
                        within 600 disks_ready 2
                        # The nodes of the two units, whose numbers are given in any order.
                        node() {
                          ln -s "/dev/$(ls /sys/bus/scsi/devices/*:*:*:$1/scsi_generic)" /dev/$2
                        }
                        node 0 fixed
                        node 1 removable
                        say lsusb -v -d 1d6b:0104
                        say sg_luns /dev/fixed
                        say sg_inq /dev/fixed
                        say sg_inq /dev/removable
                        say sg_vpd /dev/fixed
                        say sg_vpd --page=sn /dev/fixed
                        say sg_vpd --page=di /dev/fixed
                        say sg_vpd --page=bl /dev/fixed
                        say sg_vpd --page=bdc /dev/fixed
                        say sg_vpd --page=lbpv /dev/fixed
                        say sg_readcap /dev/fixed
                        say sg_readcap --16 /dev/fixed
                        say sg_modes --all /dev/fixed
                        say sg_modes --six --page=8 /dev/fixed
                        say sg_modes --all /dev/removable
                        say sg_opcodes --compact /dev/fixed
                        status() { "$@"; echo "status $?"; }
                        say status sg_turs --number=20 /dev/fixed
                        say status sg_verify --lba=0 --count=1000 --bpc=100 /dev/fixed
                        say status sg_verify --lba=%1$d --count=1 /dev/fixed
                        say status sg_sync /dev/fixed
                        say status sg_start --stop /dev/fixed
                        say status sg_start --start /dev/fixed
                        say status sg_prevent --prevent=1 /dev/fixed
                        say status sg_prevent --prevent=1 /dev/removable
                        echo "locked in"
                        say status sg_start --eject /dev/removable
                        say status sg_prevent --allow /dev/removable
                        say status sg_start --eject /dev/removable
                        echo "let out"
                        say status sg_turs /dev/removable
                        say status sg_start --load /dev/removable
                        echo "let in"
                        say status sg_turs --number=1 /dev/removable
                        """
                          .formatted(BLOCKS))
              .expectSuccess();
      assertThat(run.emulatorErrors()).isEmpty();
    }
    expectIdentity(run);
    expectCapacityAndModes(run);
    expectCommands(run);
  }

  private static void expectIdentity(GuestRun run) {
    assertThat(run.printedBy("lsusb -v -d 1d6b:0104"))
        .contains(
            "  bcdUSB               2.00",
            "  idVendor           0x1d6b",
            "  idProduct          0x0104",
            "  bcdDevice            2.07",
            "  iManufacturer           1 Maker",
            "  iProduct                2 Thing",
            "  iSerial                 3 0123456789AB",
            "      bInterfaceClass         8",
            "      bInterfaceSubClass      6",
            "      bInterfaceProtocol     80",
            "        wMaxPacketSize     0x0200  1x 512 bytes");
    assertThat(run.printedBy("sg_luns /dev/fixed"))
        .containsSubsequence("    0000000000000000", "    0001000000000000")
        .hasSize(4);
    for (var node : List.of("fixed", "removable")) {
      assertThat(run.printedBy("sg_inq /dev/" + node))
          .contains(
              "  PQual=0  PDT=0  RMB=%d  LU_CONG=0  hot_pluggable=0  version=0x06  [SPC-4]"
                  .formatted(node.equals("removable") ? 1 : 0),
              " Vendor identification: VENDOR",
              " Product identification: PRODUCT NAME",
              " Product revision level: 1.23",
              " Unit serial number: 0123456789AB");
    }
    assertThat(run.printedBy("sg_vpd --page=sn /dev/fixed"))
        .contains("  Unit serial number: 0123456789AB");
    assertThat(run.printedBy("sg_vpd --page=di /dev/fixed"))
        .contains("      vendor id: VENDOR", "      vendor specific: 0123456789AB")
        .anyMatch(line -> line.matches(" *0x3[0-9a-f]{15}"));
    assertThat(run.printedBy("sg_vpd /dev/fixed"))
        .containsExactly(
            "Supported VPD pages VPD page:",
            "  Supported VPD pages [sv]",
            "  Unit serial number [sn]",
            "  Device identification [di]",
            "  Block limits (SBC) [bl]",
            "  Block device characteristics (SBC) [bdc]",
            "  Logical block provisioning (SBC) [lbpv]");
    assertThat(run.printedBy("sg_vpd --page=bl /dev/fixed"))
        .contains(
            "  Write same non-zero (WSNZ): 1",
            "  Maximum transfer length: 0 blocks [not reported]",
            "  Maximum unmap LBA count: 0 [Unmap command not implemented]");
    assertThat(run.printedBy("sg_vpd --page=bdc /dev/fixed"))
        .contains("  Non-rotating medium (e.g. solid state)");
    assertThat(run.printedBy("sg_vpd --page=lbpv /dev/fixed"))
        .contains("  Unmap command supported (LBPU): 0");
  }

  private static void expectCapacityAndModes(GuestRun run) {
    var blocks =
        "   Last LBA=%d (0x%x), Number of logical blocks=%d"
            .formatted(BLOCKS - 1, BLOCKS - 1, BLOCKS);
    assertThat(run.printedBy("sg_readcap /dev/fixed"))
        .contains(blocks, "   Logical block length=512 bytes");
    assertThat(run.printedBy("sg_readcap --16 /dev/fixed"))
        .contains(
            blocks,
            "   Logical block length=512 bytes",
            "   Logical blocks per physical block exponent=0",
            "   Logical block provisioning: lbpme=0, lbprz=0");

    // Without a write cache WCE, bit 2 of byte 2, is clear.
    var caching = " 00     08 12 00 00 00 00 00 00  00 00 00 00 00 00 00 00";
    assertThat(run.printedBy("sg_modes --all /dev/fixed"))
        .anyMatch(line -> line.endsWith("medium type=0x00, WP=0, DpoFua=1, longlba=0"))
        .contains(
            ">> Read-Write error recovery, page_control: current",
            ">> Flexible disk (obsolete), page_control: current",
            ">> Caching, page_control: current",
            caching,
            ">> Control, page_control: current",
            ">> Power condition, page_control: current",
            ">> Informational exceptions control, page_control: current");
    assertThat(run.printedBy("sg_modes --six --page=8 /dev/fixed")).contains(caching);
    assertThat(run.printedBy("sg_modes --all /dev/removable"))
        .anyMatch(line -> line.endsWith("medium type=0x00, WP=1, DpoFua=1, longlba=0"));
    assertThat(run.kernelLog())
        .extracting(KernelMessage::text)
        .filteredOn(text -> text.contains("Write "))
        .extracting(text -> text.replaceFirst("sd .*:0:0:(.): \\[sd.] ", "$1 "))
        .containsExactlyInAnyOrder(
            "0 Write Protect is off",
            "0 Write cache: disabled, read cache: enabled, supports DPO and FUA",
            "1 Write Protect is on",
            "1 Write cache: disabled, read cache: enabled, supports DPO and FUA");
  }

  private static void expectCommands(GuestRun run) {
    assertThat(run.printedBy("sg_opcodes --compact /dev/fixed"))
        .filteredOn(line -> line.matches(" [0-9a-f]{2}[ ,].*"))
        .extracting(line -> line.substring(1, line.indexOf(' ', 1)))
        .containsExactlyElementsOf(
            Operation.ofType(DeviceType.DISK).stream()
                // A medium that stays, and gives nothing back.
                .filter(each -> each != Operation.PREVENT_ALLOW_MEDIUM_REMOVAL)
                .filter(each -> each != Operation.UNMAP)
                .map(
                    operation ->
                        operation.format().hasServiceAction()
                            ? "%02x,%x"
                                .formatted(operation.code(), operation.format().serviceAction())
                            : "%02x".formatted(operation.code()))
                .toList());

    assertThat(run.printedBy("status sg_turs --number=20 /dev/fixed"))
        .containsExactly("Completed 20 Test Unit Ready commands with 0 errors", "status 0");
    assertThat(run.printedBy("status sg_verify --lba=0 --count=1000 --bpc=100 /dev/fixed"))
        .containsExactly("status 0");
    assertThat(run.printedBy("status sg_verify --lba=" + BLOCKS + " --count=1 /dev/fixed"))
        .contains("VERIFY(10): LBA out of range");
    for (var command : List.of("sg_sync", "sg_start --stop", "sg_start --start")) {
      assertThat(run.printedBy("status " + command + " /dev/fixed")).containsExactly("status 0");
    }
    assertThat(run.printedBy("status sg_prevent --prevent=1 /dev/fixed"))
        .contains("Prevent allow medium removal: Illegal request, Invalid opcode");

    assertThat(run.printedBy("status sg_prevent --prevent=1 /dev/removable"))
        .containsExactly("status 0", "locked in");
    assertThat(run.printedBy("status sg_start --eject /dev/removable"))
        .contains("sg_start failed: Illegal request");
    assertThat(run.printedBy("status sg_prevent --allow /dev/removable"))
        .containsExactly("status 0");
    assertThat(run.output()).containsSubsequence("status 0", "let out", "device not ready");
    assertThat(run.printedBy("status sg_start --load /dev/removable"))
        .containsExactly("status 0", "let in");
    assertThat(run.printedBy("status sg_turs --number=1 /dev/removable"))
        .containsExactly("status 0");
  }
}
