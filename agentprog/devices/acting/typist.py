"""Types texts: reads the field back, and tries another way if its content differs.

The ways, in order: the field's own set-text action (any Unicode, without a keyboard), the clipboard, key events (ASCII
only, in small pieces because phones drop characters), and last uiautomator2's automation keyboard, after which the
user's keyboard is restored.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence

from agentprog.devices.acting.hands import Hands
from agentprog.devices.acting.keyboard import Keyboard, KeyboardRefused
from agentprog.devices.automation.server import Automation
from agentprog.devices.hierarchy import Node, read_hierarchy
from agentprog.devices.hierarchy.roles import is_field
from agentprog.devices.hierarchy.words import clean
from agentprog.devices.link.conditions import Condition
from agentprog.devices.link.foreign import OutcomeUnknown, RpcRefused
from agentprog.devices.link.transport import Transport
from agentprog.frozen import frozen
from agentprog.ports import Element

_FOCUS_SECONDS = 1.5
"""Longest wait until a tapped field has the focus."""
_FOCUS_PAUSE = 0.03
"""Seconds between two looks for the focus."""
_COVERED_SECONDS = 0.3
"""The wait for the focus ends early when the tree has shown nothing of the field's app for this time."""
_MASK_CLASS, _MASK_FOCUSED = 0x10, 0x020000
_PIECE = 4
_KEY_ENTER = 66
_BULLETS = frozenset("•●*·")


@frozen
class Typed:
    """The result of typing: `ok` if the field holds the text, else `detail` is its content."""

    ok: bool
    detail: str = ""


@frozen
class _Field:
    """The focused field and its selector for the automation server."""

    class_name: str
    hint: str
    password: bool

    @property
    def selector(self) -> dict[str, object]:
        return {
            "mask": _MASK_CLASS | _MASK_FOCUSED,
            "childOrSibling": [],
            "childOrSiblingSelector": [],
            "className": self.class_name,
            "focused": True,
        }


@frozen
class _Job:
    """A text to type. `before` is the kept content of the field."""

    field: _Field
    before: str
    text: str
    replace: bool


_Way = Callable[[_Job], bool]


