package dev.umsim.sim.serve;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.usb.UsbLink;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One device of a service: whether it is plugged in, what it is, and who has it.
 *
 * <pre>
 *   UNPLUGGED --plug--> READING --descriptors--> FREE --attach--> ATTACHED
 *       ^------- unplug, or the device went -------'---detach-------'
 * </pre>
 *
 * <p>All calls come on the event loop, which alone runs the link: whenever the link has something
 * to do, it is run once for as long as it has. Nothing here waits.
 */
public final class ExportedDevice {
  /** Where a device is in its life as an exported one. */
  public enum State {
    UNPLUGGED,
    READING,
    FREE,
    ATTACHED
  }

  /** What a link does before others have their turn: some packets or a completion each. */
  private static final int TURN_STEPS = 1024;

  private final String busId;
  private final int deviceNumber;
  private final Supplier<UsbLink> plug;
  private final EventLoop loop;
  private final DeviceService service;
  private final Runnable run = this::run;
  private final List<Runnable> whenFree = new ArrayList<>();
  private State state = State.UNPLUGGED;
  private boolean runAsked;
  private boolean running;
  private @Nullable UsbLink link;
  private @Nullable DeviceDescription description;
  private @Nullable Attachment attachment;

  ExportedDevice(
      String busId,
      int deviceNumber,
      Supplier<UsbLink> plug,
      EventLoop loop,
      DeviceService service) {
    this.busId = busId;
    this.deviceNumber = deviceNumber;
    this.plug = plug;
    this.loop = loop;
    this.service = service;
  }

  /** How hosts name it, such as 1-1. */
  public String busId() {
    return busId;
  }

  /** Its number on bus 1, from 1 on. */
  public int deviceNumber() {
    return deviceNumber;
  }

  /** Where it is. */
  public State state() {
    return state;
  }

  /** What it said that it is; null while it is unplugged or being read. */
  public @Nullable DeviceDescription description() {
    return description;
  }

  /** Who has it. */
  public Optional<Client> client() {
    return Optional.ofNullable(attachment).map(Attachment::client);
  }

  /** What has gone over the present attachment. */
  public Traffic traffic() {
    return attachment == null ? Traffic.NONE : attachment.traffic();
  }

  /** Plugs the device in, as a new one; false if it is already. */
  public boolean plug() {
    if (state != State.UNPLUGGED) {
      return false;
    }
    link = plug.get();
    state = State.READING;
    var plugged = link;
    link.onReady(this::askToRun);
    link.onDisconnect(() -> gone(plugged));
    new DescriptorReading(link, new Described(plugged)).start();
    return true;
  }

  private final class Described implements DescriptorReading.Reader {
    private final UsbLink plugged;

    Described(UsbLink plugged) {
      this.plugged = plugged;
    }

    @Override
    public void described(DeviceDescription read) {
      if (link == plugged && state == State.READING) {
        description = read;
        service.tell(new ServiceEvent.Plugged(busId));
        becomeFree();
      }
    }

    @Override
    public void notDescribed(String why) {
      if (link == plugged && state == State.READING) {
        service.tell(new ServiceEvent.Problem(busId, why));
        unplug();
      }
    }
  }

  /** Pulls the plug, whoever has the device; false if it is unplugged already. */
  public boolean unplug() {
    if (state == State.UNPLUGGED) {
      return false;
    }
    var pulled = link;
    requireNonNull(pulled).close();
    // Transfers are told as disconnected before their client is told that all is over.
    pulled.runUntil(() -> false, 0);
    gone(pulled);
    return true;
  }

  private void gone(UsbLink which) {
    if (which != link) {
      return;
    }
    if (attachment != null) {
      attachment.flush();
      attachment.deviceGone();
    }
    boolean wasRead = description != null;
    link = null;
    description = null;
    state = State.UNPLUGGED;
    if (wasRead) {
      service.tell(new ServiceEvent.Unplugged(busId));
    }
  }

  /** Gives the device to a client, as it is after a reset; nothing if it is not free. */
  public Optional<Attachment> attach(Client client) {
    if (state != State.FREE) {
      return Optional.empty();
    }
    state = State.ATTACHED;
    attachment = new Attachment(this, requireNonNull(link), client);
    service.tell(new ServiceEvent.Attached(busId, client.name()));
    return Optional.of(attachment);
  }

  /** Asks to be told once when the device is free, which another may then take first. */
  public void whenFree(Runnable action) {
    if (state == State.FREE) {
      loop.execute(action);
    } else {
      whenFree.add(action);
    }
  }

  /** No longer wants to be told. */
  public void forget(Runnable action) {
    whenFree.remove(action);
  }

  void detached(Attachment which, String why) {
    attachment = null;
    service.tell(new ServiceEvent.Detached(busId, which.client().name(), why, which.traffic()));
    if (state == State.ATTACHED) {
      becomeFree();
    }
  }

  private void becomeFree() {
    state = State.FREE;
    whenFree.forEach(loop::execute);
    whenFree.clear();
  }

  /** Tells what has gone over since it was told last. */
  void tellTraffic(long nanos) {
    if (attachment != null) {
      var traffic = attachment.newTraffic();
      if (traffic.transfers() > 0) {
        service.tell(new ServiceEvent.Moved(busId, traffic, nanos));
      }
    }
  }

  /**
   * On the loop, or from inside a call of the link that the loop makes. What the link has not done
   * in its turn waits for a timer and not for a task: the loop looks at the network before it.
   */
  private void askToRun() {
    if (runAsked) {
      return;
    }
    runAsked = true;
    if (running) {
      loop.schedule(run, 0, TimeUnit.NANOSECONDS);
    } else {
      loop.execute(run);
    }
  }

  /** One turn of the link. */
  private void run() {
    runAsked = false;
    var turn = new int[1];
    runLink(() -> ++turn[0] > TURN_STEPS);
  }

  /** Lets happen whatever can, now; not from inside a call of the link. */
  void settle() {
    runLink(() -> false);
  }

  private void runLink(BooleanSupplier done) {
    if (link == null) {
      return;
    }
    running = true;
    try {
      link.runUntil(done, 0);
    } finally {
      running = false;
    }
    if (attachment != null) {
      attachment.flush();
    }
  }
}
