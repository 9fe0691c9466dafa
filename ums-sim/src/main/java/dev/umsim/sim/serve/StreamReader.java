package dev.umsim.sim.serve;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayDeque;

/**
 * Reads a stream in pieces of known length: a protocol says how many bytes it wants and where, and
 * is told when they are there.
 *
 * <p>Data goes from the network to where it is needed in one copy, and what is kept of a stream is
 * never more than what was asked for.
 */
public final class StreamReader extends ChannelInboundHandlerAdapter {
  /** The protocol of a connection. */
  public interface Protocol {
    /** The connection stands. Asks for the first piece. */
    void opened(ChannelHandlerContext context);

    /** The piece is complete. Asks for the next one, or closes the connection. */
    void received();

    /** What was written has begun to pile up, or does so no longer. */
    void writabilityChanged();

    /** The connection is over; told once. */
    void closed();

    /** Something went wrong that was not foreseen, such as a broken connection. */
    void failed(Throwable cause);
  }

  private final Protocol protocol;
  private ByteBuf target;
  private int index;
  private int missing;
  private boolean stopped;
  private boolean paused;
  private final ArrayDeque<ByteBuf> held = new ArrayDeque<>();
  private Channel channel;

  /** A reader for one connection. */
  public StreamReader(Protocol protocol) {
    this.protocol = protocol;
  }

  /** Asks for a piece of at least one byte. The protocol keeps the buffer alive until then. */
  public void expect(ByteBuf into, int index, int length) {
    if (length < 1) {
      throw new IllegalArgumentException("a piece has at least one byte");
    }
    target = into;
    this.index = index;
    missing = length;
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
      channel.eventLoop().execute(this::goOn);
    }
  }

  private void goOn() {
    paused = false;
    while (!paused && !stopped && !held.isEmpty()) {
      take(held.peek());
      if (!paused && !stopped) {
        held.poll().release();
      }
    }
    if (!paused) {
      channel.config().setAutoRead(true);
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
    if (!paused) {
      take(bytes);
    }
    if (paused && bytes.isReadable()) {
      held.add(bytes);
    } else {
      bytes.release();
    }
  }

  private void take(ByteBuf bytes) {
    while (!stopped && !paused && bytes.isReadable()) {
      int count = Math.min(missing, bytes.readableBytes());
      target.setBytes(index, bytes, bytes.readerIndex(), count);
      bytes.skipBytes(count);
      index += count;
      missing -= count;
      if (missing == 0) {
        protocol.received();
      }
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
