/** The descriptors of USB 2.0, section 9.6: one record each, with its bytes both ways. */
@NullMarked
package dev.umsim.core.usb.descriptor;

import org.jspecify.annotations.NullMarked;
