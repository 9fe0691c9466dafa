package dev.umsim.core.usb.descriptor;

/** Bytes that should be a descriptor are not one. */
public final class MalformedDescriptorException extends Exception {
  private static final long serialVersionUID = 1;

  public MalformedDescriptorException(String message) {
    super(message);
  }
}
