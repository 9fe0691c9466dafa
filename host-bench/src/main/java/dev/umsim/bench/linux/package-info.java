/**
 * A Linux host between a program and a disk: page cache, read-ahead, commands of a limited size,
 * and {@code vfat -o sync}.
 *
 * <p>It is the host that users of 2008 had, Linux 2.6.24, as far as it decides which commands a
 * disk gets and when: {@link dev.umsim.bench.linux.BlockDevice} is {@code /dev/sdb1}, {@link
 * dev.umsim.bench.linux.Vfat} a mounted volume, {@link dev.umsim.bench.linux.LinuxHost} runs {@code
 * dd} on both. All of it is real work on real data: what a program wrote is on the disk afterwards,
 * and no count of commands is written down anywhere. Time passes on the disk and in the {@link
 * dev.umsim.bench.linux.Processor}, and this package knows no other.
 *
 * <p>One command is under way at a time, as usb-storage has it. What is left out: write-back before
 * a device is closed (Linux begins after five to thirty seconds, or when much memory is dirty), the
 * growth of the first read-ahead windows, and whatever else goes on in such a machine.
 */
package dev.umsim.bench.linux;
