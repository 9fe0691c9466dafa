/**
 * Media that are worse than they should be: smaller than they say, forgetful at a power cut, worn
 * or rotten.
 */
@NullMarked
package dev.umsim.sim.flaw;

import org.jspecify.annotations.NullMarked;
