package dev.umsim.bench.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ControlSocketTest {
  /** Never over within a test. */
  private static final Duration LONG = Duration.ofHours(1);

  private static final ControlRequest STATUS = new ControlRequest("status", null, null, null);

  @TempDir private Path folder;

  private Path path() {
    return folder.resolve("control");
  }

  private ControlSocket open(Duration patience) throws IOException {
    return ControlSocket.open(path(), ControlSocketTest::answer, patience);
  }

  private static ControlAnswer answer(ControlRequest request) {
    return switch (request.command()) {
      case "break" -> throw new IllegalStateException("broken");
      case "tell" -> ControlAnswer.noted("x".repeat(request.lun()));
      default -> ControlAnswer.noted(request.command() + " " + request.image());
    };
  }

  private SocketChannel peer() throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(path()));
  }

  private SocketChannel peer(String bytes) throws IOException {
    var peer = peer();
    peer.write(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.UTF_8)));
    return peer;
  }

  private void expectAnswers() throws IOException {
    assertThat(ControlSocket.send(path(), STATUS, LONG).note()).isEqualTo("status null");
  }

  /** What the server says until it closes the connection. */
  private static String all(SocketChannel peer) throws IOException {
    var text = ByteBuffer.allocate(1 << 20);
    while (peer.read(text) >= 0) {
      assertThat(text.hasRemaining()).isTrue();
    }
    return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8);
  }

  @Test
  void answersLines() throws IOException {
    try (var socket = open(LONG);
        var peer =
            peer(
                """
                {"command":"swap","image":"a b"}
                {"command":"x","device":null}
                """)) {
      peer.shutdownOutput();
      assertThat(all(peer))
          .isEqualTo(
              """
              {"error":null,"note":"swap a b","devices":[]}
              {"error":null,"note":"x null","devices":[]}
              """);
      assertThat(socket).isNotNull();
    }
  }

  @Test
  void answersOfAnyLengthArrive() throws IOException {
    try (var socket = open(LONG)) {
      var request = new ControlRequest("tell", null, 200_000, null);
      assertThat(ControlSocket.send(path(), request, LONG).note()).hasSize(200_000);
      assertThat(socket).isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "null",
        "7",
        "status",
        "{\"command\":null}",
        "{\"command\":[]}",
        "{\"command\":\"status\",\"lun\":\"x\"}",
        "{\"command\":\"status\",\"lun\":99999999999}",
        "{\"command\":\"status\",\"mood\":1}",
        "{\"command\":\"status\"} {}",
        "\0\1\2\377"
      })
  void saysWhatACommandIs(String line) throws IOException {
    try (var socket = open(LONG);
        var peer = peer(line + "\n")) {
      peer.shutdownOutput();
      assertThat(all(peer)).contains("\"error\":\"a command is one line such as {");
      expectAnswers();
      assertThat(socket).isNotNull();
    }
  }

  @Test
  void nestedDeeplyIsNoCommand() throws IOException {
    try (var socket = open(LONG);
        var peer = peer("[".repeat(100_000) + "\n")) {
      peer.shutdownOutput();
      assertThat(all(peer)).contains("\"error\":\"a command is one line");
      assertThat(socket).isNotNull();
    }
  }

  @Test
  void goesOnAfterAFaultOfItsOwn() throws IOException {
    try (var socket = open(LONG)) {
      var request = new ControlRequest("break", null, null, null);
      assertThat(ControlSocket.send(path(), request, LONG).error())
          .contains("fault of the server")
          .contains("broken");
      expectAnswers();
      assertThat(socket).isNotNull();
    }
  }

  @Test
  void nobodyWaitsForSilentPeers() throws IOException {
    var silent = new ArrayList<SocketChannel>();
    try (var socket = open(LONG)) {
      for (int i = 0; i < 100; i++) {
        silent.add(peer(i % 2 == 0 ? "" : "{\"command\":"));
        expectAnswers();
      }
      assertThat(socket).isNotNull();
    } finally {
      for (var each : silent) {
        each.close();
      }
    }
  }

  @Test
  void aSilentPeerIsGivenUp() throws IOException {
    try (var socket = open(Duration.ofMillis(1));
        var peer = peer("{\"command\":")) {
      assertThat(all(peer)).isEmpty();
      assertThat(socket).isNotNull();
    }
  }

  @Test
  void aPeerThatDoesNotReadIsGivenUp() throws IOException {
    try (var socket = open(Duration.ofMillis(200))) {
      var peer = peer();
      var request = "{\"command\":\"tell\",\"lun\":500000}\n".getBytes(StandardCharsets.UTF_8);
      // Until the server, whose answers pile up, closes the connection.
      assertThatThrownBy(
              () -> {
                while (true) {
                  peer.write(ByteBuffer.wrap(request));
                }
              })
          .isInstanceOf(IOException.class);
      peer.close();
      assertThat(socket).isNotNull();
    }
  }

  @Test
  void aLineWithoutAnEndIsNotKept() throws IOException {
    try (var socket = open(LONG)) {
      var peer = peer();
      var much = ByteBuffer.allocate(LineChannel.MOST_BYTES);
      assertThatThrownBy(
              () -> {
                while (true) {
                  peer.write(much.rewind());
                }
              })
          .isInstanceOf(IOException.class);
      peer.close();
      expectAnswers();
      assertThat(socket).isNotNull();
    }
  }

  @Test
  void aServerThatSaysNothingIsGivenUp() throws IOException {
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(path()));
      assertThatThrownBy(() -> ControlSocket.send(path(), STATUS, Duration.ofMillis(1)))
          .isInstanceOf(NoServerException.class)
          .hasMessageContaining("no server answers on " + path());
    }
  }

  @Test
  void isThereForItsOwnerAlone() throws IOException {
    try (var socket = open(LONG)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path())))
          .isEqualTo("rw-------");
      assertThat(folder).isDirectoryContaining(each -> each.equals(path()));
      try (var files = Files.list(folder)) {
        assertThat(files).hasSize(1);
      }
      assertThat(socket).isNotNull();
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void replacesADeadSocketAndNothingElse() throws IOException {
    try (var dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(path()));
    }
    open(LONG).close();

    for (var thing : List.of("file", "folder", "link", "dangling")) {
      switch (thing) {
        case "file" -> Files.writeString(path(), "precious");
        case "folder" -> Files.createDirectory(path());
        case "link" -> Files.createSymbolicLink(path(), Files.createFile(folder.resolve("other")));
        default -> Files.createSymbolicLink(path(), folder.resolve("nowhere"));
      }
      assertThatThrownBy(() -> open(LONG))
          .as(thing)
          .hasMessage(path() + " exists and is no socket; choose a path that is free");
      Files.delete(path());
    }
    assertThatThrownBy(() -> ControlSocket.open(folder.resolve("no/folder"), each -> null))
        .hasMessageContaining("its folder does not exist; choose another path");
  }

  @Test
  void twoServersDoNotShareOne() throws IOException {
    var socket = open(LONG);
    assertThatThrownBy(() -> open(LONG)).hasMessageContaining("of another server");
    expectAnswers();
    // What somebody has put there in the meantime is not this server's to delete.
    Files.delete(path());
    Files.writeString(path(), "precious");
    socket.close();
    assertThat(path()).hasContent("precious");
  }
}
