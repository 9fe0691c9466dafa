/**
 * Bulk-Only Transport (USB Mass Storage Class, Bulk-Only Transport 1.0): wrappers, the thirteen
 * cases, and the device's side as a state machine.
 */
package dev.umsim.core.bot;
