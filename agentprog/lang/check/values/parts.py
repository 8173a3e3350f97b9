"""Reports a whole list where its length or another part is meant: `"{people}'s length"`, `"{rows} mails"`,
`{prices} > 2`."""

from __future__ import annotations

import re
from functools import lru_cache

from agentprog.lang.ast import (
    Action,
    Apply,
    Arithmetic,
    Ask,
    Assign,
    Compare,
    Compute,
    Entry,
    Expr,
    Extract,
    ForEach,
    ListExpr,
    Number,
    Program,
    Range,
    Ref,
    Repeat,
    Semantic,
    Template,
)  # fmt: skip
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.held import kinds_held, kinds_of, lists_of
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.visit import statements, walk
from agentprog.lang.vocabulary.orders import DENSE, Orders
from agentprog.lang.vocabulary.words import Words

_COMPARED = ("<", "<=", ">", ">=", "==", "!=")
_TEXT_FIELDS = ("value", "message", "question", "prompt", "reason")
_OPERATORS = ("COUNT", "TALLY", "SUM", "AVERAGE", "MINIMUM", "MAXIMUM", "FIRST", "LAST")


class PartsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        nodes = list(walk(program))
        whole = [node.items for node in nodes if isinstance(node, ForEach)]
        whole += [node.operand for node in nodes if isinstance(node, Apply)]
        self.lists = {ref.name for ref in whole if isinstance(ref, Ref) and not ref.path}
        self.lists |= {
            node.target.name for node in nodes if isinstance(node, Assign) and isinstance(node.value, ListExpr)
        }
        self.held = kinds_held(program)
        self.sure = lists_of(program, self.held)
        """Variables that surely hold a list."""
        said = [node for node in nodes if isinstance(node, Action | Compute | Extract | Semantic)]
        self.sentences = {id(node.text) for node in said}
        """The words of steps, conditions and values, in which a verb may follow a list."""
        self.keys = {node.key for node in nodes if isinstance(node, Entry)}
        self.single = {node.target.name for node in nodes if isinstance(node, ForEach)}
        self.single |= {node.capture.name for node in nodes if isinstance(node, Ask) and node.capture is not None}
        self.single |= {
            node.target.name for node in nodes if isinstance(node, Assign) and isinstance(node.value, Template | Number)
        }
        """Variables with one value, which no line takes for a list."""

    def run(self) -> None:
        for statement in statements(self.program):
            for text in (getattr(statement, name, None) for name in _TEXT_FIELDS):
                if isinstance(text, Template) and text.span.line:
                    self._text(text)

        for node in walk(self.program):
            if isinstance(node, Arithmetic) and node.op != "+":
                self._no_number(node.left, node.right)
            elif isinstance(node, Repeat):
                self._no_number(node.times)
            elif isinstance(node, Range):
                self._no_number(node.high)
                self._no_number(node.low, instead="go over the list without an end, and leave the loop with `if`")
            elif isinstance(node, Compare) and node.op in _COMPARED:
                self._no_number(*((node.left,) if self._is_number(node.right) else ()))
                self._no_number(*((node.right,) if self._is_number(node.left) else ()))
            elif isinstance(node, Template) and node.span.line and id(node) not in self.sentences:
                self._counted(node)
            elif isinstance(node, Ref) and node.path and node.name in self.sure and node.span.line:
                self._asked(node)

    def _asked(self, ref: Ref) -> None:
        """Reports `{number of names}`, which means the key `number` of each item."""
        raw = self.report.raw(ref).strip("{}")
        found = _before(self.words).search(raw.removesuffix(ref.name)) if raw.endswith(ref.name) else None
        asked_elsewhere = str(ref.path[-1]).casefold() in self.words.section("questions")
        if found and not found.start() and ref.path[-1] not in self.keys and not asked_elsewhere:
            value = f"{self.words.operator('COUNT')} {{{ref.name}}}"
            message = f"this means the key {ref.path[-1]!r} of each item of {{{ref.name}}}, and no object here has it"
            self.report.add("STP211", message, ref.span, f"write `{{n}} = {value}` above, and {{n}} here")

    def _is_number(self, value: Expr) -> bool:
        return kinds_of(value, self.held) == {"number"}

    def _no_number(self, *values: Expr, instead: str = "") -> None:
        """Reports a list in a calculation, or compared with a number."""
        for value in values:
            if isinstance(value, Ref) and not value.path and value.name in self.sure and value.span.line:
                count = f"{self.words.operator('COUNT')} {value}"
                message = f"{value} is a list here, and not a number"
                hint = f"did you mean `{count}`? To calculate with each item, go over the list with a loop"
                self.report.add("STP224", message, value.span, instead or hint)

    def _counted(self, text: Template) -> None:
        """Reports `"You have {rows} mails"`: a list directly in front of the name of many things, or of a number."""
        for part, after in zip(text.parts, text.parts[1:], strict=False):
            if not isinstance(part, Ref) or part.path or part.name not in self.sure or not isinstance(after, str):
                continue
            lexicon = self.words.lexicon(after)
            found = _many(self.words, lexicon).match(after)
            if found and (found["of"] or found["measure"] or self._is_noun(found["noun"] or "", lexicon)):
                message = (
                    f"the text shows all items of {part} in front of {found.group().strip()!r}, and not their number"
                )
                hint = f"write `{{n}} = {self.words.operator('COUNT')} {part}` above, and {{n}} in the text"
                self.report.add("STP211", message, part.span, hint)

    def _is_noun(self, word: str, lexicon: Orders) -> bool:
        return bool(word) and word.casefold() not in lexicon.idle

    def _text(self, text: Template) -> None:
        for before, part, after in zip(("", *text.parts), text.parts, (*text.parts[1:], ""), strict=False):
            if not isinstance(part, Ref) or part.path:
                continue
            noun = self._operator_after(str(after), part) or self._applied(str(before), part)
            if noun:
                name, phrase = noun
                message = f"the text shows all of {part}, and {phrase!r} as words"
                hint = f"write `{{n}} = {self.words.operator(name)} {part}` above, and {{n}} in the text"
                self.report.add("STP211", message, part.span, hint)

    def _operator_after(self, after: str, ref: Ref) -> tuple[str, str] | None:
        """`{people}'s length`: the operator and its words."""
        found = _possessive(self.words).match(after)
        if found is None or (ref.name in self.single and ref.name not in self.lists):
            return None
        return self.words.section("questions")[found["key"].casefold()], found.group()

    def _applied(self, before: str, ref: Ref) -> tuple[str, str] | None:
        """`the number of {people}`: the operator and its words."""
        found = _before(self.words).search(before) if ref.name in self.lists else None
        name = found and next(
            operator for operator in _OPERATORS if found["words"].casefold() in self.words.all("operators", operator)
        )
        return ("COUNT" if name == "TALLY" else name, found["words"]) if found and name else None


