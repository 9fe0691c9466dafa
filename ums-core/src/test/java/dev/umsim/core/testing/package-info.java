/**
 * What the tests of the core share: a raw host, a device to try, media that do as they are told.
 */
package dev.umsim.core.testing;
