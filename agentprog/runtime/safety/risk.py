"""Classifies actions by their targets; no model takes part."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from agentprog import ports
from agentprog.frozen import frozen
from agentprog.identity import canon, unquoted
from agentprog.lang.effects.kinds import BY_CONTENT, BY_PLACE, Risk
from agentprog.lang.effects.orders import is_touching
from agentprog.lang.effects.wordlists import is_dense, tables, whole_words
from agentprog.runtime.safety.committing import Shape, shape_of
from agentprog.runtime.safety.texts import skeleton

_DECLARED = tuple(risk for risk in Risk if risk not in (*BY_PLACE, *BY_CONTENT))


@frozen
class _Class:
    labels: re.Pattern[str]
    ids: frozenset[str]
    words: re.Pattern[str]
    packages: frozenset[str]


@frozen
class RiskTable:
    """The declarations of `devices/policy.toml`, ready to match."""

    classes: dict[Risk, _Class]
    system: frozenset[str]
    launchers: tuple[str, ...]
    confirm: frozenset[str]
    harmless: re.Pattern[str]
    doing: tuple[str, ...]
    commit: frozenset[str]
    adding: re.Pattern[str]
    people: tuple[str, ...]
    broken_texts: tuple[str, ...]
    broken_buttons: tuple[str, ...]
    broken_packages: frozenset[str]
    broken_asked: re.Pattern[str]
    dismiss_buttons: tuple[str, ...]
    sinks: frozenset[str]
    settings: frozenset[str]
    several: tuple[str, ...]
    every: tuple[str, ...]
    powers: frozenset[str]
    on: tuple[str, ...]
    off: tuple[str, ...]


@cache
def risk_table() -> RiskTable:
    """The table, read once at the first action."""
    data = tables()
    return RiskTable(
        classes={risk: _class(data[risk.value]) for risk in _DECLARED},
        system=frozenset(data["system"]["packages"]),
        launchers=tuple(data["system"]["launchers"]),
        confirm=frozenset(map(skeleton, data["confirm"]["labels"])),
        harmless=whole_words(map(skeleton, data["question"]["harmless"])),
        doing=tuple(map(skeleton, data["question"]["doing"])),
        commit=frozenset(map(canon, data["commit"]["labels"])),
        adding=whole_words(data["commit"]["adding"]),
        people=tuple(skeleton(text) for text in data["people"]["texts"]),
        broken_texts=tuple(text.casefold() for text in data["broken"]["texts"]),
        broken_buttons=tuple(data["broken"]["buttons"]),
        broken_packages=frozenset(data["broken"]["packages"]),
        broken_asked=whole_words(data["broken"]["asked"]),
        dismiss_buttons=tuple(data["dismiss"]["buttons"]),
        sinks=frozenset(data["sink"]["packages"]),
        settings=frozenset(data["sink"]["settings"]),
        powers=frozenset(f"android.permission.{name}" for name in data["powers"]["permissions"]),
        **{name: tuple(data["sink"][name]) for name in ("several", "every", "on", "off")},
    )


def _class(data: dict[str, Any]) -> _Class:
    looks = [skeleton(label) for label in data["labels"]]
    labels = [label for label in looks if not is_dense(label)]
    dense = [label for label in looks if is_dense(label)]
    first = "|".join(re.escape(label) for label in sorted(labels, key=len, reverse=True))
    forms = [rf"(?:{first})(?:\s+\S+){{0,2}}"]
    if data.get("last"):
        last = "|".join(re.escape(skeleton(label)) for label in data["last"])
        forms.append(rf"(?:\S+\s+){{1,2}}(?:{last})")
    if dense:
        forms.append(rf"(?:{'|'.join(map(re.escape, dense))})\S{{0,6}}")
    return _Class(
        labels=re.compile(f"(?:{'|'.join(forms)})$"),
        ids=frozenset(data["ids"]),
        words=whole_words(data["words"]),
        packages=frozenset(data["packages"]),
    )


def classify(action: ports.Action, screen: ports.Screen) -> Risk | None:
    """The class of the effect that this action would commit on this screen; None if there is no risk."""
    if (target := ports.landing(action)) is not None:
        element = target if isinstance(target, ports.Element) else _under(screen, target.x, target.y)
        return _of_element(element, screen) if element is not None else None
    if isinstance(action, ports.PressKey) and action.key == "enter" and any(_typing_into(e) for e in screen.elements):
        return Risk.SEND if any(_sends(element, screen) for element in screen.elements) else None
    return None


def touched(action: ports.Action, screen: ports.Screen) -> ports.Element | None:
    """The touched element; for Enter, the focused field."""
    if isinstance(action, ports.PressKey):
        return next(filter(_typing_into, screen.elements), None) if action.key == "enter" else None
    if not isinstance(action, ports.Tap | ports.DoubleTap):
        return None
    return (
        action.target if isinstance(action.target, ports.Element) else _under(screen, action.target.x, action.target.y)
    )


def _under(screen: ports.Screen, x: int, y: int) -> ports.Element | None:
    """The smallest element at a position: a tap by coordinates is classified by the element that it hits."""
    hit = [element for element in screen.elements if element.bounds.contains(x, y)]
    return min(hit, key=lambda element: element.bounds.width * element.bounds.height, default=None)


def _typing_into(element: ports.Element) -> bool:
    return element.focused and element.editable


def _sends(element: ports.Element, screen: ports.Screen) -> bool:
    return element.clickable and not element.editable and _of_element(element, screen) is Risk.SEND


def _of_element(element: ports.Element, screen: ports.Screen) -> Risk | None:
    if element.editable:
        return None
    table = risk_table()
    if _sends_form(element, screen):
        return Risk.POST
    names = [skeleton(name) for name in (element.text, element.label, element.description) if name]
    tail = element.resource_id.rpartition("/")[2].casefold()
    parts = {tail, *tail.split("_")}
    package = element.package or screen.package
    found = next((risk for risk in table.classes if _named(risk, element, names, parts, package)), None)
    asks = any(name in table.confirm for name in names) or _answers(element, screen)
    if (
        not asks
        or found not in (None, Risk.GRANT, Risk.AGREE)
        or package in table.classes[Risk.GRANT].packages - {"android"}
    ):
        return found
    spoken = _of_dialog(element, screen)
    return spoken if spoken not in (None, Risk.AGREE) else found or spoken


def _answers(element: ports.Element, screen: ports.Screen) -> bool:
    """True for the positive button of a question, whatever its label."""
    if element.window is not ports.Window.DIALOG or shape_of(element, screen) is not Shape.DIALOG:
        return False
    return _is_question(element, screen, question_of(element, screen))


def _sends_form(element: ports.Element, screen: ports.Screen) -> bool:
    """True if an element is a button of a web page with a form: elements of a page in a browser have bare ids."""
    package = element.package or screen.package
    if package not in risk_table().sinks or element.role is not ports.Role.BUTTON or ":id/" in element.resource_id:
        return False
    page = (e for e in screen.elements if e.window is element.window and ":id/" not in e.resource_id)
    return any(e.editable or e.role is ports.Role.SPINNER or e.checkable for e in page)


def _named(risk: Risk, element: ports.Element, names: list[str], parts: set[str], package: str) -> bool:
    """True if an element has a label of this class. A class that counts only in some packages also counts in a dialog
    of any package, since a fake dialog looks the same.
    """
    rules = risk_table().classes[risk]
    if rules.packages and package not in rules.packages and element.window is not ports.Window.DIALOG:
        return False
    return any(rules.labels.match(name) for name in names) or (element.clickable and bool(parts & rules.ids))


def question_of(button: ports.Element, screen: ports.Screen) -> str:
    """The question that a confirming button answers: the text of its dialog, or of the screen if there is no dialog."""
    dialog = [e for e in screen.elements if e.window is button.window and e is not button]
    if button.window is not ports.Window.DIALOG:
        dialog = [e for e in dialog if not e.clickable]
    return skeleton(" ".join(text for e in dialog if (text := _screen_text(e))))


def _screen_text(element: ports.Element) -> str:
    """The element's text on the screen; a label made from a resource id ("new file dialog") does not count."""
    tail = " ".join(element.resource_id.rpartition("/")[2].replace("_", " ").split())
    label = "" if element.label.casefold() == tail.casefold() else element.label
    return element.text if label == element.text else f"{element.text} {label}".strip()


