/** What a command line names and how it is written: targets, images, sizes, profiles. */
package dev.umsim.bench.notation;
