package dev.umsim.sim.profile;

/**
 * Where in a file something stands.
 *
 * @param file its name
 * @param line from 1 on; 0 for the file as a whole
 */
record Place(String file, int line) {
  @Override
  public String toString() {
    return line == 0 ? file : file + ":" + line;
  }
}
