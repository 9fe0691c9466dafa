package dev.umsim.sim.serve;

import dev.umsim.core.usb.UsbLink;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Devices for hosts in other programs, all of them owned by one event loop.
 *
 * <p>The protocols that hosts speak are built on top: they find a device here, attach to it and
 * give it their hosts' transfers. Events are told on the event loop.
 */
public final class DeviceService implements AutoCloseable {
  private static final long TRAFFIC_SECONDS = 1;

  private final EventLoop loop;
  private final Consumer<ServiceEvent> listener;
  private final List<ExportedDevice> devices = new ArrayList<>();
  private long toldNanos;

  /** A service without devices, with a loop of its own. */
  public DeviceService(Consumer<ServiceEvent> listener) {
    this(
        new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("ums-serve"), NioIoHandler.newFactory())
            .next(),
        listener);
  }

  /** A service without devices on a loop, which ends with it. */
  public DeviceService(EventLoop loop, Consumer<ServiceEvent> listener) {
    this.loop = loop;
    this.listener = listener;
    toldNanos = System.nanoTime();
    loop.scheduleAtFixedRate(this::tellTraffic, TRAFFIC_SECONDS, TRAFFIC_SECONDS, TimeUnit.SECONDS);
  }

  /** The loop on which everything happens. */
  public EventLoop loop() {
    return loop;
  }

  /**
   * Adds a device, unplugged. Called on the loop.
   *
   * @param plug makes a new link to the device each time it is plugged in, on the loop
   */
  public ExportedDevice add(Supplier<UsbLink> plug) {
    int number = devices.size() + 1;
    var device = new ExportedDevice("1-" + number, number, plug, loop, this);
    devices.add(device);
    return device;
  }

  /** All devices, in the order in which they were added. */
  public List<ExportedDevice> devices() {
    return List.copyOf(devices);
  }

  /** The device with this name. */
  public Optional<ExportedDevice> device(String busId) {
    return devices.stream().filter(each -> each.busId().equals(busId)).findFirst();
  }

  /** Carries out an action on the loop and waits for it; not to be called on the loop. */
  public <T> T call(Callable<T> action) throws InterruptedException {
    var future = loop.submit(action).await();
    if (future.cause() instanceof RuntimeException known) {
      throw known;
    }
    if (!future.isSuccess()) {
      throw new IllegalStateException(future.cause());
    }
    return future.getNow();
  }

  /** Tells an event. */
  public void tell(ServiceEvent event) {
    listener.accept(event);
  }

  private void tellTraffic() {
    long now = System.nanoTime();
    long nanos = now - toldNanos;
    toldNanos = now;
    devices.forEach(device -> device.tellTraffic(nanos));
  }

  /** Unplugs all devices; not to be called on the loop. */
  public void unplugAll() {
    loop.submit(() -> devices.forEach(ExportedDevice::unplug)).awaitUninterruptibly();
  }

  /** Unplugs all devices and ends the loop; not to be called on the loop. */
  @Override
  public void close() {
    unplugAll();
    loop.parent().shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
