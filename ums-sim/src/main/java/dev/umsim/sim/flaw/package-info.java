/**
 * Media that are worse than they should be: smaller than they say, forgetful at a power cut, worn
 * or rotten.
 */
package dev.umsim.sim.flaw;
