/** Devices that are reached over USB, over USB/IP, or as a program that is started. */
package dev.umsim.bench.remote;
