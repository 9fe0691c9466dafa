/**
 * Firmware that is one thread: what lies between a controller and a device stack that does one
 * thing at a time. Without it a stack answers in no time.
 */
@NullMarked
package dev.umsim.core.firmware;

import org.jspecify.annotations.NullMarked;
