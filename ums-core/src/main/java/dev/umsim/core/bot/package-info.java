/**
 * Bulk-Only Transport (USB Mass Storage Class, Bulk-Only Transport 1.0): wrappers, the thirteen
 * cases, and the device's side as a state machine.
 *
 * <h2>A command</h2>
 *
 * <p>31 bytes on bulk-out are a {@link dev.umsim.core.bot.CommandBlockWrapper} if they are valid
 * and meaningful (6.2); anything else halts both endpoints until Reset Recovery (5.3.4, 6.6.1).
 * {@link dev.umsim.core.bot.BulkOnlyTransport} asks its target what it intends, compares that with
 * what the host expects ({@link dev.umsim.core.bot.ThirteenCases}, 6.7), lets {@link
 * dev.umsim.core.bot.DataPhase} move the data, and ends with 13 bytes on bulk-in: the tag, what is
 * left of the host's expectation, and good, failed or phase error (5.2).
 *
 * <p>What the host expects and what the device intends are both known before data moves; what
 * happened is known only afterwards. So the residue is counted from data that was of use, and the
 * status comes from the task and not from the intent.
 *
 * <h2>Recovery</h2>
 *
 * <p>The Bulk-Only Mass Storage Reset (3.1) makes the device ready for the next wrapper and leaves
 * halts and toggles alone; the host clears both endpoints itself (5.3.4). CLEAR_FEATURE on an
 * endpoint that was halted for an invalid wrapper does not clear it (6.6.1). A reset may come while
 * a medium is at work: its late answer is dropped, and memory goes back when it arrives.
 *
 * <h2>Where devices differ</h2>
 *
 * <p>Each point at which real devices do something else is a method of {@link
 * dev.umsim.core.bot.TransportChoices}: whether short data ends in STALL, whether a residue is
 * counted, whether tags are checked. The defaults are the standard's.
 */
@NullMarked
package dev.umsim.core.bot;

import org.jspecify.annotations.NullMarked;
