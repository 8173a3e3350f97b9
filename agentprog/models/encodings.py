"""OpenAI's own tokenizers without a download: by toktok, whose package holds the vocabularies (extra `tokens`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache


@cache
def encoding_counter(encoding: str) -> Callable[[str], int] | None:
    """Counts the tokens of a text by an encoding such as `o200k_base`; None where it is not known or not installed.

    What looks like a control token is counted as the text it is: so it is sent.
    """
    if not encoding:
        return None
    try:
        import toktok
    except ModuleNotFoundError:
        return None

    def count(text: str) -> int:
        return int(toktok.batch_count((text.encode("utf-8", "replace").decode(),), encoding, threads=1)[0])

    return count
