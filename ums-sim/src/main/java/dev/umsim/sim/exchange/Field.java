package dev.umsim.sim.exchange;

/**
 * One field of something that went over the wire.
 *
 * @param name as the standard calls it
 * @param value in hexadecimal, with its meaning where it has one
 */
public record Field(String name, String value) {}
