package dev.umsim.bench.serve;

import dev.umsim.bench.serve.ServedDevices.ServedDevice;
import dev.umsim.bench.target.NotationException;
import dev.umsim.bench.target.ServedUnit;
import dev.umsim.sim.serve.Client;
import dev.umsim.sim.serve.ExportedDevice;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * What {@code ums ctl} can ask of a server. A command is words with tabs between; the answer begins
 * with {@code ok} or {@code error} on a line of its own.
 */
public final class ControlCommands implements Function<String, String> {
  private static final String OK = "ok\n";
  private static final String ERROR = "error\n";

  private final ServedDevices served;

  /** Commands to these devices. */
  public ControlCommands(ServedDevices served) {
    this.served = served;
  }

  @Override
  public String apply(String command) {
    try {
      return OK + carryOut(List.of(command.split("\t", -1)));
    } catch (NotationException | IOException e) {
      return ERROR + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ERROR + "the server is being ended";
    }
  }

  private String carryOut(List<String> words) throws IOException, InterruptedException {
    var device = words.size() > 1 && !words.get(1).isEmpty() ? words.get(1) : "1-1";
    int lun = words.size() > 2 && !words.get(2).isEmpty() ? number(words.get(2)) : 0;
    switch (words.get(0)) {
      case "status" -> {
        return status();
      }
      case "plug" -> require(device(device).exported()::plug, device + " is plugged in already");
      case "unplug" -> require(device(device).exported()::unplug, device + " is not plugged in");
      case "eject" -> unit(device, lun).eject();
      case "insert" -> {
        unit(device, lun).insert();
        return inserted(device, unit(device, lun));
      }
      case "swap" -> {
        unit(device, lun).swap(words.size() > 3 ? words.get(3) : "");
        return inserted(device, unit(device, lun));
      }
      default -> throw new NotationException("there is no command '" + words.get(0) + "'");
    }
    return "";
  }

  /** A player may not notice what was put in. */
  private static String inserted(String device, ServedUnit unit) {
    return unit.isHidden()
        ? "the medium is in, but the firmware goes on telling its host that there is none, until"
            + " the device is plugged in anew: ums ctl unplug --device %s, and plug%n"
                .formatted(device)
        : "";
  }

  private static int number(String word) {
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw new NotationException("a unit is a number from 0 on, not '" + word + "'");
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

  private String status() throws InterruptedException {
    var text = new StringBuilder();
    for (var device : served.devices()) {
      text.append(served.service().call(() -> status(device.exported())));
      var units = device.served().units();
      for (int lun = 0; lun < units.size(); lun++) {
        var unit = units.get(lun);
        text.append("  LUN ").append(lun).append(' ');
        text.append(place(unit));
        unit.lastFailure().ifPresent(why -> text.append(", failed: ").append(why.getMessage()));
        text.append('\n');
      }
    }
    return text.toString();
  }

  private static String place(ServedUnit unit) {
    var ejected = unit.isHidden();
    if (!unit.isRemovable()) {
      return ejected ? "fixed, ejected" : "fixed";
    }
    return unit.isLoaded() ? "loaded" : ejected ? "ejected" : "empty";
  }

  private static String status(ExportedDevice device) {
    var traffic = device.traffic();
    return String.format(
        Locale.ROOT,
        "%s %s%s%n",
        device.busId(),
        device.state().name().toLowerCase(Locale.ROOT),
        device
            .client()
            .map(Client::name)
            .map(
                name ->
                    String.format(
                        Locale.ROOT,
                        " by %s, %d commands, %.1f MB read, %.1f MB written",
                        name,
                        traffic.commands(),
                        traffic.bytesIn() / 1e6,
                        traffic.bytesOut() / 1e6))
            .orElse(""));
  }
}
