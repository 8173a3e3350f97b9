"""agentprog: an Android agent runtime around a small language of natural-language steps."""

__version__ = "0.1.0"

__all__ = ["__version__"]