class Typist:
    """Types into the focused field of one phone."""

    def __init__(
        self,
        transport: Transport,
        automation: Automation,
        hands: Hands,
        keyboard: Keyboard,
        look: Callable[[], str],
    ) -> None:
        self._transport = transport
        self._automation = automation
        self._hands = hands
        self._keyboard = keyboard
        self._look = look
        self.ways: tuple[_Way, ...] = (
            self._by_action,
            self._by_clipboard,
            self._by_keys,
            self._by_keyboard,
        )
        """The ways to type, in order of preference. Each returns whether it could be used."""

    def type(self, text: str, *, replace: bool, target: Element | None = None) -> Typed:
        """Makes the focused field hold the text, or its content plus the text.

        Fails if the target is a field and another field has the focus.
        """
        field = self._focused(target)
        if field is None:
            return Typed(ok=False, detail=self._without_focus(target))
        before = "" if replace else self._content(field)
        content = before + text
        job = _Job(field=field, before=before, text=text, replace=replace)
        # A password field's content cannot be read, so it cannot be set again together with the text after it.
        ways = [way for way in self.ways if way != self._by_action or replace or not field.password]
        met: dict[Condition, str] = {}
        typed = self._try(ways, job, content, met)
        for condition, detail in met.items():
            self._automation.notice(condition, mended=typed.ok, detail=detail)
        return typed

    def _try(self, ways: Sequence[_Way], job: _Job, text_wanted: str, met: dict[Condition, str]) -> Typed:
        """Tries one way after another until the field holds the text. Obstacles are added to `met`."""
        shown, refused = self._content(job.field), ""
        for way in ways:
            try:
                if not way(job):
                    continue
            except (RpcRefused, OutcomeUnknown, KeyboardRefused) as exc:
                refused = f" ({exc.message})"
                if way == self._by_clipboard:
                    met[Condition.CLIPBOARD_DENIED] = exc.message
                elif isinstance(exc, KeyboardRefused):
                    met[Condition.KEYBOARD_REFUSED] = exc.evidence or exc.message
                continue
            shown = self._content(job.field)
            verdict = judge(shown, text_wanted, password=job.field.password)
            if verdict is not None:
                return verdict
            met[Condition.TEXT_LOST] = f"the field showed another text, typed by {way.__name__.removeprefix('_by_')}"
        content = f"the field shows {shown!r}" if shown else "the field is empty"
        return Typed(ok=False, detail=f"the text did not arrive: {content}{refused}")

    def _fields(self) -> list[Node]:
        """The focused fields: one, or none."""
        return [node for node in self._nodes() if node.focused and is_field(node)]

    def _nodes(self) -> list[Node]:
        return list(read_hierarchy(self._look()).walk())

    def _without_focus(self, target: Element | None) -> str:
        """The reason why no text can be typed, in words."""
        nodes = self._nodes()
        if target is not None and _is_covered(target, nodes):
            return f"{target.label!r} is covered: a window of another app is in front"
        which_field = "another" if any(node.focused and is_field(node) for node in nodes) else "no"
        return f"{which_field} text field has the focus: tap the field first"

    def _focused(self, target: Element | None) -> _Field | None:
        """The focused field; waits a moment for the focus after a tap, unless another window covers the field."""
        shown = time.monotonic()
        end = shown + _FOCUS_SECONDS
        while True:
            nodes = self._nodes()
            focused = [node for node in nodes if node.focused and is_field(node)]
            candidates = [node for node in focused if target is None or _is_target(node, target)]
            if candidates:
                return _as_field(candidates[-1])
            now = time.monotonic()
            if target is None or not _is_covered(target, nodes):
                shown = now
            if now >= end or now - shown >= _COVERED_SECONDS:
                return None
            time.sleep(_FOCUS_PAUSE)

    def _content(self, field: _Field) -> str:
        """The field's content. The dump garbles emoji, so the field itself is read."""
        try:
            shown = self._automation.call("getText", field.selector)
        except RpcRefused:
            nodes = self._fields()
            shown = nodes[-1].text if nodes else ""
        text = shown if isinstance(shown, str) else ""
        return "" if field.hint and text == field.hint else text

    def _by_action(self, job: _Job) -> bool:
        return self._automation.call("setText", job.field.selector, job.before + job.text) is not False

    def _by_clipboard(self, job: _Job) -> bool:
        if not job.text:
            return False
        self._automation.call("setClipboard", None, job.text)
        if self._automation.call("getClipboard") != job.text:
            return False
        self._prepare(job)
        return self._automation.call("pasteClipboard", repeatable=False) is not False

    def _by_keys(self, job: _Job) -> bool:
        text = job.text
        if not text.isascii() or not all(c.isprintable() or c == "\n" for c in text):
            return False
        self._prepare(job)
        for number, line in enumerate(text.split("\n")):
            if number:
                self._transport.shell(["input", "keyevent", str(_KEY_ENTER)])
            for at in range(0, len(line), _PIECE):
                # `input text` reads %s as a space, except after a backslash, so the two go into separate commands.
                for piece in re.split(r"(?<=%)(?=s)|(?<=\\)(?=[ %])", line[at : at + _PIECE]):
                    self._transport.shell(["input", "text", piece.replace(" ", "%s")])
        return True

    def _by_keyboard(self, job: _Job) -> bool:
        if not job.text:
            return False
        with self._keyboard.borrowed():
            self._prepare(job)
            return self._keyboard.commit(job.text)

    def _prepare(self, job: _Job) -> None:
        """Empties the field except for its kept content and puts the cursor at the end."""
        if job.replace or not job.field.password:
            self._automation.call("clearTextField", job.field.selector)
            if job.before:
                self._automation.call("setText", job.field.selector, job.before)
        self._hands.move_to_end()


def _is_target(node: Node, target: Element) -> bool:
    """True if the focused field is the target. If a tap opens a search page, any field is."""
    if not target.editable:
        return True
    same_hint = not (node.hint and target.hint) or clean(node.hint) == clean(target.hint)
    return node.resource_id == target.resource_id and node.class_name == target.class_name and same_hint


def _is_covered(target: Element, nodes: Sequence[Node]) -> bool:
    """True if the tree has no node of the app that owns the target field. An empty tree shows nothing either way."""
    return target.editable and bool(target.package and nodes) and all(n.package != target.package for n in nodes)


def _as_field(node: Node) -> _Field:
    return _Field(class_name=node.class_name, hint=node.hint, password=node.password)


def judge(shown: str, content: str, *, password: bool = False) -> Typed | None:
    """The result if the field holds the wanted text; None if another way should be tried."""
    if shown == content:
        return Typed(ok=True)
    if password:
        hidden = bool(shown) and set(shown) <= _BULLETS
        return Typed(ok=True) if len(shown) == len(content) and (hidden or not shown) else None
    if shown.replace("\r\n", "\n") == content.replace("\r\n", "\n"):
        return Typed(ok=True)
    if "\n" in content and shown == content.replace("\n", " "):
        return Typed(ok=True, detail="the field has one line: line breaks became spaces")
    digits = re.sub(r"\D", "", content)
    if len(digits) >= 5 and digits == re.sub(r"\D", "", shown) and re.fullmatch(r"[\d\s()+.,/*#-]+", content + shown):
        return Typed(ok=True, detail=f"the field formats it as {shown!r}")
    return None
