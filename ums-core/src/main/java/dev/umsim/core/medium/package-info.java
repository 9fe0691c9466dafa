/**
 * Where blocks live: the media behind a logical unit, which know blocks and nothing of SCSI or USB.
 */
@NullMarked
package dev.umsim.core.medium;

import org.jspecify.annotations.NullMarked;
