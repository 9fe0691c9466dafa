/** USB mass storage as pure state machines: no clock, no thread, no input or output. */
package dev.umsim.core;
