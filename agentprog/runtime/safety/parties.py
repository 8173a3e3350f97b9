"""Who would get it, how much, and what: read off the screen at the moment of an effect, and held against what a person
wrote. What only a screen or a model says may not become a recipient, an amount or an app without a question.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from agentprog.ports import Action, DoubleTap, Drag, Element, LongPress, OpenLink, Screen, Tap, Window
from agentprog.runtime.safety.risk import Risk, Wording, risk_table, wording

_NUMBER = re.compile(r"\+?\d[\d\s()./\-]{4,}\d")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_MONEY = re.compile(
    r"(?:[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|RMB|CNY)\b)\s?(\d[\d.,]*)|(\d[\d.,]*)\s?(?:[$€£¥₹元]|\b(?:USD|EUR|GBP|CHF|RMB|CNY|dollars?|euros?)\b)",
    re.IGNORECASE,
)
_PRICE = re.compile(r"(?<![\d.,])\d{1,6}[.,]\d{2}(?![\d.,])")
_QUOTED = r'"([^"]{1,80})"|“([^”]{1,80})”|„([^“”]{1,80})[“”]|‘([^’]{1,80})’'
_NAME = r"[^\W\d_a-zß-öø-ÿ]\w*(?:['’]\w+)?(?:[ .\-]+[^\W\d_a-zß-öø-ÿ]\w*(?:['’]\w+)?){0,4}"
_ANY_QUOTED = re.compile(_QUOTED)
_TOP = 0.14
"""The part of the height in which a conversation's title stands."""
_LONGEST = 60
_MOST_ROWS = 400
_MOST_SCREENS = 60
_LONGEST_SCREEN = 4000
"""Characters of a screen that are remembered."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Words:
    """What a person wrote that counts here: `person` everything of theirs, `step` the statement with the values of
    their variables in it; one whose value a screen or a model said stands there by its name."""

    person: tuple[str, ...] = ()
    step: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sight:
    """What a screen of this package showed side by side: of each row its numbers and what it says, and the same of the
    screen as a whole. Numbers are digits, texts are folded."""

    package: str
    rows: tuple[tuple[frozenset[str], str], ...]
    numbers: frozenset[str]
    said: str


class Acquaintances:
    """Which numbers and names the run has seen together, so that a number that was named may stand there by a name."""

    def __init__(self) -> None:
        self._pairs: deque[tuple[str, frozenset[str], str]] = deque(maxlen=_MOST_ROWS)
        self._screens: deque[tuple[frozenset[str], str]] = deque(maxlen=_MOST_SCREENS)

    def look(self, screen: Screen) -> Sight | None:
        """Remember rows that say a name beside a number, and what else stands on a screen with numbers. Gives what of
        it is new, None: nothing."""
        rows: list[tuple[frozenset[str], str]] = []
        every: set[str] = set()
        for element in screen.elements:
            said = f"{element.label} {element.text}"
            numbers = frozenset(digits for found in _NUMBER.findall(said) if (digits := _digits(found)))
            every |= numbers
            if numbers and not element.editable and (element.package or screen.package) == screen.package:
                rows.append((numbers, _folded(said)))
        if not every:
            return None
        whole = _folded(" ".join(e.text or e.label for e in screen.elements if e.window is not Window.KEYBOARD))
        whole = whole[:_LONGEST_SCREEN]
        new = tuple(dict.fromkeys(row for row in rows if (screen.package, *row) not in self._pairs))
        if not new and (frozenset(every), whole) in self._screens:
            return None
        sight = Sight(package=screen.package, rows=new, numbers=frozenset(every), said=whole)
        self.add(sight)
        return sight

    def add(self, sight: Sight) -> None:
        """Remember what was seen."""
        self._pairs.extend((sight.package, numbers, said) for numbers, said in sight.rows)
        if (sight.numbers, sight.said) not in self._screens:
            self._screens.append((sight.numbers, sight.said))

    def same(self, name: str, number: str, *, package: str, trusted: bool) -> bool:
        """Whether a row of this package showed both, or, for a name that a person wrote, one screen did."""
        wanted, digits = _folded(name), _digits(number)
        if not digits or not wanted or _digits(name):
            return False
        for where, numbers, said in self._pairs:
            if where == package and wanted in said and any(_same_number(digits, other) for other in numbers):
                return True
        words = set(wanted.split())
        return trusted and any(
            words <= set(re.split(r"[\s,]+", said)) and any(_same_number(digits, other) for other in numbers)
            for numbers, said in self._screens
        )


def doubt(risk: Risk, action: Action, screen: Screen, words: Words, known: Acquaintances) -> str:
    """Why this effect is not quite what a person asked for; empty when nothing speaks against it."""
    if risk in (Risk.SEND, Risk.CALL, Risk.SHARE):
        return _about_link(action, words) or _about_recipient(risk, action, screen, words, known)
    if risk is Risk.PAY:
        return _about_money(action, screen, words) or _about_recipient(risk, action, screen, words, known)
    if risk is Risk.INSTALL:
        return _about_app(screen, words)
    return ""


def _about_link(action: Action, words: Words) -> str:
    if not isinstance(action, OpenLink) or any(action.url.strip() in text for text in words.person):
        return ""
    return f"nobody wrote the link {action.url[:120]}"


# ---------------------------------------------------------------- recipients


def _about_recipient(risk: Risk, action: Action, screen: Screen, words: Words, known: Acquaintances) -> str:
    named = recipients_in(words.step)
    for one in recipients_on(risk, action, screen):
        trusted = _written(one, words.person)
        if not named:
            if trusted or _replies(words.step):
                continue
            return f'it would go to "{one}", whom nobody named'
        meant = [
            other for other in named
            if _same(one, other) or known.same(one, other, package=screen.package, trusted=trusted)
            or known.same(other, one, package=screen.package, trusted=True)
        ]  # fmt: skip
        if not meant:
            return f'it would go to "{one}", and the step names {_listed(named)}'
        if not trusted and not any(_written(other, words.person) for other in meant):
            return f'it would go to "{one}", whom no person named'
    return ""


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in list(names)[:3])


def _written(one: str, texts: Iterable[str]) -> bool:
    """Whether somebody's words contain this recipient: a number by its digits, a name as a whole."""
    digits = _digits(one)
    folded = _folded(one)
    for text in texts:
        if digits and any(_same_number(digits, _digits(found)) for found in _NUMBER.findall(text)):
            return True
        if not digits and folded and re.search(rf"(?<!\w){re.escape(folded)}(?!\w)", _folded(text)):
            return True
    return False


