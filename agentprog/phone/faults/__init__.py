"""Named, seeded, schedulable faults: the ways a phone misleads whoever drives it. Reached over admin only."""

from agentprog.phone.faults.catalogue import CATALOGUE, FaultSpec
from agentprog.phone.faults.engine import FaultError, Faults, Schedule

__all__ = ["CATALOGUE", "FaultError", "FaultSpec", "Faults", "Schedule"]
