"""Checks of text: typed text arrives, the clipboard works, the owner's keyboard stays."""

from __future__ import annotations

from agentprog.devices.conformance.bench import Bench, Unknown, must
from agentprog.devices.link.foreign import RpcRefused
from agentprog.ports import ClearText, TypeText

SAMPLES = ("plain text", "100 %s & 'quoted' \"$HOME\" `id`", "Grüße, São Tomé", "你好, 世界", "emoji 😀 👩‍👩‍👧")


def text(bench: Bench) -> str:
    """Texts typed into the search field of Settings read back equal."""
    field = bench.search_field()
    try:
        for sample in SAMPLES:
            result = bench.device.perform(TypeText(text=sample, target=field))
            must(result.ok, f"{sample!r}: {result.detail}")
    finally:
        bench.device.perform(ClearText(target=field))
    return f"{len(SAMPLES)} texts, ASCII to emoji, read back equal"


def clipboard(bench: Bench) -> str:
    """The clipboard stores and returns a text; afterwards its old content is restored."""
    try:
        before = bench.automation.call("getClipboard")
        bench.automation.call("setClipboard", None, SAMPLES[-1])
        after = bench.automation.call("getClipboard")
        bench.automation.call("setClipboard", None, before if isinstance(before, str) else "")
    except RpcRefused as exc:
        raise Unknown(f"the clipboard is refused; text is typed in other ways ({exc.message})") from exc
    if after != SAMPLES[-1]:
        raise Unknown(f"the clipboard gave {after!r}; text is typed in other ways")
    return "emoji held and given back"


def keyboard(bench: Bench) -> str:
    """The owner's keyboard is active."""
    current = bench.transport.shell(["settings", "get", "secure", "default_input_method"]).out.strip()
    must("com.github.uiautomator" not in current, "the automation keyboard is in use")
    return current or "none"
