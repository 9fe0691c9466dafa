/**
 * Ways in which devices depart from the standards, each of which the conformant device can be given
 * alone or together with others.
 *
 * <h2>A deviation is data and a change</h2>
 *
 * <p>{@link dev.umsim.sim.deviation.Deviation} says what a host sees, which clause says otherwise,
 * which hosts live with it and which flag of Linux is there for it; and it changes the {@code
 * DeviceChoices} of a device. Each choice is an interface of the core with one method for each
 * point at which devices are known to differ, whose default is the conformant answer. A deviation
 * overrides one such method and wraps the others, so that several can be put upon each other; the
 * last one named decides where they meet.
 *
 * <h2>What makes a good one</h2>
 *
 * <p>It is one difference, seen in a real device or named by a driver's quirk, and can be observed
 * by a host: there is an exchange in which it alone makes the difference. It stays for as long as
 * the device lives; what happens once is a fault ({@link dev.umsim.sim.fault}). Numbers are
 * parameters with a range and a default, so that no two deviations differ in a number only.
 *
 * <h2>Where they are</h2>
 *
 * <p>By subject, a class each, in lists that {@link dev.umsim.sim.deviation.Deviations} joins. The
 * page of deviations and the verdicts of the conformance suite on each are made from that list.
 */
@NullMarked
package dev.umsim.sim.deviation;

import org.jspecify.annotations.NullMarked;
