"""The one gate that every device action passes before the device sees it: what it knows, what speaks against an action,
what it asks."""

from agentprog.runtime.safety.gate.gate import Gate
from agentprog.runtime.safety.gate.matter import Authority, Passage, Shown

__all__ = ["Authority", "Gate", "Passage", "Shown"]
