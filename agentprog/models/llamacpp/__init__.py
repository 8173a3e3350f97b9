"""Local GGUF models through llama.cpp, in a process of their own.

`model` is the adapter, `process` the parent's end of the pipe, `worker` the child's; `engine` is the only module that
touches the native library and is imported by the child alone. `chat`, `slots` and `tree` are pure.
"""

from agentprog.models.llamacpp.model import LlamaModel

__all__ = ["LlamaModel"]