def _of_dialog(button: ports.Element, screen: ports.Screen) -> Risk | None:
    """The class of a confirming button: the first whose verb is in the dialog's text; AGREE if a dialog asks something
    without a verb of any class.
    """
    text = question_of(button, screen)
    for risk in _SPOKEN if button.window is ports.Window.DIALOG or _asks(text) else _GRAVE:
        if any(re.search(rf"(?<!\w){word}" if not is_dense(word) else word, text) for word in _verbs(risk)):
            return risk
    return Risk.AGREE if _is_question(button, screen, text) else None


_GRAVE = (Risk.CANCEL, Risk.DELETE, Risk.BLOCK, Risk.PAY, Risk.ORDER, Risk.INSTALL)
_SPOKEN = (*_GRAVE, *(kind for kind in _DECLARED if kind not in (*_GRAVE, Risk.AGREE)))


def _asks(text: str) -> bool:
    return any(mark in text for mark in "?؟")


def _is_question(button: ports.Element, screen: ports.Screen, text: str) -> bool:
    """True if a button answers a question in words, not a form, a picker or a choice."""
    if risk_table().harmless.search(text):
        return False
    around = [e for e in screen.elements if e.window is button.window and e is not button]
    if any(e.editable or e.checkable or e.scrollable for e in around):
        return False
    if _asks(text):
        return True
    return button.window is ports.Window.DIALOG and len(text.split()) >= 5 and any(e.clickable for e in around)


