"""The functions that a snippet may call. Every touch is an action of the handset, with its gate, budget and journal.
Readings and verdicts are resolved, so that a journal can answer.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable
from typing import Any

from agentprog.ports import Action
from agentprog.runtime.compute.sandbox import CodeCall, Denied
from agentprog.runtime.forms.group import CODE, Group
from agentprog.runtime.forms.looking import Looking
from agentprog.runtime.forms.moving import Moving
from agentprog.runtime.forms.sight import Sight, text_of
from agentprog.runtime.forms.touching import Touching
from agentprog.runtime.handset.done import Done
from agentprog.runtime.step import Step

Did = Callable[[Done, str], None]
"""Called for every attempted action, with the text expected of it."""

_MOST_CALLS = 60
METHODS: dict[str, type[Group]] = {
    name: group
    for group in (Touching, Moving, Looking)
    for name, method in vars(group).items()
    if inspect.isfunction(method) and not name.startswith("_")
}
"""The methods of `mobile` by name, with their groups."""
_LEAVES_ALONE = frozenset(("get_clipboard", "set_clipboard", "wait", *(n for n in METHODS if METHODS[n] is Looking)))
"""Methods that change nothing on the screen."""


def touches_for_prompt() -> list[str]:
    """The signatures of the methods that act: those without a hint on one line, then each with its hint."""
    plain: list[str] = []
    explained: list[str] = []
    for name, group in METHODS.items():
        if group is not Touching:
            continue
        method = getattr(group, name)
        signature_parameters = [
            parameters
            for parameters in inspect.signature(method).parameters.values()
            if parameters.name not in ("self", "expect")
        ]
        values = ", ".join(_parameter(parameter) for parameter in signature_parameters)
        text = f"mobile.{name}({values})" + (" -> str" if method.__annotations__["return"] == "str" else "")
        if method.__doc__:
            explained.append(f"{text}: {method.__doc__.splitlines()[0]}")
        else:
            plain.append(text)
    return [", ".join(plain), *explained]


def _parameter(parameter: inspect.Parameter) -> str:
    name = parameter.name.removesuffix("_description")
    return name if parameter.default is inspect.Parameter.empty else f"{name}={parameter.default!r}"


class EndOfSnippet(Denied):
    """The snippet has used up its changes of the screen: the model must see the screen before the next action."""


class Primitives:
    """The methods of `mobile`, for one snippet. At most `changes` calls may change the screen."""

    def __init__(self, step: Step, did: Did, *, changes: int) -> None:
        self._step = step
        self._did = did
        self._changes = changes
        self._calls = 0
        self._sight = Sight(step)
        self._groups = {group: group(step, self._sight, self._act) for group in set(METHODS.values())}
        self.ended = False
        """A call came after the last change that was allowed: the rest of the snippet was not run."""
        self.dry = False

    def answer(self, call: CodeCall) -> Any:
        """The value of one call. Raises Denied for errors that the code may see; other exceptions end the run or the
        step.
        """
        self._step.session.cancel.check()
        self._step.session.meter.check_time()
        self._calls += 1
        if self.ended or self._calls > _MOST_CALLS:
            self.ended = True
            raise EndOfSnippet("this snippet is over: the screen has changed, look at it first")
        if call.owner == "llm":
            if call.name != "query":
                raise Denied(f"llm has no {call.name!r}, only query", AttributeError)
            return self._sight.query(call)
        group = METHODS.get(call.name)
        if group is None:
            near = difflib.get_close_matches(call.name, METHODS, n=3, cutoff=0.3)
            raise Denied(
                f"mobile has no {call.name[:40]!r}; there is {', '.join(near or METHODS)[:160]}", AttributeError
            )
        try:
            method = getattr(self._groups[group], call.name)
            bound = inspect.signature(method).bind(*call.args, **call.kwargs)
        except TypeError as exc:
            raise Denied(f"mobile.{call.name}: {exc}", TypeError) from exc
        if call.name not in _LEAVES_ALONE:
            self._one_change_more()
        return method(*bound.args, **bound.kwargs)

    # ------------------------------------------------------------ doing

    def _one_change_more(self) -> None:
        if self._changes <= 0:
            self.ended = True
            raise EndOfSnippet("the screen has changed since this code was written: look at it before the next action")
        self._changes -= 1

    def _act(self, action: Action, expect: str = "") -> bool:
        done = self._step.act(action, why=CODE, expectation=text_of(expect, "expect"))
        self._did(done, text_of(expect, "expect"))
        if done.dry:
            self.dry = self.ended = True
        if done.refused:
            raise Denied(done.attempt.detail, PermissionError)
        if not done.attempt.ok:
            raise Denied(done.attempt.detail or "the phone could not do it")
        return done.attempt.changed
