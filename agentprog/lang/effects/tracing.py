"""Follows values through a program without running it, to find the effects of each line.

Values pass through assignments, loops, branches, tasks and templates with their sources. Three kinds of values are
known only during the run: those read off the phone, computed in plain words, or changed in each round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from agentprog.lang import ast
from agentprog.lang.effects.effect import Argument, Effect
from agentprog.lang.effects.possible_values import Origin, Possible, items_of, least_trusted, one_of, unknown
from agentprog.lang.effects.sentences import deeds_in, reach, written_out
from agentprog.lang.resolve import AppOf
from agentprog.lang.visit import arms, expressions, list_changed_by, statements

Author = Callable[[ast.Node], Origin]
"""Returns the author of a line or of a node in it."""
_DEEPEST = 20
"""The deepest chain of tasks that call one another."""
_MOST = 20_000
"""The most lines to walk, since nested loops multiply them. The effects of the lines after that are unknown."""
_ROUNDS = 4
_TOUCHES = ("tap", "double tap", "long press")
_READS: dict[type[ast.Statement], Origin] = {
    ast.Action: Origin.SCREEN,
    ast.Extract: Origin.SCREEN,
    ast.ReadElement: Origin.SCREEN,
    ast.ReadTable: Origin.FILE,
    ast.ReadText: Origin.FILE,
    ast.CheckFile: Origin.FILE,
    ast.UseTool: Origin.TOOL,
    ast.AskAI: Origin.MODEL,
    ast.Ask: Origin.PERSON,
    ast.Call: Origin.MODEL,
}
"""The source of the value that each statement records."""


def by_person(node: ast.Node) -> Origin:
    """Author of a program whose every line a person wrote."""
    del node
    return Origin.PERSON


@dataclass(slots=True)
class _Place:
    """The position of the walk: the known variables and the enclosing lines."""

    known: dict[str, Possible]
    outer: Mapping[str, Possible]
    app: ast.Template | None = None
    each: str = ""
    times: int | None = 1
    depth: int = 0
    lists: Mapping[str, str] = field(default_factory=dict)
    """The variables of the loops around, with the lists whose items they are."""

    def get(self, name: str) -> Possible | None:
        return self.known.get(name) or self.outer.get(name)


class Tracing:
    """Traces one program. `inputs` holds the given values; other inputs without a default are unknown."""

    def __init__(self, program: ast.Program, apps: AppOf, *, author: Author, inputs: Mapping[str, Any]) -> None:
        self._program = program
        self._apps = apps
        self._author = author
        self._effects: dict[tuple[Any, ...], Effect] = {}
        self._left = _MOST
        self._typed: dict[str, Argument] = {}
        self._quiet = 0
        """How many of the enclosing loops are walked only to find the variables that their rounds change."""
        self._inputs = dict(inputs)

    def effects(self) -> tuple[Effect, ...]:
        """The effects in the order of the lines."""
        place = _Place(known={}, outer={})
        for declared in self._program.header.inputs:
            possible = unknown(Origin.PERSON) if declared.default is None else self._of(declared.default, place)
            place.known[declared.name] = possible
        place.known |= {name: Possible(values=(value,)) for name, value in self._inputs.items()}
        self._block(self._program.body, place)
        if self._left <= 0:
            self._add(Effect(text="the rest of the program, which is too long to be looked through", line=0), "")
        return tuple(sorted(self._effects.values(), key=lambda effect: effect.line or 1_000_000))

    # ------------------------------------------------------------ lines

    def _block(self, body: Iterable[ast.Statement], place: _Place) -> None:
        for statement in body:
            self._left -= 1
            if self._left <= 0:
                return
            self._statement(statement, place)

    def _statement(self, statement: ast.Statement, place: _Place) -> None:
        match statement:
            case ast.FunctionDef():
                return
            case ast.Action():
                self._deeds(statement, (statement.text, *statement.details), place)
            case ast.DirectUI(command=command) if command in _TOUCHES:
                self._deeds(statement, (ast.Template.of(f"{command} ", *_touched(statement.target)),), place)
            case ast.Verify(ensures=True, condition=ast.Semantic(text=sentence)):
                self._deeds(statement, (ast.Template.of("make sure that ", *sentence.parts),), place)
            case ast.DirectUI(command="type", text=text) if text is not None:
                self._type(text, place)
            case ast.Assign():
                self._set(statement.target, self._of(statement.value, place), place)
                return
            case ast.AddTo() | ast.RemoveFrom():
                self._change(statement, place)
                return
            case ast.Call():
                self._call(statement, place)
                return
            case ast.Repeat() | ast.ForEach() | ast.While() | ast.RepeatUntil():
                self._loop(statement, place)
                return
            case ast.If() | ast.Try():
                self._branches(statement, place)
                return
            case ast.Within():
                self._block(statement.body, place)
                return
        self._capture(statement, place)

    def _deeds(self, statement: ast.Statement, texts: tuple[ast.Template, ...], place: _Place) -> None:
        author = self._author(statement)
        deeds = deeds_in(texts, lambda ref: self._lookup(ref, place), author)
        sentence = " ".join(str(text) for text in texts)
        app = self._app(statement, place)
        for deed in deeds:
            more = (*deed.arguments, *app)
            if isinstance(statement, ast.DirectUI) and deed.kinds:
                more, self._typed = (*more, *self._typed.values()), {}
            effect = Effect(
                kinds=deed.kinds,
                text=sentence,
                line=statement.span.line,
                node=statement.id,
                arguments=more,
                each=place.each,
                times=place.times,
                author=author,
            )
            self._add(effect, statement.id)

    def _type(self, text: ast.Expr, place: _Place) -> None:
        """Keeps a typed text as part of the effect of a later button that saves or sends."""
        possible, phrase = self._of(text, place), str(text) if isinstance(text, ast.Ref | ast.Template) else "a value"
        self._typed[phrase] = Argument(role="typed", text=phrase, values=possible.texts, origin=possible.origin)

    def _add(self, effect: Effect, node: str) -> None:
        """Adds an effect. A line that runs in several calls becomes one effect with the values of all of them."""
        if self._quiet:
            return
        key = (node, effect.line, effect.kinds)
        before = self._effects.get(key)
        self._effects[key] = effect if before is None else _both(before, effect)

    def _app(self, statement: ast.Statement, place: _Place) -> tuple[Argument, ...]:
        named = self._apps.get(statement.id) or place.app
        if named is None:
            return ()
        values, origin = written_out(str(named), named.refs, lambda ref: self._lookup(ref, place))
        origin = least_trusted((origin, self._author(statement)))
        return (Argument(role="app", text=str(named), values=values, origin=origin),)

    # ------------------------------------------------------------ blocks

    def _loop(self, loop: ast.Loop, place: _Place) -> None:
        """Walks a loop. A variable that its rounds change becomes unknown if the rounds disagree."""
        each, times = self._rounds(loop, place)
        inner = replace(place, each=each, times=_product(place.times, times))
        changed = {name for line in statements(loop) for name in _sets(line)}
        items = list_changed_by(loop) if isinstance(loop, ast.ForEach) else None
        if items is not None and isinstance(loop, ast.ForEach):
            inner.lists = {**place.lists, loop.target.name: items.name}
            changed.add(items.name)
        self._quiet += 1
        for _ in range(_ROUNDS if changed else 0):
            before = {name: place.known.get(name) for name in changed}
            self._block(loop.body, inner)
            after = {name: place.known.get(name) for name in changed}
            for name in changed:
                old, new = before[name], after[name]
                if new is not None and new != old:
                    place.known[name] = unknown(new.origin if old is None else least_trusted((old.origin, new.origin)))
            if before == {name: place.known.get(name) for name in changed}:
                break
        self._quiet -= 1
        for name in changed:
            possible = place.known.get(name)
            place.known[name] = possible if possible is not None else unknown(Origin.PERSON)
        self._block(loop.body, inner)

    def _rounds(self, loop: ast.Loop, place: _Place) -> tuple[str, int | None]:
        """The list of a loop and its number of rounds. It also sets the loop's variable to its possible values."""
        if isinstance(loop, ast.Repeat):
            count = self._of(loop.times, place)
            times = count.values[0] if len(count.values) == 1 and isinstance(count.values[0], int) else None
            return place.each or "round", times
        if not isinstance(loop, ast.ForEach):
            return place.each or "round", None
        possible = self._of(loop.items, place)
        items = items_of(possible)
        place.known[loop.target.name] = items
        name = str(loop.items.text) if isinstance(loop.items, ast.Semantic) else f"{loop.target.name}"
        if isinstance(loop.items, ast.Ref):
            name = f"{loop.target.name} of {loop.items.unbraced}"
        return name, len(items.values) if items.known else 0 if possible.values == ([],) else None

    def _branches(self, statement: ast.If | ast.Try, place: _Place) -> None:
        """Walks each branch by itself, since any of them may run, or none."""
        before = dict(place.known)
        ends: list[dict[str, Possible]] = []
        bodies = [statement.body] if isinstance(statement, ast.Try) else []
        bodies += [arm.body for arm in arms(statement)]
        for body in bodies:
            place.known = dict(before)
            self._block(body, place)
            ends.append(place.known)
        if not (isinstance(statement, ast.If) and statement.orelse is not None):
            ends.append(before)
        names = {name for end in ends for name in end}
        place.known = before
        place.known.update({name: one_of([end[name] for end in ends if name in end]) for name in names})

    def _call(self, call: ast.Call, place: _Place) -> None:
        task = self._program.functions.get(call.name)
        if task is None or place.depth >= _DEEPEST:
            self._add(Effect(text=f'run "{call.name}"', line=call.span.line, author=self._author(call)), call.id)
            self._capture(call, place)
            return
        passed = {argument.name: self._of(argument.value, place) for argument in call.args}
        left_out = unknown(Origin.PERSON)
        usual = {
            declared.name: left_out if declared.default is None else self._of(declared.default, place)
            for declared in task.inputs
        }
        inside = _Place(
            known=usual | {name: possible for name, possible in passed.items() if name in usual},
            outer={**place.outer, **place.known} if place.depth == 0 else place.outer,
            app=self._apps.get(call.id) or place.app,
            each=place.each,
            times=place.times,
            depth=place.depth + 1,
        )
        self._block(task.body, inside)
        if call.capture is not None:
            results = [self._lookup(ref, inside) for ref in task.returns]
            origin = least_trusted(possible.origin for possible in (*results, *passed.values()))
            returned = results[0] if len(results) == 1 else unknown(origin if results else Origin.SCREEN)
            self._set(call.capture, returned, place)

    # ------------------------------------------------------------ values

    def _capture(self, statement: ast.Statement, place: _Place) -> None:
        capture = getattr(statement, "capture", None)
        if isinstance(capture, ast.Ref):
            origins = [_READS.get(type(statement), Origin.PERSON)]
            origins += [self._lookup(ref, place).origin for ref in _own_refs(statement) if ref is not capture]
            self._set(capture, unknown(least_trusted(origins)), place)
        elif isinstance(statement, ast.Sort | ast.Filter) and statement.source.name in place.known:
            self._set(statement.source, unknown(self._lookup(statement.source, place).origin), place)

    def _set(self, target: ast.Ref, possible: Possible, place: _Place) -> None:
        before = place.get(target.name)
        if target.path:
            origins = (possible.origin, before.origin) if before is not None else (possible.origin,)
            possible = unknown(least_trusted(origins))
            for name in _lists_around(target.name, place.lists):
                known = place.get(name)
                origins = (possible.origin, known.origin) if known is not None else (possible.origin,)
                place.known[name] = unknown(least_trusted(origins))
        place.known[target.name] = possible

    def _change(self, statement: ast.AddTo | ast.RemoveFrom, place: _Place) -> None:
        """Changes a list. With a known item added, a known list stays known."""
        before, added = self._lookup(statement.target, place), self._of(statement.value, place)
        origin = least_trusted((before.origin, added.origin))
        possible = unknown(origin)
        if isinstance(statement, ast.AddTo) and len(before.values) == len(added.values) == 1:
            old = before.values[0]
            if isinstance(old, list) and not statement.target.path:
                possible = Possible(values=([*old, added.values[0]],), origin=origin)
        self._set(statement.target, possible, place)

    def _lookup(self, ref: ast.Ref, place: _Place) -> Possible:
        possible = place.get(ref.name)
        if possible is None:
            return unknown(Origin.PLAN if ref.name == "loop" else Origin.MODEL)
        return reach(possible, ref, lambda key: self._lookup(key, place))

    def _of(self, expr: ast.Expr, place: _Place) -> Possible:
        """The possible values of an expression. Its literals have the line's author as their source."""
        author = self._author(expr)
        match expr:
            case ast.Ref():
                return self._lookup(expr, place)
            case ast.Template():
                values, origin = written_out(str(expr), expr.refs, lambda ref: self._lookup(ref, place))
                return Possible(values=values, origin=least_trusted((origin, author)))
            case ast.Number() | ast.Boolean() | ast.Date():
                return Possible(values=(expr.value,), origin=author)
            case ast.Nothing():
                return Possible(values=(None,), origin=author)
            case ast.TableExpr():
                return Possible(values=([],), origin=author)
            case ast.ListExpr(items=items):
                return _together([self._of(item, place) for item in items], list, author)
            case ast.ObjectExpr(entries=entries):
                names = [entry.key for entry in entries]
                parts = [self._of(entry.value, place) for entry in entries]
                return _together(parts, lambda values: dict(zip(names, values, strict=True)), author)
        origins = [self._lookup(ref, place).origin for ref in _own_refs(expr)]
        source = Origin.MODEL if isinstance(expr, ast.Compute) else Origin.PERSON
        source = Origin.SCREEN if isinstance(expr, ast.Semantic | ast.OnScreen) else source
        return unknown(least_trusted((*origins, source, author)))


