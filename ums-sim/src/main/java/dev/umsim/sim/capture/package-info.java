/**
 * Captures of USB traffic as Wireshark knows them: pcap and pcapng files, what their link types say
 * of transfers, and a link that writes one.
 */
@NullMarked
package dev.umsim.sim.capture;

import org.jspecify.annotations.NullMarked;
