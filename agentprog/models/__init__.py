"""Language models behind one port: OpenAI-compatible servers, Gemini, llama.cpp, scripted replies.

`registry.open_model` turns a `provider:name` id into a model; nothing else outside this package needs a concrete class.
"""
