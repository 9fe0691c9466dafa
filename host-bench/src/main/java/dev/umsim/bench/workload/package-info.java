/** Programs that copy, run by a modelled host on a device as a profile describes it. */
package dev.umsim.bench.workload;
