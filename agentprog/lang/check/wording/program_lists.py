"""Finds lines about a list of the program that the run cannot carry out: words after the list of a loop that order
nothing, `how many of them`, an item taken out of a list."""

from __future__ import annotations

import re

from agentprog.lang.ast import Action, Assign, Compute, Expr, Extract, ForEach, Program, Semantic, Tell
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.held import taken_for_lists
from agentprog.lang.check.wording.sentence import begins, heads, masked
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.source.text import Piece
from agentprog.lang.visit import statements
from agentprog.lang.vocabulary.orders import DENSE

_WORKS_ON_LISTS = frozenset(("data", "sort", "sort_by_word", "filter", "count", "get"))
_LIST = re.compile(r"(?P<list>\{[^{}]*\})(?P<comma>\s*,)?\s*(?P<tail>[^{}\"\d]*?)\s*:?\s*")
_TAKES = ("remove_from", "get", "data")
_SHORTEST = 4


class ProgramListsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.lists = taken_for_lists(program)

    def run(self) -> None:
        for statement in statements(self.program):
            if isinstance(statement, ForEach) and isinstance(statement.items, Compute):
                self._items(statement.items)
            if isinstance(statement, Assign | Tell):
                self._counted(statement.value if isinstance(statement, Assign) else statement.message)
            if isinstance(statement, Extract | Action) and statement.app is None and statement.span.line:
                self._taken(statement)

    def _items(self, items: Compute) -> None:
        """Reports `For each {kid} in {kids}, do the needful:`, whose last words change nothing in the list."""
        raw = self.report.row(items)
        found = _LIST.fullmatch(Piece(raw, vocabulary=self.words).plain)
        tail = found["tail"] if found else ""
        if found is None or not tail or self._works(tail):
            return
        if not found["comma"] and not self.words.lexicon(tail).verb_of(tail):
            return
        compute = self.words.escaped("compute")
        message = f"code gets {tail!r} too to work out this list, but these words name no operation on a list"
        hint = f'did you mean `{found["list"]}`? Only `{compute} "..."` with all in quotes passes them to code'
        self.report.add("STP138", message, items.span, hint)

    def _works(self, tail: str) -> bool:
        """True for words by which code chooses or orders the items: `sorted by name`, `without the last`."""
        lexicon = self.words.lexicon(tail)
        verbs = {
            *self.words.starts_of(_WORKS_ON_LISTS),
            *(word for word in lexicon.words("alters") if len(word) > _SHORTEST),
        }
        stems = tuple(word.casefold() for word in verbs if len(word) >= _SHORTEST or word >= DENSE)
        names = ("directions", "ordinals", "numbers")
        whole = {word for name in names for word in self.words.section(name)} | {*self.words.all("itself", "absent")}
        spoken = [word.casefold() for word in re.findall(r"[^\W\d_]+", tail)]
        dense = (word for word in (*stems, *whole) if word >= DENSE)
        return any(word.startswith(stems) or word in whole for word in spoken) or any(word in tail for word in dense)

    def _counted(self, value: Expr) -> None:
        """Reports `how many of them`: no screen shows the length of a list of the program."""
        if not isinstance(value, Semantic) or value.said or not value.span.line or not self.lists:
            return
        spoken = masked(value.text)
        if re.match(rf"\W*(?:{any_of(self.words.all('asking', 'counted')) or '(?!)'})", spoken, re.IGNORECASE) is None:
            return
        names = sorted(self.lists)
        count = f"{self.words.operator('COUNT')} {{{names[-1] if len(names) == 1 else 'list'}}}"
        message = f"a model would count on the screen, and {spoken!r} does not name the list of the program"
        suggestion = f"did you mean `{count}`?" if len(names) == 1 else f"write `{count}`"
        self.report.add("STP138", message, value.span, suggestion)

    def _taken(self, line: Extract | Action) -> None:
        """Reports `Take the first item out of {list} and keep it as {x}`, which is two lines of STP."""
        spoken, refs = masked(line.text), line.text.refs
        if len(refs) != 1 or refs[0].path or refs[0].name not in self.lists or line.capture is None:
            return
        which = next((name for name in ("FIRST", "LAST") if self._names_end(spoken, name)), "")
        if not which or not self._takes(spoken):
            return
        value = f"{self.words.operator(which)} {refs[0]}"
        sets = self.words.written("assign", target=str(line.capture), value=value)
        removes = self.words.written("remove_from", target=str(refs[0]), value=str(line.capture))
        message = f"a model looks for this on the phone, but {refs[0]} is in the program"
        self.report.add("STP138", message, line.span, f"write `{sets}`, and `{removes}` below it")

    def _takes(self, spoken: str) -> bool:
        """True if a text begins with a verb that takes something out of a list, or has a word for that."""
        lexicon = self.words.lexicon(spoken)
        takes = begins(spoken, *heads(self.words, _TAKES)) or lexicon.is_of("alters", lexicon.verb_of(spoken))
        return takes or bool(re.search(any_of(self.words.all("changing", "less")), spoken, re.IGNORECASE))

    def _names_end(self, spoken: str, operator: str) -> bool:
        """True if a text says the first or the last item in the words of the operators."""
        phrases = self.words.all("operators", operator)
        parts = {phrase.rstrip(":：") if phrase >= DENSE else phrase.rpartition(" ")[0] for phrase in phrases} - {""}
        return bool(re.search(any_of(parts), spoken, re.IGNORECASE))
