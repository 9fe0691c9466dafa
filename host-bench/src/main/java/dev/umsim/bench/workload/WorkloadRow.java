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
  /** The model of the host. */
  public static final String HOST = "linux-2.6.24";

  /** Runs one; all chance follows from the seed. */
  public Sample measure(Workload workload, long seed)
      throws HostException, UnusableVolumeException {
    var run = new ProfiledRun(profile, seed, explain);
    var outcome = verify ? run.verified(workload) : run.of(workload);
    var result = outcome.result();
    var speed = profile.word(ProfileKey.SPEED).equals("full") ? Speed.FULL : Speed.HIGH;
    long limit = BusTiming.of(speed).bytesPerSecond(speed.bulkMaxPacketBytes());
    return new Sample(
        target,
        HOST,
        workload.word(),
        WorkloadKind.of(workload).operation(),
        Optional.of(speed),
        workload.blockBytes(),
        result.bytes(),
        result.nanos(),
        TimeBase.SIMULATED,
        result.traffic().commands(),
        OptionalLong.of(limit),
        verify ? Optional.of(outcome.difference().isEmpty()) : Optional.empty(),
        outcome.difference(),
        explain ? Optional.of(outcome.activities()) : Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
