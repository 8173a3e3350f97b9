"""Reports legal text that the author probably intended differently: text without quotes, text after a closing quote,
code in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import pairwise

from agentprog.lang.ast import (
    Action,
    Apply,
    Assign,
    Compare,
    Entry,
    ForEach,
    Line,
    ObjectExpr,
    Program,
    Ref,
    Semantic,
    Span,
    TableExpr,
    Template,
)  # fmt: skip
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.constants import literal_values
from agentprog.lang.check.values.held import Kinds, kinds_held
from agentprog.lang.check.wording.unquoted import instead_of
from agentprog.lang.phrases.expressions import exact, is_condition
from agentprog.lang.phrases.references import whole_quoted
from agentprog.lang.reading.slips import sign_in_stp
from agentprog.lang.reading.word_order import ends_with_a_condition
from agentprog.lang.source.text import QUOTED, Piece, plain, top_level, without_texts
from agentprog.lang.visit import expressions, lines, statements, walk
from agentprog.lang.vocabulary.words import Words

QUOTE_SIGNS = "\"'`“”„‟＂「『‘’«»‹›"
_CODE = re.compile(
    r"&&|\|\||(?<![\w!?])!(?=[\w{(])|==|!=|\+\+|\s[-+*/]?=\s|->|=>|\w+\(|\{(?=\s|$)|;\s*$|\b[A-Za-z_]\w*\.[A-Za-z_]\w*\s*="
    r"|;\s*do$|\.[a-z]+\sdo$|\s//\s|\$[A-Za-z_]\w*|<[a-z_]\w*>|\{\{\}\}"
)
"""Signs that occur in code but not in plain words."""
_CALLED = re.compile(r"\w+\((?:\"[^\"]*\"|\{\}|\d+)(?:,\s*(?:\"[^\"]*\"|\{\}|\d+))*\)")
"""A function call in any script: `打招呼（“小李”）`."""


_SHELLED = re.compile(r"\$(?P<name>[A-Za-z_]\w*)|(?P<command>\$\([^()]*\))|%(?P<wrapped>[A-Za-z_]\w*)%")
"""Shell-style variables and commands in a text."""
_FORMATTED = re.compile(r"[fF][\"'“]")
"""The beginning of a text that Python fills in: `f"..."`."""
MESSAGES = ("message", "question", "reason")
"""The slots whose text the user is shown."""
_CURRENCY = 3
"""Length of a currency code: `$AUD` is money."""


_TEXTS = re.compile(QUOTED)
_FORMULA = re.compile(r"=\s?[A-Z]{1,9}[\d(]")
"""The beginning of a formula of a spreadsheet: `=A1`, `=SUM(`."""
_ABOUT_CODE = ("STP128", "STP207", "STP215", "STP223")
"""Findings on lines that are written in another programming language."""
_ASKED = re.compile(r"(?P<ref>\{[^{}]*\})(?P<rest>(?P<code>\?)?\.(?P<key>[^\W\d]\w*)(?P<call>\(\))?)")
"""A property of code behind a variable: `{names}.length`, `{name}?.upper()`."""
_UNKNOWN: Kinds = frozenset(("other",))
_WITHOUT_PARTS: Kinds = frozenset(("number", "text", "truth", "list"))
_TWO_SIGNS = re.compile(r"\{[^{}]*\}\s*=\s*\{[^{}]*\}\s*=[^=].*")


class MisreadingsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.keys = _keys(program)
        self.known = literal_values(program)
        self.messages: list[Template] = []

    @cached_property
    def names(self) -> frozenset[str]:
        """Every variable of the program. Computed on first use, because few checks need it."""
        return frozenset(node.name for node in walk(self.program) if isinstance(node, Ref))

    @cached_property
    def gone_over(self) -> frozenset[str]:
        """The variables that loops go over."""
        loops = (line.items for line in statements(self.program) if isinstance(line, ForEach))
        return frozenset(items.name for items in loops if isinstance(items, Ref))

    def _is_gone_over(self, line: Span) -> bool:
        """True for a line that sets a variable over which a loop goes."""
        row = self.report.text[line.start : line.end].partition("\n")[0]
        return any(f"{{{name}}}" in row for name in self.gone_over)

    @cached_property
    def counts(self) -> frozenset[str]:
        """Variables that a line sets to a number of items, or to a text."""
        lines = (line for line in statements(self.program) if isinstance(line, Assign))
        counted = {
            line.target.name for line in lines if isinstance(line.value, Apply) and line.value.function == "count"
        }
        return frozenset(counted | {name for name, kinds in self.kinds.items() if kinds == {"text"}})

    @cached_property
    def kinds(self) -> Mapping[str, Kinds]:
        return kinds_held(self.program)

    def run(self) -> None:
        for line in lines(self.program):
            self._line(line)
        writes_code = any(finding.code in _ABOUT_CODE for finding in self.report.found)
        for message in self.messages:
            self._dollar(message, writes_code=writes_code)

    def _line(self, line: Line) -> None:
        for name in (*MESSAGES, "prompt", "value"):
            value = getattr(line, name, None)
            if isinstance(value, Template) and value.span.line:
                self._text(value, name, line.span)
        if isinstance(line, Assign) and isinstance(line.value, Compare) and line.span.line:
            self._twice(line.span)
        message = getattr(line, "message", None)
        if isinstance(message, Template):
            self.messages.append(message)
        if isinstance(line, Action):
            self._code(line.text)
            self._shelled(line.text)
        texts = [item for item in expressions(line) if isinstance(item, Template) and len(item.parts) > 1]
        ref_starts = {ref.span.start for text in texts for ref in text.refs}
        for item in expressions(line):
            if isinstance(item, Semantic):
                self._code(item.text, condition=True)
                self._half(item)
            elif isinstance(item, Ref):
                self._question(item, inside=item.span.start in ref_starts)
            elif isinstance(item, Template) and not (isinstance(line, Action) and item is line.text):
                self._shelled(item)

    # ------------------------------------------------------------------------------------------------ texts

    def _text(self, value: Template, name: str, line: Span) -> None:
        raw = self.report.raw(value)
        whole_value = isinstance(value.parts[0], Ref) and len(value.parts) == 1 if value.parts else True
        if not raw or whole_value or _FORMATTED.match(raw):
            return
        if raw[0] not in QUOTE_SIGNS and _in_pieces(plain(raw), name):
            message = "a text in quotes is next to other words, so its quotes are part of the text"
            hint = 'put all of it in one pair of quotes, variables too: `"{n} of 4"`'
            self.report.add("STP214", message, value.span, hint)
            return
        asked = _ASKED.fullmatch(raw)
        if asked and (asked["code"] or asked["call"] or asked["key"].casefold() in self.words.section("questions")):
            self._asked(value, asked)
            return
        if raw[0] == "`" and "${" in raw:
            message = "the dollar sign is text, and stays in front of the value"
            self.report.add("STP219", message, value.span, f"write {raw.replace('${', '{')}")
        if name == "value":
            self._run_by_nothing(value, raw)
        if raw[0] not in QUOTE_SIGNS:
            if name == "value":
                message = f"{str(value)!r} has no quotes, and is taken as text"
                plain_value = asked and self.kinds.get(asked["ref"].strip("{}"), _UNKNOWN) <= _WITHOUT_PARTS
                hint = (
                    f'write "{raw}"'
                    if plain_value
                    else instead_of(raw, self.words, self.names, listed=self._is_gone_over(line))
                )
                self.report.add("STP209", message, value.span, hint)
        elif whole_quoted(Piece(raw, vocabulary=self.words)) is None:
            message = "more words follow the closing quote, so all of it, with the quotes, is the text"
            moved = self._moved(value.span, line)
            hint = moved or "end the line there, join texts with +, or describe the calculation with `compute`"
            self.report.add("STP214", message, line if moved else value.span, hint)

    def _run_by_nothing(self, value: Template, raw: str) -> None:
        """Reports a command in backticks and a formula in quotes: both are texts."""
        if raw[0] == "`" and raw[-1] == "`" and '"' in self.report.text:
            message = "backticks are quotes like all others: this is a text, and no command runs"
            self.report.add("STP215", message, value.span, f'write "{value}" for the text')
        elif raw[0] in QUOTE_SIGNS and _FORMULA.match(raw[1:]):
            message = "this is a text, and nothing works out the formula in it"
            self.report.add("STP215", message, value.span, "calculate with variables and without quotes: `{a} + {b}`")

    def _asked(self, value: Template, asked: re.Match[str]) -> None:
        """Reports `{prices}.max()`, which is the value and the words behind it."""
        question = self._of_a_list(asked)
        message = f"{asked['rest']!r} is text here, and stays behind the value"
        if question:
            hint = f"did you mean `{self.words.operator(question)} {asked['ref']}`?"
        else:
            compute = f'{self.words.escaped("compute")} "{asked["key"]} of {asked["ref"]}"'
            hint = f'write "{value}" for a text, or `{compute}` for code to work it out'
        self.report.add("STP211", message, value.span, hint)

    def _of_a_list(self, asked: re.Match[str]) -> str:
        """The operator on lists that a property stands for; empty for a text, which has other properties."""
        known = self.kinds.get(asked["ref"].strip("{}"), frozenset())
        return "" if known == {"text"} else str(self.words.section("questions").get(asked["key"].casefold(), ""))

    def _moved(self, value: Span, line: Span) -> str:
        """The advice for `Tell user "a" if {x} is 3`: the condition stands in front."""
        raw = self.report.text[line.start : value.end].partition("\n")[0]
        piece = Piece(raw, vocabulary=self.words)
        closing = _TEXTS.match(piece.plain, value.start - line.start)
        moved = ends_with_a_condition(piece, closing.end()) if closing else ""
        return f"did you mean `{moved}`?" if moved else ""

    def _shelled(self, value: Template) -> None:
        """Reports `$NAME`, `$(...)` and `%NAME%` inside quotes, the syntax of other languages for values in texts."""
        for part in value.parts:
            if not isinstance(part, str) or ("$" not in part and "%" not in part):
                continue
            for found in _SHELLED.finditer(part):
                name = found["name"] or found["wrapped"] or ""
                known = next(
                    (
                        name_of_variable
                        for name_of_variable in sorted(self.names)
                        if name_of_variable.casefold() == name.casefold()
                    ),
                    None,
                )
                if known is not None or found["command"] or (name.isupper() and len(name) > _CURRENCY):
                    message = f"{found.group()!r} is text here, and no value replaces it"
                    hint = f"write {{{known or name}}}" if name else "set a variable to it above, and write {its_name}"
                    self.report.add("STP219", message, value.span, hint)

    def _twice(self, span: Span) -> None:
        """Reports `{a} = {b} = 0`, where the second sign compares."""
        text = without_texts(self.report.text[span.start : span.end].partition("\n")[0], "")
        if _TWO_SIGNS.fullmatch(text.strip()):
            message = "the second = compares here, so the variable is set to true or false"
            self.report.add("STP215", message, span, "write a line for each variable")

    def _dollar(self, value: Template, *, writes_code: bool) -> None:
        """Reports a dollar sign directly before a text value: `${person.name}`. Before a number it may be a price,
        unless the program holds other code, or the number counts things."""
        for before, part in pairwise(value.parts):
            if not (isinstance(before, str) and before.endswith("$") and isinstance(part, Ref) and part.span.line):
                continue
            owner = self.known.get(part.name)
            entries = {entry.key: entry.value for entry in owner.entries} if isinstance(owner, ObjectExpr) else {}
            is_text = bool(part.path) and isinstance(entries.get(str(part.path[0])), Template)
            is_count = not part.path and (writes_code or part.name in self.counts)
            if is_text or is_count:
                message = "the dollar sign is text, and stays in front of the value"
                self.report.add("STP219", message, part.span, f"write {part}")

    def _code(self, text: Template, *, condition: bool = False) -> None:
        wording = "".join(part if isinstance(part, str) else "{}" for part in text.parts)
        found = _CODE.search(re.sub(r"https?://\S+", "", without_texts(wording, ""))) or _CALLED.fullmatch(
            plain(wording)
        )
        found = found or _key_of_a_list(self.words).search(without_texts(wording, ""))
        if found:
            message = (
                f"{found.group().strip()!r} looks like code, but this is read as plain words, which a model judges"
            )
            hint = "write it in the words of STP: `and`, `or`, `is`, a variable as `{name}`, a block by indentation"
            sign = "==" if condition and found.group().strip() == "=" else found.group()
            hint = sign_in_stp(sign, self.words) or hint
            self.report.add("STP215", message, text.span, hint)

    def _half(self, semantic: Semantic) -> None:
        """Reports a condition for a model that has an exact side."""
        if not semantic.span.line or not semantic.text.refs:
            return
        piece = self.piece(semantic)
        sides = list(_sides(piece, self.words))
        known = [exact(side) for side in sides]
        tests = [test for test in known if test is not None and is_condition(test) and not isinstance(test, Ref)]
        reported = self._reported(piece)
        if reported is not None:
            message = "this part is exact, but a model judges the whole condition"
            hint = f"write only `{reported.raw}`, or `judge` and the whole in quotes"
            self.report.add("STP216", message, reported.span(), hint)
        elif len(sides) > 1 and tests:
            message = "one side of this condition is exact, but a model judges the whole condition"
            hint = 'write each side as a separate condition, with `judge "..."` for a side that a model judges'
            self.report.add("STP216", message, semantic.span, hint)

    def _reported(self, piece: Piece) -> Piece | None:
        """The exact condition after `it turns out that` or before a comma."""
        starts = (re.search(rf"\s{re.escape(word)}\s", piece.plain) for word in self.words.all("values", "that"))
        for begin in (0, *(found.end() for found in starts if found)):
            commas = (at for at in top_level(piece.plain, ",") if not piece.raw[at + 1 : at + 2].isdigit())
            end = next((at for at in commas if at > begin), len(piece))
            if not begin and (end == len(piece) or exact(next(_sides(piece.cut(end + 1), self.words))) is not None):
                continue
            test = exact(piece.cut(begin, end))
            if test is not None and is_condition(test) and not isinstance(test, Ref):
                return piece.cut(begin, end)
        return None

    # ------------------------------------------------------------------------------------------------ references

    def _question(self, ref: Ref, *, inside: bool) -> None:
        """Reports `{names.length}`: a key that nothing in the program sets, used as a question about a list."""
        key = ref.path[-1] if ref.path else None
        question = self.words.section("questions").get(key.casefold()) if isinstance(key, str) else None
        if question is None or key in self.keys or not ref.span.line:
            return
        owner = Ref(name=ref.name, path=ref.path[:-1])
        message = f"this means the value of the key {key!r}, which no object here has"
        value = f"{self.words.operator(question)} {owner}"
        hint = f"write `{{n}} = {value}` above, and {{n}} in the text" if inside else f"did you mean `{value}`?"
        self.report.add("STP211", message, ref.span, hint)


@lru_cache(maxsize=8)
def _key_of_a_list(known: Words) -> re.Pattern[str]:
    """`items.length`, outside braces: how code asks something of a list."""
    keys = "|".join(re.escape(key) for key in known.section("questions") if key.isascii())
    return re.compile(rf"(?<![\w./\"])[A-Za-z_]\w*\.(?:{keys})(?![\w./])")


def _in_pieces(whole: str, name: str) -> bool:
    """True if a quoted text is part of a longer text: next to a variable, with a space at an end (`done " of 4"`), or
    the question itself (`ask me quickly "Where?"`)."""
    for text in _TEXTS.finditer(whole):
        inside = text.group()[1:-1]
        braces_near = whole[: text.start()].rstrip().endswith("}") or whole[text.end() :].lstrip().startswith("{")
        is_question = name == "question" and inside.endswith("?") and text.end() == len(whole)
        if inside.strip() and (is_question or braces_near or inside != inside.strip()):
            return True
    return False


def _sides(piece: Piece, known: Words) -> Iterator[Piece]:
    """Yields the parts of a condition between `and` and `or`."""
    joints = "|".join(re.escape(word) for name in ("AND", "OR") for word in known.all("operators", name))
    found = re.compile(rf"\s(?:{joints})\s", re.IGNORECASE)
    start = 0
    for at in top_level(piece.plain, " "):
        joint = found.match(piece.plain, at)
        if joint and at >= start:
            yield piece.cut(start, at)
            start = joint.end()
    yield piece.cut(start)


def _keys(program: Program) -> set[str]:
    """Every key and column that the program sets."""
    found: set[str] = set()
    for node in walk(program):
        if isinstance(node, Entry):
            found.add(node.key)
        elif isinstance(node, TableExpr):
            found |= set(node.columns)
    for statement in statements(program):
        target = getattr(statement, "target", None)
        found |= {part for part in target.path if isinstance(part, str)} if isinstance(target, Ref) else set()
    return found
