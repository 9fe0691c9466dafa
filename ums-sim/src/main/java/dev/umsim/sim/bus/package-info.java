/** The bus with time: packets in frames and microframes (USB 2.0, chapters 5 and 8). */
@NullMarked
package dev.umsim.sim.bus;

import org.jspecify.annotations.NullMarked;
