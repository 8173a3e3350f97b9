"""The one gate that every device action passes before the device sees it."""

from agentprog.runtime.safety.gate.gate import Gate
from agentprog.runtime.safety.gate.matter import Authority, Passage, Shown

__all__ = ["Authority", "Gate", "Passage", "Shown"]
