"""The JSON object in what a model wrote, whatever it wrote around it."""

from __future__ import annotations

import json

from pydantic_core import from_json

_DECODER = json.JSONDecoder(strict=False)
"""Models put line ends into texts, which JSON writes as escapes."""


def first_object(text: str) -> dict[str, object]:
    """The first JSON object in a text that may have a Markdown fence or sentences around it.

    Raises ValueError where there is none, and for one that is nested deeper than anything a prompt asks for.
    """
    try:
        whole = from_json(text)
    except ValueError:
        whole = None
    if isinstance(whole, dict):
        return whole
    start = text.find("{")
    while start != -1:
        try:
            found: dict[str, object] = _DECODER.raw_decode(text, start)[0]
        except json.JSONDecodeError:
            start = text.find("{", start + 1)
        except RecursionError:
            raise ValueError("the JSON in it is nested too deep") from None
        else:
            return found
    raise ValueError("there is no JSON object in it")
