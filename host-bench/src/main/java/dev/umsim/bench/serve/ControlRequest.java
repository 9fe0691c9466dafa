package dev.umsim.bench.serve;

/**
 * What {@code ums ctl} asks of a server: a JSON object on a line of its own.
 *
 * @param command such as status
 * @param device its bus id; null for the first one
 * @param lun a unit of the device; null for the first one
 * @param image the new medium; null where none is put in
 */
public record ControlRequest(String command, String device, Integer lun, String image) {}
