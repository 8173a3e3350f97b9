"""Named, seeded, schedulable faults that make a phone misbehave. Only the admin socket sets them."""

from agentprog.phone.faults.catalogue import CATALOGUE, FaultSpec
from agentprog.phone.faults.engine import FaultError, Faults, Schedule

__all__ = ["CATALOGUE", "FaultError", "FaultSpec", "Faults", "Schedule"]
