/**
 * Hosts that nobody here wrote: a Linux kernel and a PC's firmware, in an emulated PC.
 *
 * <p>{@code docs/real-hosts.md} tells how to run them.
 */
package dev.umsim.bench.guest;
