"""The phone's own records, read through its shell: evidence of effects besides the screen."""

from agentprog.devices.witness.reader import PhoneWitness

__all__ = ["PhoneWitness"]