def _touched(target: ast.Template | ast.Target | None) -> tuple[str | ast.Ref, ...]:
    """The target of a line: its label in quotes; for a target without a label, its row or its resource id."""
    if isinstance(target, ast.Target):
        target = target.label or target.row or target.resource
    if target is None:
        return ("something",)
    return target.parts if len(target.parts) == 1 and target.refs else ('"', *target.parts, '"')


def _together(parts: list[Possible], make: Callable[[list[Any]], Any], author: Origin) -> Possible:
    origin = least_trusted((author, *(part.origin for part in parts)))
    if any(len(part.values) != 1 for part in parts):
        return unknown(origin)
    return Possible(values=(make([part.values[0] for part in parts]),), origin=origin)


def _own_refs(node: ast.Node) -> tuple[ast.Ref, ...]:
    return tuple(item for item in expressions(node) if isinstance(item, ast.Ref))


def _sets(statement: ast.Statement) -> tuple[str, ...]:
    """The variables that a statement may change."""
    found = [getattr(statement, name, None) for name in ("capture", "target", "source")]
    return tuple(ref.name for ref in found if isinstance(ref, ast.Ref))


def _lists_around(name: str, lists: Mapping[str, str]) -> tuple[str, ...]:
    """The list that a loop's variable comes from, the list that this is an item of, and so on."""
    found: list[str] = []
    while name in lists and lists[name] not in found:
        name = lists[name]
        found.append(name)
    return tuple(found)


def _product(left: int | None, other: int | None) -> int | None:
    return None if left is None or other is None else left * other


def _both(first: Effect, other: Effect) -> Effect:
    """Merges two effects of the same line."""
    arguments: dict[tuple[str, str], Argument] = {(a.role, a.text): a for a in first.arguments}
    for argument in other.arguments:
        before = arguments.get((argument.role, argument.text))
        known = before is None or (before.values and argument.values)
        values = tuple(dict.fromkeys((*(before.values if before else ()), *argument.values))) if known else ()
        origin = argument.origin if before is None else least_trusted((before.origin, argument.origin))
        arguments[argument.role, argument.text] = replace(argument, values=values, origin=origin)
    times = None if first.times is None or other.times is None else first.times + other.times
    return replace(first, arguments=tuple(arguments.values()), times=times)
