package dev.umsim.bench.workload;

import dev.umsim.bench.copy.Sample;
import dev.umsim.bench.linux.UnusableVolumeException;
import dev.umsim.bench.linux.Workload;
import dev.umsim.core.host.HostException;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink.TimeBase;
import dev.umsim.sim.bus.BusTiming;
import dev.umsim.sim.profile.Profile;
import dev.umsim.sim.profile.ProfileKey;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Runs workloads on a profile, as rows of a report.
 *
 * @param target how the rows name it
 * @param explain whether they say where the time went
 * @param verify whether the data is compared afterwards
 */
public record WorkloadRow(String target, Profile profile, boolean explain, boolean verify) {
  /** Runs one; all chance follows from the seed. */
  public Sample measure(Workload workload, long seed)
      throws HostException, UnusableVolumeException {
    boolean fullOnly = HostModel.nameOf(profile).endsWith("/uhci");
    var portSpeed = fullOnly ? Speed.FULL : Speed.HIGH;
    var run = new ProfiledRun(profile, seed, explain, portSpeed);
    var outcome = verify ? run.verified(workload) : run.of(workload);
    var result = outcome.result();
    var speed = profile.word(ProfileKey.SPEED).equals("full") ? Speed.FULL : portSpeed;
    boolean onBus = !profile.findWord(ProfileKey.LINK).equals(Optional.of("none"));
    long limit = BusTiming.of(speed).bytesPerSecond(speed.bulkMaxPacketBytes());
    return new Sample(
        target,
        HostModel.nameOf(profile),
        workload.word(),
        WorkloadKind.of(workload).operation(),
        onBus ? Optional.of(speed) : Optional.empty(),
        workload.blockBytes(),
        result.bytes(),
        result.nanos(),
        TimeBase.SIMULATED,
        result.traffic().commands(),
        onBus ? OptionalLong.of(limit) : OptionalLong.empty(),
        verify ? Optional.of(outcome.difference().isEmpty()) : Optional.empty(),
        outcome.difference(),
        explain ? Optional.of(outcome.activities()) : Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
