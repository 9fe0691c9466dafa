package dev.umsim.core.usb.descriptor;

import static java.util.Objects.requireNonNull;

/** Bytes that should be a descriptor are not one. */
public final class MalformedDescriptorException extends Exception {
  private static final long serialVersionUID = 1;

  public MalformedDescriptorException(String message) {
    super(message);
  }

  /** What is wrong, in one line. */
  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
