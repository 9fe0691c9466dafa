package dev.umsim.sim.image;

/**
 * Says that an image cannot be made as it was asked for, because of what the formats can hold; the
 * message gives the reason with the number asked for and the limit.
 */
public final class ImageRefusal extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  ImageRefusal(String format, Object... arguments) {
    super(format.formatted(arguments));
  }
}
