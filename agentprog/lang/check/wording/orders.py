"""Finds lines that are neither constructs nor clear steps: a step must read as an order to the phone.

Otherwise every unknown line would silently become a question to a model. A step in plain words has a verb and its
object. A phone cannot decide for the program, refer to its lines, answer for its user, or set a variable, so no step
may ask for these. Any other line gets a diagnostic with a replacement; `do:` before a line accepts it as it is. Words:
`grammars/orders.toml`, and `itself.steering` in the language's word table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from agentprog.lang.ast import (
    Action,
    AddTo,
    Ask,
    Assign,
    Branch,
    Break,
    Continue,
    FunctionDef,
    Loop,
    OnScreen,
    Program,
    Return,
    Semantic,
    Stop,
    Tell,
    Wait,
)
from agentprog.lang.check.report import COMPUTED, QUOTE, VALUE, Findings, Pass
from agentprog.lang.check.wording.almost_exact import names_of
from agentprog.lang.check.wording.orderless import mixed, orderless
from agentprog.lang.check.wording.sentence import Doubt, Sentence, any_word, begins, clauses_of, heads, masked, sentence
from agentprog.lang.check.wording.speaking import speaks
from agentprog.lang.check.wording.state import variables_of_lines
from agentprog.lang.check.wording.steering import steers
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.reading.recognise import recognise
from agentprog.lang.source.text import QUOTED, Piece, plain
from agentprog.lang.visit import Arm, arms, statements, walk
from agentprog.lang.vocabulary.orders import DENSE, Orders
from agentprog.lang.vocabulary.patterns import fill
from agentprog.lang.vocabulary.words import Words

_SIGNS = re.compile(
    rf"[{QUOTE}{VALUE}{COMPUTED}]\s*(?:[&|+*/=<>→×÷^~]|->|:=)+\s*[{QUOTE}{VALUE}{COMPUTED}\d]|\b\w+=[{QUOTE}{VALUE}{COMPUTED}\w]|"
    rf"[{VALUE}{COMPUTED}]\(|\s--?[a-z]\b|;;|^\w+\s*{QUOTE}\s*:(?=\s)|^[/\\@>]\w"
)
_BOTH = re.compile(rf"^\w+\s[{VALUE}{COMPUTED}]\s*(?:,|&|\w{{1,3}}\s)\s*[{VALUE}{COMPUTED}]\s")
_ADJACENT_QUOTES = re.compile(rf"{QUOTE}\s+{QUOTE}")
_NOT_FOR_A_PHONE = Tell | Ask | Assign | AddTo | Break | Continue | Stop | Return | Wait
_BESIDE_THE_POINT = ("STP126", "STP201", "STP202", "STP203", "STP207", "STP218", "STP502")
"""Findings about an app, a variable, braces or a bullet. The line may still be a clear step."""
_LONGEST = 600
_DENSE_IDIOM = 3
"""The most characters of a verb and its complement that name no thing."""
_VALUES = re.compile(rf"{QUOTED}|\{{[^{{}}]*\}}|(?<![\w.])\d+(?:\.\d+)?(?![\w.])")


class OrdersPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.reported: dict[int, int] = {}
        """The last offset of a finding, by its line."""
        for diagnostic in report.found:
            if diagnostic.code not in _BESIDE_THE_POINT:
                self.reported[diagnostic.span.line] = max(
                    self.reported.get(diagnostic.span.line, 0), diagnostic.span.end
                )
        self.unkept = report.lines(("STP218",))
        """Lines with a finding about their variable. Only a missing block adds a second finding there."""
        self.changing = report.lines(("STP222",))
        """Lines that seem to change a variable. A call of a task in words of its own is one of them."""
        self.names = names_of(program)
        self.assigned = variables_of_lines(program)[1]
        loops = (line for line in statements(program) if isinstance(line, Loop))
        self.looped = {inner.span.start for loop in loops for inner in statements(loop)}
        branches = [arm for line in statements(program) for arm in arms(line)]
        self.branched = {inner.span.start for arm in branches for inner in arm.body if inner.span.line == arm.span.line}
        """Offsets of steps on the same line as their branch."""
        self.ends = {arm.body[-1].span.start for arm in branches if arm.body and _compares_values(arm)}
        self.tasks: dict[Orders, frozenset[tuple[str, ...]]] = {}

    def run(self) -> None:
        if any(finding.code == "STP122" for finding in self.report.found):
            return
        for statement in statements(self.program):
            if isinstance(statement, Action) and statement.span.line and not statement.said:
                self._step(statement)

    def _step(self, step: Action) -> None:
        changes = step.span.line in self.changing and self._quoted_task(self._sentence(step)) is not None
        reported = self.reported.get(step.span.line, -1) > step.span.start and not changes
        if reported or step.implementation is not None:
            return
        if len(step.text.parts) == 1 and step.text.refs and self._is_undefined(step):
            return
        doubt = self._doubt(step)
        if doubt is None:
            return
        escape = self.words.escaped("action")
        message = f"this is read as a step for a model, but {doubt.why}"
        self.report.add("STP137", message, step.span, f"{doubt.instead}; `{escape}:` in front keeps it as a step")

    def _is_undefined(self, step: Action) -> bool:
        """True for `{continue}`: an undefined variable already has its own finding."""
        return any(finding.code == "STP201" and finding.span.line == step.span.line for finding in self.report.found)

    def _doubt(self, step: Action) -> Doubt | None:
        line = self._sentence(step)
        if len(line.text) > _LONGEST:
            return Doubt(why="it contains a whole program", instead="write one thing to do on each line")
        if step.span.line in self.unkept:
            return steers(line)
        return (
            self._signs(line)
            or _gesture(line)
            or steers(line)
            or speaks(line)
            or self._calls(line)
            or _inner(line)
            or _jumps(line)
            or (None if step.capture is not None else orderless(line))
            or mixed(line)
        )

    def _sentence(self, step: Action) -> Sentence:
        place, language = step.span.start, self.program.header.language
        looped, branched = place in self.looped, place in self.branched
        ends = place in self.ends
        return sentence(step, language, self.assigned, in_loop=looped, in_branch=branched, ends_branch=ends)

    def _signs(self, line: Sentence) -> Doubt | None:
        found = _SIGNS.search(line.text)
        if found:
            sign = re.sub(rf"[{QUOTE}{VALUE}{COMPUTED}\w\s]", "", found.group()) or found.group().strip()
            return Doubt(why=f"{sign!r} in it looks like code", instead=f"write `{line.written('assign')}`")
        if _range(line.words).match(line.text):
            ways = f"write `{line.written('foreach')}` with its steps below"
            return Doubt(why="it counts from one number to another", instead=ways)
        unbraced = next((clause for clause in line.clauses[1:] if clause in self.names), "")
        if unbraced:
            return Doubt(why=f"{unbraced!r}, a variable, has no braces in it", instead=f"write {{{unbraced}}}")
        if _BOTH.search(line.text) and begins(line.text, *heads(line.words, ("assign",))):
            return Doubt(why="one line sets one variable", instead="write a line for each")
        sends = begins(line.text, *line.words.all("effects", "send")) and line.text.count(QUOTE) == len("ab")
        if _ADJACENT_QUOTES.search(line.text) and not sends:
            return Doubt(why="two texts are next to each other in it", instead="write the purpose of each")
        return None

    def _calls(self, line: Sentence) -> Doubt | None:
        """Doubts a call whose inputs do not parse, and a bare task name."""
        called = line.words.has_form(line.source, "call")
        named = _named(masked(line.step.text), line.lexicon)
        quoted = self._quoted_task(line)
        if not called and quoted is None and (line.step.details or named not in self._tasks(line.lexicon)):
            return None
        ways = f"write `{line.written('call')}`, followed by `{{input}} = value`"
        tasks = (task for task in self.program.functions.values() if _named(task.name, line.lexicon) == named)
        task = quoted or next(tasks, None)
        behind = any(begins(clause, *heads(line.words, ("call",))) for clause in line.clauses[1:])
        call = "" if task is None or behind else self._call(line, task)
        return Doubt(why="it is almost a call of a task", instead=call or ways)

    def _quoted_task(self, line: Sentence) -> FunctionDef | None:
        """The task whose name stands in quotes in a line with a clause of calls, or without quotes behind that verb."""
        verbs = (word for word in heads(line.words, ("call",)) if word < DENSE or word in line.text)
        clauses = (line.text, *line.clauses)
        verb = next((verb for verb in verbs if any(begins(one, verb) for one in clauses) or verb >= DENSE), None)
        texts = {text[1:-1].casefold() for text in re.findall(QUOTED, plain(line.source))}
        behind = f"{line.text[len(verb or '') :].strip().casefold()} " if begins(line.text, verb or "") else ""
        tasks = ((name.casefold(), task) for name, task in self.program.functions.items() if verb is not None)
        return next((task for name, task in tasks if name in texts or behind.startswith(f"{name} ")), None)

    def _call(self, line: Sentence, task: FunctionDef) -> str:
        """The call of the task with the values of the step; empty unless they fit its inputs in their order."""
        text = plain(line.source)
        values = [value for value in _VALUES.findall(text) if value[1:-1].casefold() != task.name.casefold()]
        places = [at for entry in task.inputs if (at := text.find(entry.name)) >= 0]
        if len(task.inputs) != len(values) or places != sorted(places):
            return ""
        given_inputs = (f"{{{entry.name}}} = {value}" for entry, value in zip(task.inputs, values, strict=True))
        canonical = self.words.canonical("call")
        call = fill(canonical, {"name": f'"{task.name}"', "args": ", ".join(given_inputs)})
        return f"did you mean `{call}`?"

    def _tasks(self, lexicon: Orders) -> frozenset[tuple[str, ...]]:
        """Task names, including those of tasks whose first line does not parse."""
        if lexicon not in self.tasks:
            self.tasks[lexicon] = frozenset(self._names_of_tasks(lexicon))
        return self.tasks[lexicon]

    def _names_of_tasks(self, lexicon: Orders) -> Iterator[tuple[str, ...]]:
        tried = self.report.lines(("STP123", "STP215"))
        lines = (line for line in statements(self.program) if isinstance(line, Action) and line.span.line in tried)
        tried_names = [masked(step.text).partition("\n")[0] for step in lines if step.details and step.text.refs]
        heads_of_tasks = self.words.words_of_forms(frozenset(("function",)))
        for head in (*self.program.functions, *tried_names):
            yield from filter(None, [tuple(word for word in _named(head, lexicon) if word not in heads_of_tasks)])


def _named(text: str, lexicon: Orders) -> tuple[str, ...]:
    return tuple(word.casefold() for word in lexicon.content(re.sub(f"[{QUOTE}{VALUE}{COMPUTED}_]", " ", text)))


def _gesture(line: Sentence) -> Doubt | None:
    """Doubts `向上滑`: the finger goes up, or the page does."""
    verbs, places = line.words.all("values", "gestures"), line.words.section("compass")
    verb = next((verb for verb in verbs if verb in line.text), "")
    place = min((place for place in places if verb and place in line.text), key=line.text.find, default="")
    if not place or len(line.text) > len(verb) + len(place) + 3 or QUOTE in line.text:
        return None
    swipe, scroll = (line.written(form).replace("<direction>", place) for form in ("swipe", "scroll"))
    return Doubt(why=f"{place!r} may be where the finger goes, or the page", instead=f"write `{swipe}` or `{scroll}`")


def _compares_values(arm: Arm) -> bool:
    """True for `If {price} < 4`; false for a condition about the screen, which a model may judge."""
    test = arm.condition if isinstance(arm, Branch) else None
    return test is not None and not any(isinstance(part, OnScreen | Semantic) for part in walk(test))


def _jumps(line: Sentence) -> Doubt | None:
    """Doubts `call it quits` where a value decides: words that name nothing on the phone may end something in the
    program, or go to the next round."""
    if not line.ends_branch or line.step.app is not None or line.step.capture is not None or line.step.details:
        return None
    if re.search(rf"[{QUOTE}{VALUE}{COMPUTED}\d]", line.text) or len(line.clauses) != 1:
        return None
    order = line.lexicon.without_lead(line.text).rstrip(" .!。！")
    verb = line.lexicon.verb_of(order)
    moves = verb.casefold() in line.words.all("itself", "moves") or line.lexicon.is_weak(verb)
    goes_on = re.search(any_of(line.words.all("itself", "next")), order, re.IGNORECASE) is not None
    if goes_on and moves and line.in_loop:
        return Doubt(why="the next one may mean the next round", instead=f"write `{line.written('continue')}`")
    idle = order.casefold() in line.words.all("itself", "nothing")
    if not goes_on and not idle and _names_nothing(order, verb, line):
        ways = ", ".join(f"`{line.written(form)}`" for form in ("stop", *line.jumps))
        return Doubt(why="it names nothing on the phone", instead=f"if it ends something in the program, write {ways}")
    return None


def _names_nothing(order: str, verb: str, line: Sentence) -> bool:
    """True for `lass gut sein`, `cortá acá`, `拉倒`: a verb without an object, and a place in the program or a word
    that is no noun."""
    things = line.lexicon.content(order, verb)
    if line.lexicon.place == "anywhere":
        return len(order) <= _DENSE_IDIOM and len(verb) == 1 and order.startswith(verb) and bool(things)
    if line.words.own.get("capital_nouns"):
        noun = rf"\b(?:{any_of(line.words.all('values', 'determiners'))})\s"
        things = [] if re.search(noun, order, re.IGNORECASE) is None else things
        things += [word for word in re.findall(r"\w+", order)[1:] if word[0].isupper()]
    here = re.search(any_of(line.words.all("itself", "here")), order, re.IGNORECASE) is not None
    return not things and len(order.split()) > 1 and (here or line.lexicon.is_weak(verb))


def _inner(line: Sentence) -> Doubt | None:
    """Doubts a clause addressed to the program: `give up and tell user "no"`."""
    lexicon, earlier = line.lexicon, ""
    sends = line.words.all("effects", "send")
    for text in clauses_of(line.source, lexicon) if len(line.clauses) > 1 else ():
        messaged, earlier = any(word[0] in earlier for word in sends if word >= DENSE), earlier + text
        order = lexicon.leads.sub("", f"{text} ", count=1).strip()
        found = recognise(Piece(lexicon.without_lead(text), vocabulary=line.words)) if order else None
        if messaged and isinstance(found, Tell) and re.search(QUOTED, plain(text)):
            continue  # 给Ann发短信，说"..." names the text of the message
        if isinstance(found, _NOT_FOR_A_PHONE) and not (isinstance(found, Tell | Ask) and lexicon.verb_of(text)):
            return Doubt(
                why=f"`{text.strip()}` in it is an instruction to the program", instead="put that on its own line"
            )
    return None


@lru_cache(maxsize=8)
def _range(known: Words) -> re.Pattern[str]:
    """Matches a range of numbers: `For guests 1 to 5, ...`."""
    to = any_word(known.all("operators", "TO"))
    value_signs = f"[{VALUE}{COMPUTED}]"
    counter = rf"(?:\d+|{value_signs})\s?(?:{to}|[-–])\s?(?:\d+|{value_signs})\s\w+\s?{value_signs}"
    return re.compile(
        rf"\w+\s(?:\w+\s)?(?:\d+\s?(?:{to}|[-–])\s?(?:\d+|{value_signs})|{counter})\s?[,:]\s", re.IGNORECASE
    )