@cache
def _verbs(risk: Risk) -> tuple[str, ...]:
    data = tables()
    rules = data[risk.value]
    verbs = (*rules["labels"], *rules.get("last", ()), *rules.get("verbs", ()))
    return tuple(re.escape(skeleton(label)) for label in verbs if label not in ("get", "update", "post", "share"))


def for_people_only(screen: ports.Screen) -> str:
    """The screen's words that ask for a person instead of a program, or "locked"; empty if there are none."""
    if any(issue.kind is ports.CaptureKind.LOCKED for issue in screen.issues):
        return "locked"
    # Parts of words count ("reCAPTCHA"): they identify nothing, and handing the phone over too often does no harm
    skeletons = [skeleton(text) for element in screen.elements for text in element.texts]
    return next((text for text in risk_table().people if any(text in screen_text for screen_text in skeletons)), "")


def commits(action: ports.Action, risk: str) -> bool:
    """True if an action may have made something lasting, so that repeating the steps to it would double the effect."""
    if risk or (isinstance(action, ports.PressKey) and action.key in ("enter", "delete")):
        return True
    if isinstance(action, ports.Drag):
        return True
    if not isinstance(action, ports.Tap | ports.DoubleTap | ports.LongPress):
        return False
    target = action.target
    if not isinstance(target, ports.Element) or target.checkable:
        return True
    names = {canon(name) for name in (target.label, target.text, target.description)}
    return bool(names & risk_table().commit)


def lasts(action: ports.Action, risk: str) -> bool:
    """True if an action may remove or save things; a swipe can remove a row."""
    return commits(action, risk) or isinstance(action, ports.Swipe)


def changes_something(target: ports.Element) -> bool:
    """True if a button's label says that it saves, adds or changes something, or if it switches between two states."""
    if target.editable or target.role in (ports.Role.TAB, ports.Role.ITEM):
        return False
    names = {canon(name) for name in (target.label, target.text, target.description) if name}
    table = risk_table()
    return target.checkable or bool(names & table.commit) or any(table.adding.search(name) for name in names)


def asks_for(risk: Risk, texts: Iterable[str]) -> bool:
    """True if a person's words mention this effect."""
    table = risk_table()
    if risk in BY_PLACE:
        return False
    lines = (line for text in texts for line in text.splitlines())
    return any(table.classes[risk].words.search(_spoken(line)) for line in lines)


def _spoken(line: str) -> str:
    """The orders in a line. Quoted texts are data to write or find, unless the line touches them."""
    return canon(line) if is_touching(line) else canon(unquoted(line))
