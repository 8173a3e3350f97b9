"""Language models behind one port: OpenAI-compatible servers, Gemini, llama.cpp, scripted replies.

`open_model` turns a `provider:name` id into a model; nothing else outside this package needs a concrete class.
"""

from agentprog.models.cassette import RecordingModel, ReplayingModel
from agentprog.models.interruptible import InterruptibleModel
from agentprog.models.observed import ModelCall, ObservedModel
from agentprog.models.registry import ModelOptions, open_model, providers
from agentprog.models.scripted import ScriptedModel
from agentprog.models.steadfast import SteadfastModel

__all__ = [
    "InterruptibleModel",
    "ModelCall",
    "ModelOptions",
    "ObservedModel",
    "RecordingModel",
    "ReplayingModel",
    "ScriptedModel",
    "SteadfastModel",
    "open_model",
    "providers",
]
