package dev.umsim.sim.serve;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream in pieces of known length: a protocol says how many bytes it wants and where, and
 * is told when they are there.
 *
 * <p>Data goes from the network to where it is needed in one copy, and what is kept of a stream is
 * never more than what was asked for. All connections share a loop: each has its turn, and one
 * whose turn is over while more has come waits until all others had theirs.
 */
public final class StreamReader extends ChannelInboundHandlerAdapter {
  /** Pieces in a turn. */
  static final int TURN_PIECES = 64;

  /** Bytes that are read or {@link #spend spent} in a turn, but for the last piece. */
  static final int TURN_BYTES = 1 << 20;

  /** The protocol of a connection. */
  public interface Protocol {
    /** The connection stands. Asks for the first piece. */
    void opened(ChannelHandlerContext context);

    /** The piece is complete. Asks for the next one, or closes the connection. */
    void received();

    /** No more is read for now: what was written can be sent. */
    void turnEnded();

    /** What was written has begun to pile up, or does so no longer. */
    void writabilityChanged();

    /** Whether somebody uses a device over this connection. */
    boolean hasDevice();

    /** Ends the connection, and tells why. */
    void giveUp(String why);

    /** The connection is over; told once. */
    void closed();

    /** Something went wrong that was not foreseen, such as a broken connection. */
    void failed(Throwable cause);
  }

  private final Protocol protocol;

  /** Null where what comes is dropped. */
  private @Nullable ByteBuf target;

  private int index;
  private int missing;
  private int piecesLeft = TURN_PIECES;
  private int bytesLeft = TURN_BYTES;
  private boolean stopped;
  private boolean paused;
  private boolean waking;
  private final ArrayDeque<ByteBuf> held = new ArrayDeque<>();

  @SuppressWarnings("NullAway.Init")
  private Channel channel;

  /** A reader for one connection. */
  public StreamReader(Protocol protocol) {
    this.protocol = protocol;
  }

  /** The protocol of this connection. */
  Protocol protocol() {
    return protocol;
  }

  /** Asks for a piece of at least one byte. The protocol keeps the buffer alive until then. */
  public void expect(@Nullable ByteBuf into, int index, int length) {
    if (length < 1) {
      throw new IllegalArgumentException("a piece has at least one byte");
    }
    target = into;
    this.index = index;
    missing = length;
  }

  /** Asks for a piece of at least one byte that nobody needs. */
  public void expectNothingOf(int length) {
    expect(null, 0, length);
  }

  /** What is still missing of the piece is needed no more; it is received all the same. */
  public void drop() {
    target = null;
  }

  /** What was received makes work in proportion to so many bytes, which count for this turn. */
  public void spend(int bytes) {
    bytesLeft -= Math.min(bytes, TURN_BYTES);
  }

  /** Nothing more is read; what still comes is dropped. */
  public void stop() {
    stopped = true;
    target = null;
    held.forEach(ByteBuf::release);
    held.clear();
  }

  /** Nothing is read for now. What has come already is kept, at most what one read brings. */
  public void pause() {
    paused = true;
    channel.config().setAutoRead(false);
  }

  /** Goes on where it was, soon. */
  public void resume() {
    if (paused) {
      paused = false;
      wake();
    }
  }

  /** As a timer and not as a task: the loop looks at the network before the next timer. */
  private void wake() {
    if (!waking) {
      waking = true;
      channel.eventLoop().schedule(this::goOn, 0, TimeUnit.NANOSECONDS);
    }
  }

  private void goOn() {
    waking = false;
    if (paused || stopped) {
      return;
    }
    beginTurn();
    while (!held.isEmpty() && takes()) {
      take(held.peek());
      if (!stopped && !held.peek().isReadable()) {
        held.poll().release();
      }
    }
    protocol.turnEnded();
    rest();
    if (takes()) {
      channel.config().setAutoRead(true);
    }
  }

  private void beginTurn() {
    piecesLeft = TURN_PIECES;
    bytesLeft = TURN_BYTES;
  }

  private boolean takes() {
    return !stopped && !paused && piecesLeft > 0 && bytesLeft > 0;
  }

  /** If the turn is over, nothing is read until the next one. */
  private void rest() {
    if (!stopped && !paused && !takes()) {
      channel.config().setAutoRead(false);
      wake();
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    channel = context.channel();
    protocol.opened(context);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    var bytes = (ByteBuf) message;
    if (held.isEmpty()) {
      take(bytes);
    }
    if (!stopped && bytes.isReadable()) {
      held.add(bytes);
    } else {
      bytes.release();
    }
    rest();
  }

  private void take(ByteBuf bytes) {
    while (takes() && bytes.isReadable()) {
      int count = Math.min(missing, bytes.readableBytes());
      if (target != null) {
        target.setBytes(index, bytes, bytes.readerIndex(), count);
      }
      bytes.skipBytes(count);
      index += count;
      missing -= count;
      bytesLeft -= count;
      if (missing == 0) {
        piecesLeft--;
        protocol.received();
      }
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    protocol.turnEnded();
    if (!waking) {
      beginTurn();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    protocol.writabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    stop();
    protocol.closed();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    protocol.failed(cause);
  }
}
