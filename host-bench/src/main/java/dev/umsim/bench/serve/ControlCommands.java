package dev.umsim.bench.serve;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.serve.ServedDevices.ServedDevice;
import dev.umsim.bench.unit.ServedUnit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * What {@code ums ctl} can ask of a server. Commands that change something are carried out one
 * after the other; what there is can be asked at any time.
 */
public final class ControlCommands implements Function<ControlRequest, ControlAnswer> {
  private final ServedDevices served;

  /** Commands to these devices. */
  public ControlCommands(ServedDevices served) {
    this.served = served;
  }

  @Override
  public ControlAnswer apply(ControlRequest request) {
    try {
      return request.command().equals("status")
          ? new ControlAnswer(null, null, status())
          : change(request);
    } catch (NotationException | IOException e) {
      return ControlAnswer.failed(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ControlAnswer.failed("the server is being ended");
    }
  }

  private synchronized ControlAnswer change(ControlRequest request)
      throws IOException, InterruptedException {
    var device = request.device() == null ? "1-1" : request.device();
    int lun = request.lun() == null ? 0 : request.lun();
    switch (request.command()) {
      case "plug" -> require(device(device).exported()::plug, device + " is plugged in already");
      case "unplug" -> require(device(device).exported()::unplug, device + " is not plugged in");
      case "fault" -> fault(device(device), request.image());
      case "power-cut" -> cutPower(device(device));
      case "eject" -> unit(device, lun).eject();
      case "insert" -> {
        unit(device, lun).insert();
        return inserted(device, unit(device, lun));
      }
      case "swap" -> {
        if (request.image() == null) {
          throw new NotationException("swap needs an image");
        }
        unit(device, lun).swap(request.image());
        return inserted(device, unit(device, lun));
      }
      default -> throw new NotationException("there is no command '" + request.command() + "'");
    }
    return ControlAnswer.DONE;
  }

  /** A player may not notice what was put in. */
  private static ControlAnswer inserted(String device, ServedUnit unit) {
    return unit.isHidden()
        ? ControlAnswer.noted(
            "the medium is in, but the firmware goes on telling its host that there is none, until"
                + " device "
                + device
                + " is unplugged and plugged in again")
        : ControlAnswer.DONE;
  }

  private void fault(ServedDevice device, String line) throws InterruptedException {
    if (line == null) {
      throw new NotationException("fault needs a line");
    }
    served
        .service()
        .call(
            () -> {
              try {
                device.served().fault(line);
                return true;
              } catch (NotationException e) {
                throw e;
              } catch (IllegalArgumentException e) {
                throw new NotationException(e.getMessage());
              }
            });
  }

  /** The plug is pulled while its media forget; then it is put in again, if it was in. */
  private void cutPower(ServedDevice device) throws InterruptedException {
    boolean plugged = served.service().call(device.exported()::unplug);
    device.served().units().forEach(ServedUnit::cutPower);
    if (plugged) {
      served.service().call(device.exported()::plug);
    }
  }

  private void require(Callable<Boolean> action, String otherwise) throws InterruptedException {
    if (!served.service().call(action)) {
      throw new NotationException(otherwise);
    }
  }

  private ServedDevice device(String busId) {
    return served.devices().stream()
        .filter(each -> each.exported().busId().equals(busId))
        .findFirst()
        .orElseThrow(
            () ->
                new NotationException(
                    "there is no device " + busId + "; see what there is: ums ctl status"));
  }

  private ServedUnit unit(String busId, int lun) {
    var units = device(busId).served().units();
    if (lun < 0 || lun >= units.size()) {
      throw new NotationException(busId + " has no LUN " + lun + " with a medium of its own");
    }
    return units.get(lun);
  }

  private List<DeviceStatus> status() throws InterruptedException {
    var status = new ArrayList<DeviceStatus>();
    for (var device : served.devices()) {
      status.add(DeviceStatus.of(served, device));
    }
    return status;
  }
}
