"""Activity names, `package/activity`, as commands print them."""

from __future__ import annotations

import re

_COMPONENT = re.compile(r"(?P<package>[A-Za-z][\w]*(?:\.\w+)+|android)/(?P<activity>[\w.$]+)")


def component_in(text: str, *, whole: bool = False) -> str:
    """The first component in a text (with `whole`: the text itself), with its activity's full name; empty if there is
    none."""
    found = _COMPONENT.fullmatch(text.strip()) if whole else _COMPONENT.search(text)
    if found is None:
        return ""
    package, activity = found["package"], found["activity"]
    return f"{package}/{package}{activity}" if activity.startswith(".") else f"{package}/{activity}"
