/**
 * Where blocks live: the media behind a logical unit, which know blocks and nothing of SCSI or USB.
 */
package dev.umsim.core.medium;
