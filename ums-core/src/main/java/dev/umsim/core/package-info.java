/** USB mass storage as pure state machines: no clock, no thread, no input or output. */
@NullMarked
package dev.umsim.core;

import org.jspecify.annotations.NullMarked;