@lru_cache(maxsize=8)
def _many(known: Words, lexicon: Orders) -> re.Pattern[str]:
    """A word in the form for many things, or a number of which something is a part: ` mails`, ` of 10`."""
    endings = [word for word in lexicon.words("plurals") if word.startswith("-")]
    wholes = [word for word in lexicon.words("plurals") if not word.startswith("-")]
    ends = "|".join(re.escape(word[1:]) for word in endings)
    shapes = [rf"[^\W\d_]*[^\W\d_]{{2}}(?:{ends})"] if ends else []
    shapes += [r"(?-i:[A-ZÄÖÜ])[^\W\d_]+"] if known.verb_last else []
    dense = "|".join(re.escape(word) for word in wholes if word >= DENSE)
    spaced = "|".join(re.escape(word) for word in wholes if word < DENSE)
    noun = "|".join((*shapes, spaced or "(?!)"))
    of = any_of(known.reference_of)
    return re.compile(
        rf"(?:\s(?P<of>(?:{of})\s\d)|\s(?P<noun>{noun})(?!\w)|(?P<measure>{dense or '(?!)'}))", re.IGNORECASE
    )


@lru_cache(maxsize=8)
def _possessive(known: Words) -> re.Pattern[str]:
    signs = "|".join(map(re.escape, known.reference_possessive)) or "(?!)"
    return re.compile(rf"(?:{signs})\s*(?P<key>{any_of(known.section('questions'))})", re.IGNORECASE)


@lru_cache(maxsize=8)
def _before(known: Words) -> re.Pattern[str]:
    phrases = any_of(phrase for name in _OPERATORS for phrase in known.all("operators", name))
    return re.compile(rf"(?P<words>{phrases})\s*$", re.IGNORECASE)
