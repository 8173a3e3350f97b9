"""Finds lines that put a value into a variable, or take one out of a list, in words that do neither: the variable is
their target, and they name nothing on the phone."""

from __future__ import annotations

import re

from agentprog.lang.ast import (
    Action,
    AddTo,
    Branch,
    Compare,
    DirectUI,
    Expr,
    ForEach,
    If,
    IsEmpty,
    Program,
    Ref,
    Semantic,
    Statement,
    Template,
)
from agentprog.lang.check.report import COMPUTED, QUOTE, VALUE, Findings, Pass
from agentprog.lang.check.values.held import kinds_held
from agentprog.lang.check.wording.sentence import begins, heads, masked
from agentprog.lang.effects.orders import is_touching
from agentprog.lang.phrases.expressions import bare_items, exact
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.reading.paraphrases import other_conditions
from agentprog.lang.source.text import QUOTED, Piece, plain, shadow
from agentprog.lang.visit import all_defined_by, statements
from agentprog.lang.vocabulary.orders import DENSE, Orders

_ADDS = ("add_to", "keep_in", "put_in")
_PUTS = (*_ADDS, "assign", "type")
_TAKES = ("remove_from",)
_OUTWARD = ("send", "call", "share", "pay", "post", "grant")
_NUMBER = r"(?<![A-Za-z\d_.])\d+(?:\.\d+)?(?![A-Za-z\d_.])"
_LITERAL = re.compile(rf"{QUOTED}|\{{[^{{}}]*\}}|{_NUMBER}")
_SIGN = re.compile(rf"[{QUOTE}{VALUE}]|{_NUMBER}")
_FEW = 3
"""The most words that name what is put into a list."""
_ROLES = ("inside", "towards", "stands", "source")


class TargetsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        lines = tuple(statements(program))
        items = {line.target.name for line in lines if isinstance(line, ForEach)}
        self.kinds = kinds_held(program)
        self.set = {ref.name for line in lines for ref in all_defined_by(line) if not ref.path} - items
        self.lists = {name for name, kinds in self.kinds.items() if "list" in kinds and name not in items}
        self.lists |= {line.target.name for line in lines if isinstance(line, AddTo) and not line.target.path}
        self.names = frozenset(self.kinds)
        self.empty: dict[str, Ref] = {}
        """By the id of a line: the variable that is empty where the line runs."""
        for line in lines:
            for branch in line.branches if isinstance(line, If) else ():
                ref = self._tested(branch)
                self.empty |= {inner.id: ref for inner in branch.body} if ref is not None else {}

    def run(self) -> None:
        for line in statements(self.program):
            if isinstance(line, DirectUI):
                self._typed(line)
            elif isinstance(line, Action) and line.span.line and not (line.app or line.said or line.capture):
                self._step(line)

    def _tested(self, branch: Branch) -> Ref | None:
        """The variable whose emptiness a condition tests, perhaps in other words."""
        test: Expr | None = branch.condition
        if isinstance(test, Semantic):
            piece = Piece(str(test.text), vocabulary=self.words)
            ways = (exact(Piece(way, vocabulary=self.words)) for way in other_conditions(piece, self.names))
            test = next((way for way in ways if isinstance(way, IsEmpty)), None)
        tested = test.operand if isinstance(test, IsEmpty) else None
        if isinstance(test, Compare) and isinstance(test.right, Template) and not test.right.parts:
            tested = test.left
        return tested if isinstance(tested, Ref) and not tested.path else None

    def _typed(self, line: DirectUI) -> None:
        """Reports `Clear {list}` and `Type "hi" into {note}`, which change a field and leave the variable unchanged."""
        refs = line.target.refs if isinstance(line.target, Template) else ()
        if line.command not in ("clear", "type") or len(refs) != 1 or refs[0].path or str(line.target) != str(refs[0]):
            return
        if self._is_target(line, refs[0], place=True):
            value = self.report.row(line.text) if line.text is not None else ""
            value = value or ("[]" if refs[0].name in self.lists else '""')
            does = "empties" if line.command == "clear" else "types into"
            message = f"this {does} a field of the screen, and {refs[0]} keeps its value"
            written = self.words.written("assign", target=str(refs[0]), value=value)
            self.report.add("STP222", message, line.span, f"write `{written}`")

    def _is_target(self, line: Statement, ref: Ref, *, place: bool) -> bool:
        """True for a variable that the program sets; where a place is named, only if it cannot be a field's name."""
        empty = self.empty.get(line.id)
        if empty is not None and empty.name == ref.name:
            return True
        kinds = self.kinds.get(ref.name, frozenset())
        return ref.name in self.lists or (ref.name in self.set and (not place or kinds != {"text"}))

    def _step(self, step: Action) -> None:
        empty = self.empty.get(step.id)
        for ref in step.text.refs:
            if not ref.path and (change := self._change(step, ref)):
                self._report(step, ref, change)
                return
        spoken = masked(step.text)
        lexicon = self.words.lexicon(spoken)
        if empty is not None and _SIGN.findall(spoken) == [QUOTE] and self._puts("", spoken, lexicon):
            self._report(step, empty, self.words.written("assign", target=str(empty), value=self._value(step, empty)))

    def _report(self, step: Action, ref: Ref, change: str) -> None:
        message = f"this is read as a step on the phone, and a step changes no variable: {ref} keeps its value"
        hint = f"write its new value, such as `{change}`; if it is meant for the phone, name the app"
        self.report.add("STP222", message, step.span, hint)

    def _change(self, step: Action, ref: Ref) -> str:
        """The line that makes the change; empty if the variable is not the target of the step."""
        spoken = masked(step.text, self.names - {ref.name})
        before, found, after = spoken.partition(COMPUTED)
        role = self._role(before)
        if not found or not role or COMPUTED in after:
            return ""
        lexicon = self.words.lexicon(spoken)
        if ref.name in self.lists:
            form = self._listed(role, before, after, lexicon)
            return self.words.written(form, target=str(ref), value=self._value(step, ref)) if form else ""
        values = _SIGN.findall(before + after)
        if role in ("towards", "source") or len(values) != 1 or (role == "inside" and values == [VALUE]):
            return ""
        is_put = self._is_target(step, ref, place=role == "inside") and self._puts(role, spoken, lexicon)
        return self.words.written("assign", target=str(ref), value=self._value(step, ref)) if is_put else ""

    def _role(self, before: str) -> str:
        """What the words in front of a variable make of it: a place, a direction, a source, or what a value is for."""
        named = any_of((*self.words.all("values", "determiners"), *self.words.all("values", "lists"))) or "(?!)"
        lead = re.sub(rf"(?:\s(?:{named}))+\s*$", " ", before)
        for role in _ROLES:
            if re.search(rf"(?:{any_of(self.words.all('changing', role))})\s*$", lead, re.IGNORECASE):
                return role
        return ""

    def _puts(self, role: str, spoken: str, lexicon: Orders) -> bool:
        """True for a verb of setting, and no other thing: `use "Hi" for {greeting}`."""
        lead = any_of(word for name in _ROLES for word in self.words.all("changing", name))
        bare = re.sub(rf"{_SIGN.pattern}|{COMPUTED}|{lead}", " ", spoken, flags=re.IGNORECASE)
        verb = lexicon.verb_of(lexicon.without_lead(spoken))
        if lexicon.place == "anywhere":
            return len(lexicon.content(bare, verb)) <= 1 and not self._goes_out(verb, bare)
        neutral = lexicon.is_of("alters", verb) or lexicon.is_weak(verb) or begins(verb, *heads(self.words, _PUTS))
        aimed = role == "stands" and verb.casefold() not in self.words.all("effects", "send")
        return (aimed or (neutral and not is_touching(verb))) and not self._things(bare, verb, lexicon)

    def _things(self, text: str, verb: str, lexicon: Orders) -> list[str]:
        """The words of a text that may name a thing: no adverbs, and no part of a verb (`trag ... ein`)."""
        idle = {*lexicon.words("leads"), *lexicon.words("ahead"), *self.words.all("inflected", "parting")}
        idle |= {word for name in _ROLES for word in self.words.all("changing", name)}
        return [word for word in lexicon.content(text, verb) if word.casefold() not in idle]

    def _goes_out(self, verb: str, spoken: str) -> bool:
        sends = [word for kind in _OUTWARD for word in self.words.all("effects", kind)]
        return verb.casefold() in sends or any(word in spoken for word in sends if word >= DENSE)

    def _listed(self, role: str, before: str, after: str, lexicon: Orders) -> str:
        """The form that changes a list: something is put into it, or taken out of it, and no other place is named."""
        tail, dense = re.split(r"[,;，；]", after)[0], lexicon.place == "anywhere"
        verb = lexicon.verb_of(lexicon.without_lead(before + tail))
        named = self._things(tail, verb if dense else "", lexicon)
        parted = not dense and bool(lexicon.content(tail)) and not named
        out = self._goes_out(verb, before + tail) or begins(verb, *heads(self.words, ("type",)))
        if role == "stands" or (out and role != "inside" and not parted) or is_touching(verb):
            return ""
        if not self._names_one(before + tail, verb, lexicon) or (_SIGN.search(tail) and not dense):
            return ""
        if role == "source":
            less = (*self.words.all("changing", "less"), *(lexicon.words("edits") if dense else ()))
            if named and not dense:
                return ""
            takes = re.search(any_of(less), before + tail, re.IGNORECASE) or lexicon.is_of("edits", verb) or not verb
            return "remove_from" if takes or begins(verb, *self._only(_TAKES, _ADDS)) else ""
        if dense:
            known = {*self.words.words_of_forms(frozenset(_PUTS)), *self.words.all("changing", "inside")}
            puts = not verb or verb in before or any(word in tail for word in known & lexicon.verbs)
            return "add_to" if puts else ""
        weak = lexicon.is_weak(verb) and _SIGN.search(before) is not None
        puts = not verb or begins(verb, *self._only(_ADDS, _TAKES)) or weak
        read = not _SIGN.search(before) and lexicon.regex("pointing").search(before)  # `Add the sender to {names}`
        return "add_to" if puts and not named and not read else ""

    def _only(self, forms: tuple[str, ...], but: tuple[str, ...]) -> tuple[str, ...]:
        """The first words of some forms that do not begin the others: 把 puts and takes."""
        return tuple(set(heads(self.words, forms)) - set(heads(self.words, but)))

    def _names_one(self, text: str, verb: str, lexicon: Orders) -> bool:
        """True if few words, or a value, name what is put or taken: not `everything in {list}`."""
        several = lexicon.regex("several").search(text) is not None
        unnamed = {*lexicon.words("vague"), *self.words.all("asking", "first")}
        vague = any(word.casefold() in unnamed for word in re.findall(r"[^\W\d_]+", text))
        named = lexicon.content(_SIGN.sub(" ", text), verb)
        return not (several or vague) and bool(_SIGN.search(text) or 0 < len(named) <= _FEW)

    def _value(self, step: Action, ref: Ref) -> str:
        """The value of a step as its words write it; else the words that name one, in quotes."""
        text = str(step.text)
        lexicon = self.words.lexicon(text)
        dense = lexicon.place == "anywhere"
        spoken = text if dense else text.partition(str(ref))[0] or text
        values = [found for found in _LITERAL.finditer(plain(text)) if found.group() != str(ref)]
        order = lexicon.without_lead(masked(step.text))
        verb = lexicon.verb_of(order)
        words_of = list(re.finditer(r"[^\W\d_][\w'’-]*", shadow(plain(spoken))))
        named = set(self._things(" ".join(found.group() for found in words_of), verb, lexicon))
        things = [found for found in words_of if found.group() in named][0 if order.startswith(verb or "\0") else 1 :]
        parts = sorted((*values, *(() if dense else things)), key=lambda found: found.start())
        if len(values) == len(parts) == 1:
            return values[0].group()
        span = text[parts[0].start() : parts[-1].end()] if parts else ""
        if not span or dense or re.search(QUOTED, plain(span)):
            return '"..."'
        items = bare_items(Piece(span, vocabulary=self.words), loose=True) if "," in span else ()
        if items and ref.name in self.lists:
            return ", ".join(f'"{item}"' for item in items)
        # A variable among words is worked on: `10 percent of {price}` is no text.
        return f'{self.words.escaped("compute")} "{span}"' if "{" in span else f'"{span}"'