def _same(one: str, other: str) -> bool:
    """Whether two ways to say a recipient can be one: equal digits, or the words of one among those of the other."""
    a, b = _digits(one), _digits(other)
    if a or b:
        return bool(a and b) and _same_number(a, b)
    first, second = set(_folded(one).split()), set(_folded(other).split())
    return bool(first and second) and (first <= second or second <= first)


def _same_number(a: str, b: str) -> bool:
    """Equal, or one is the other without its country code."""
    return a == b or (min(len(a), len(b)) >= 7 and (a.endswith(b.lstrip("0")) or b.endswith(a.lstrip("0"))))


def recipients_in(step: str) -> tuple[str, ...]:
    """Those whom a statement names: after "to", or right after a verb of sending; numbers and addresses as well."""
    rules = wording()
    quoted, plain = _patterns(_replies(step))
    found: dict[str, None] = {}
    for match in quoted.finditer(step):
        found[next(group for group in match.groups() if group).strip(" .,;:!?")] = None
    for match in plain.finditer(_ANY_QUOTED.sub(' "" ', step)):
        found[next(group for group in match.groups() if group).strip(" .,;:!?")] = None
    names = (_without_verbs(name) for name in found)
    return tuple(name for name in names if name and _folded(name) not in rules.no_names)


def _without_verbs(name: str) -> str:
    """In a script without spaces the verb follows the name at once: it is cut off."""
    verbs = [
        match.start()
        for risk in (Risk.SEND, Risk.CALL)
        for match in [risk_table().classes[risk].words.search(name)]
        if match
    ]
    return name[: min(verbs)] if verbs and not name.isascii() else name


@cache
def _patterns(reply: bool) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """One for what is quoted after "to", one for names, numbers and addresses; a quoted text is no place for names."""
    rules = wording()
    number = rf"({_NUMBER.pattern}|{_MAIL.pattern})"
    nouns = rf"(?:(?i:{rules.nouns})\s+)*"
    words = f"{rules.before}|{rules.before_in_reply}" if reply else rules.before
    before = rf"(?:(?i:(?<!\w)(?:{words}))\s+{nouns}|(?:{rules.before_close})\s*)"
    after = rf"(?i:(?<!\w)(?:{rules.verbs}))\s+{nouns}"
    quoted = re.compile(rf"{before}(?:{_QUOTED})")
    return quoted, re.compile(rf"(?:{before}|{after})(?:{number}|({_NAME}))")


