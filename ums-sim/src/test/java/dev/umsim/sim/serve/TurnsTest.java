package dev.umsim.sim.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How much of a connection is worked on before the loop looks at the others. */
class TurnsTest {
  private static final int PIECE_BYTES = 8;

  /** Asks for pieces of eight bytes, and counts them. */
  private static final class Counting implements StreamReader.Protocol {
    final StreamReader reader = new StreamReader(this);
    final List<Integer> turns = new ArrayList<>();
    private final ByteBuf piece = Unpooled.buffer(PIECE_BYTES);
    int spentEach;
    int pauseAt = -1;
    int pieces;
    private int before;

    @Override
    public void opened(ChannelHandlerContext context) {
      reader.expect(piece, 0, PIECE_BYTES);
    }

    @Override
    public void received() {
      assertThat(piece.getInt(4)).as("in their order").isEqualTo(pieces);
      pieces++;
      reader.spend(spentEach);
      reader.expect(piece, 0, PIECE_BYTES);
      if (pieces == pauseAt) {
        reader.pause();
      }
    }

    @Override
    public void turnEnded() {
      turns.add(pieces - before);
      before = pieces;
    }

    @Override
    public void writabilityChanged() {}

    @Override
    public boolean hasDevice() {
      return false;
    }

    @Override
    public void giveUp(String why) {}

    @Override
    public void closed() {}

    @Override
    public void failed(Throwable cause) {
      throw new AssertionError(cause);
    }
  }

  private final Counting protocol = new Counting();
  private final EmbeddedChannel channel = new EmbeddedChannel(protocol.reader);
  private int sent;

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  /** One read of the network, without what the loop does after it. */
  private void arrive(int pieces) {
    var bytes = Unpooled.buffer(pieces * PIECE_BYTES);
    for (int i = 0; i < pieces; i++) {
      bytes.writeInt(0).writeInt(sent++);
    }
    channel.pipeline().fireChannelRead(bytes).fireChannelReadComplete();
  }

  /** Rounds of the loop: in each, what has waited may have one turn. */
  private void rounds(int count) {
    for (int i = 0; i < count; i++) {
      channel.runPendingTasks();
    }
  }

  @Test
  void aTurnHasAnEnd() {
    arrive(1000);
    assertThat(protocol.pieces).isEqualTo(64);
    assertThat(channel.config().isAutoRead()).isFalse();

    rounds(1);
    assertThat(protocol.pieces).isEqualTo(128);
    rounds(14);
    assertThat(protocol.pieces).isEqualTo(1000);
    assertThat(protocol.turns.stream().filter(each -> each > 0))
        .hasSize(16)
        .allMatch(each -> each <= 64);
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void severalReadsAreOneTurn() {
    for (int i = 0; i < 10; i++) {
      var bytes = Unpooled.buffer();
      for (int piece = 0; piece < 30; piece++) {
        bytes.writeInt(0).writeInt(sent++);
      }
      channel.pipeline().fireChannelRead(bytes);
    }
    channel.pipeline().fireChannelReadComplete();
    assertThat(protocol.pieces).isEqualTo(64);
    rounds(4);
    assertThat(protocol.pieces).isEqualTo(300);
  }

  @Test
  void whatIsDearEndsATurnSooner() {
    protocol.spentEach = 16 << 20;
    arrive(10);
    assertThat(protocol.pieces).isEqualTo(1);
    rounds(9);
    assertThat(protocol.turns.stream().filter(each -> each > 0)).hasSize(10).containsOnly(1);
  }

  @Test
  void eachReadIsATurnOfItsOwnWhereTheyAreShort() {
    for (int i = 0; i < 10; i++) {
      arrive(60);
      assertThat(protocol.pieces).isEqualTo(60 * (i + 1));
      assertThat(channel.config().isAutoRead()).isTrue();
    }
  }

  @Test
  void aPauseLastsUntilItsEnd() {
    protocol.pauseAt = 100;
    arrive(1000);
    rounds(2);
    assertThat(protocol.pieces).isEqualTo(100);
    assertThat(channel.config().isAutoRead()).isFalse();
    // Soon is not now, and a second pause before it counts.
    protocol.reader.resume();
    protocol.reader.pause();
    rounds(2);
    assertThat(protocol.pieces).isEqualTo(100);

    protocol.reader.resume();
    rounds(20);
    assertThat(protocol.pieces).isEqualTo(1000);
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void nothingIsHeldOfAStreamThatIsStopped() {
    arrive(1000);
    protocol.reader.stop();
    arrive(1000);
    rounds(2);
    assertThat(protocol.pieces).isEqualTo(64);
  }
}
