"""The Python form of actions: snippets over `mobile` and `llm`, run in the sandbox, pausing at every call."""
