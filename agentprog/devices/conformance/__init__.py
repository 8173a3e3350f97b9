"""One set of checks for every phone: `agentprog doctor --full` runs it on real ones, the tests on simulated ones."""

from agentprog.devices.conformance.marks import Mark, differences, take_mark
from agentprog.devices.conformance.suite import NO_TRACE, Probe, probes, run_suite

__all__ = ["NO_TRACE", "Mark", "Probe", "differences", "probes", "run_suite", "take_mark"]
