package dev.umsim.sim.usbip;

import static dev.umsim.sim.usbip.UsbIpDialogue.NO_SETUP;
import static dev.umsim.sim.usbip.UsbIpDialogue.message;
import static dev.umsim.sim.usbip.UsbIpDialogue.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.testing.ExternalTool;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session as Wireshark's dissector of USB/IP reads it. */
class UsbIpTsharkTest {
  private final TcpCapture capture = new TcpCapture();

  private void exchange(UsbIpDialogue dialogue, ByteBuf bytes) {
    capture.fromHost(ByteBufUtil.getBytes(bytes));
    capture.fromServer(ByteBufUtil.decodeHexDump(dialogue.send(bytes)));
  }

  private void exchangeHex(UsbIpDialogue dialogue, String hex) {
    capture.fromHost(ByteBufUtil.decodeHexDump(hex));
    capture.fromServer(ByteBufUtil.decodeHexDump(dialogue.sendHex(hex)));
  }

  @Test
  void isUnderstoodDownToTheCommand(@TempDir Path folder) throws Exception {
    var tshark = ExternalTool.of("tshark", "tshark");
    try (var dialogue = new UsbIpDialogue(new MemoryMedium(512, 64))) {
      exchangeHex(dialogue, "0111800500000000");
      exchangeHex(dialogue, "0111800300000000" + "312d31" + "00".repeat(29));
      exchange(
          dialogue,
          message(submit(1, Direction.IN, 0, 18, new SetupPacket(0x80, 6, 0x0100, 0, 18))));
      exchange(
          dialogue,
          message(submit(2, Direction.IN, 0, 32, new SetupPacket(0x80, 6, 0x0200, 0, 32))));
      exchange(dialogue, message(submit(3, Direction.OUT, 0, 0, new SetupPacket(0, 9, 1, 0, 0))));
      var inquiry =
          ByteBufUtil.decodeHexDump("5553424301000000240000008000061200000024" + "00".repeat(11));
      exchange(dialogue, message(submit(4, Direction.OUT, 2, 31, NO_SETUP), inquiry));
      exchange(dialogue, message(submit(5, Direction.IN, 1, 36, NO_SETUP)));
      exchange(dialogue, message(submit(6, Direction.IN, 1, 13, NO_SETUP)));
      capture.fromHost(ByteBufUtil.getBytes(message(submit(7, Direction.IN, 1, 13, NO_SETUP))));
      dialogue.send(message(submit(7, Direction.IN, 1, 13, NO_SETUP)));
      exchange(
          dialogue,
          message(new TransferMessage.Unlink(8, UsbIpDialogue.DEVICE_ID, Direction.OUT, 0, 7)));
    }
    var file = folder.resolve("session.pcap");
    capture.write(file);
    var text = tshark.run("-r", file, "-d", "tcp.port==3240,usbip", "-V").expectSuccess().output();
    assertThat(text)
        .doesNotContain("Malformed")
        .contains("OP_REQ_DEVLIST", "OP_REP_IMPORT")
        .contains("DEVICE DESCRIPTOR", "CONFIGURATION DESCRIPTOR", "idVendor: ")
        .contains("SCSI CDB Inquiry", "SCSI Response (Inquiry)")
        .contains("OP_CMD_UNLINK", "OP_RET_UNLINK");
  }
}
