"""What the phone itself keeps, read through its shell: a witness of effects that is not the screen."""

from agentprog.devices.witness.reader import PhoneWitness

__all__ = ["PhoneWitness"]
