/**
 * The host's side: it enumerates a device, speaks Bulk-Only Transport with every recovery that the
 * standard asks of a host, and reads and writes blocks.
 */
@NullMarked
package dev.umsim.core.host;

import org.jspecify.annotations.NullMarked;