def recipients_on(risk: Risk, action: Action, screen: Screen) -> tuple[str, ...]:
    """Those to whom the screen would send or whom it would call: what its fields for them hold, and its title."""
    rules = wording()
    found: dict[str, None] = {}
    app = [e for e in screen.elements if e.window in (Window.APP, Window.DIALOG)]
    fields = [e for e in app if e.editable and not e.password]
    body = max(fields, key=lambda e: e.bounds.top, default=None) if len(fields) > 1 or _is_body(fields, rules) else None
    for field in fields:
        if field is not body and _is_address(field.text):
            found[field.text.strip()] = None
    target = _target(action)
    if target is not None and risk in (Risk.CALL, Risk.SHARE):
        for number in _NUMBER.findall(f"{target.label} {target.text}"):
            found[number.strip()] = None
    title = _title(app, screen, rules)
    if title and (body is not None or (risk is Risk.CALL and not found)):
        found[title] = None
    return tuple(found)


def _is_body(fields: list[Element], rules: Wording) -> bool:
    """Whether the only field of the screen is the one for the message, not for who gets it."""
    if len(fields) != 1:
        return False
    field = fields[0]
    said = f"{field.label} {field.hint} {field.resource_id.rpartition('/')[2]}".casefold()
    return any(word in said for word in rules.body)


def _is_address(text: str) -> bool:
    """Whether a field holds nothing but numbers or addresses."""
    rest = _NUMBER.sub("", _MAIL.sub("", text))
    return bool(text.strip()) and rest != text and not re.sub(r"[\s,;<>()]+", "", rest)


def _title(elements: list[Element], screen: Screen, rules: Wording) -> str:
    """The title of a conversation: the first plain text at the top, unless it is the name of the screen itself."""
    top = screen.height * _TOP
    texts = [
        e for e in elements
        if not e.clickable and not e.editable and e.label and e.bounds.top < top and len(e.label) <= _LONGEST
    ]  # fmt: skip
    first = min(texts, key=lambda e: (e.bounds.top, e.bounds.left), default=None)
    if first is None or _folded(first.label) in rules.titles:
        return ""
    return first.label.strip()


def _replies(step: str) -> bool:
    folded = _folded(step)
    return any(word in folded for word in wording().replies)


# ---------------------------------------------------------------- amounts and apps


def _about_money(action: Action, screen: Screen, words: Words) -> str:
    written = {_amount(found) for text in words.person for found in re.findall(r"\d[\d.,]*", text)}
    target = _target(action)
    near = [e for e in screen.elements if target is None or e.window is target.window]
    shown = [f"{target.label} {target.text}"] if target is not None and _amounts(target.label + target.text) else []
    shown = shown or [f"{e.label} {e.text}" for e in near if e.window is not Window.KEYBOARD]
    amounts = {found for text in shown for found in _amounts(text)}
    if not amounts:
        return ""
    strange = sorted(amounts - written)
    return f"it is about {', '.join(strange[:3])}, an amount that nobody named" if not amounts & written else ""


def _amounts(text: str) -> set[str]:
    found = {_amount(first or second) for first, second in _MONEY.findall(text)}
    return (found or {_amount(price) for price in _PRICE.findall(text)}) - {""}


def _amount(text: str) -> str:
    """A number as plain digits with a point, `1,234.50` and `1.234,50` alike."""
    plain = text.strip(".,")
    if re.search(r"[.,]\d{1,2}$", plain):
        whole, cents = re.split(r"[.,](?=\d{1,2}$)", plain)
        return f"{re.sub(r'[.,]', '', whole)}.{cents:0<2}".removesuffix(".00")
    return re.sub(r"[.,]", "", plain)


def _about_app(screen: Screen, words: Words) -> str:
    """An app to be installed must be one that a person's words name."""
    said = _folded(" \n ".join((*words.person, words.step)))
    texts = {
        _folded(e.label) for e in screen.elements if 3 <= len(e.label) <= _LONGEST and e.window is not Window.SYSTEM
    }
    generic = wording().titles
    if any(text not in generic and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", said) for text in texts):
        return ""
    return "no app that anybody named is on this screen"


def _target(action: Action) -> Element | None:
    if isinstance(action, Tap | DoubleTap | LongPress):
        return action.target if isinstance(action.target, Element) else None
    if isinstance(action, Drag):
        return action.end if isinstance(action.end, Element) else None
    return None


def _digits(text: str) -> str:
    """The digits of what is a telephone number and nothing else."""
    digits = re.sub(r"\D", "", text)
    return digits if len(digits) >= 5 and not re.search(r"[^\W\d_]", text) else ""


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
