"""The one gate that every device action passes before the device sees it: apps, budget, policy, dry run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from agentprog.ports import (
    Action,
    App,
    OpenApp,
    Pinch,
    PressKey,
    Screen,
    Scroll,
    ScrollTo,
    StopApp,
    Swipe,
    Wait,
    WaitUntil,
    WakeUp,
)
from agentprog.runtime.safety.interaction import Interaction
from agentprog.runtime.safety.risk import Risk, asks_for, classify, risk_table


class Rule(StrEnum):
    """What happens with a risky action that nobody asked for."""

    ASK = "ask"
    ALLOW = "allow"
    DENY = "deny"


@dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """`rules` per class, `default` for the others. `apps` are those the program may touch; empty: all."""

    rules: Mapping[Risk, Rule] = field(default_factory=dict)
    default: Rule = Rule.ASK
    apps: tuple[str, ...] = ()

    def rule(self, risk: Risk) -> Rule:
        return self.rules.get(risk, self.default)


@dataclass(frozen=True, kw_only=True, slots=True)
class Authority:
    """A person's words that allow effects: the instruction, and the program where a person wrote it."""

    instruction: str = ""
    program: str = ""

    def allows(self, risk: Risk, step: str) -> bool:
        """Whether a person asked for this effect and the step at hand is about it."""
        return asks_for(risk, [step]) and asks_for(risk, [self.instruction, self.program])


@dataclass(frozen=True, kw_only=True, slots=True)
class Passage:
    """The gate's answer: `allowed`, or why not. `asked` is the question a person answered, empty when none was put."""

    allowed: bool
    risk: Risk | None = None
    reason: str = ""
    asked: str = ""


class Gate:
    """Decides for one run. Raises NeedsHuman through the interaction when a question finds nobody."""

    def __init__(self, policy: Policy, authority: Authority, interaction: Interaction) -> None:
        self._policy = policy
        self._authority = authority
        self._interaction = interaction
        self._granted: set[tuple[Risk, str]] = set()

    def pass_(self, action: Action, screen: Screen, *, step: str, apps: tuple[App, ...], described: str) -> Passage:
        """`step` is the sentence of the program, without the values of its variables: values may come from a screen."""
        outside = self._outside(action, screen, apps)
        if outside:
            return Passage(allowed=False, reason=outside)
        risk = classify(action, screen)
        if risk is None or self._authority.allows(risk, step):
            return Passage(allowed=True, risk=risk)
        rule = self._policy.rule(risk)
        if rule is Rule.ALLOW or (risk, step) in self._granted:
            return Passage(allowed=True, risk=risk)
        if rule is Rule.DENY:
            return Passage(allowed=False, risk=risk, reason=f"the policy forbids to {risk}")
        question = f'The step "{step}" wants to {described} ({risk}), which nobody asked for. Allow it?'
        if self._interaction.confirm(question):
            self._granted.add((risk, step))
            return Passage(allowed=True, risk=risk, asked=question)
        return Passage(allowed=False, risk=risk, reason=f"a person refused to {risk}", asked=question)

    def _outside(self, action: Action, screen: Screen, apps: tuple[App, ...]) -> str:
        """Why the program's header forbids this action here; empty when it does not."""
        if not self._policy.apps:
            return ""
        if isinstance(action, OpenApp | StopApp):
            if named(action.name, self._policy.apps, apps):
                return ""
            return f'the program may not use the app "{action.name}"'
        if isinstance(action, Wait | WaitUntil | WakeUp | Scroll | ScrollTo | Swipe | Pinch):
            return ""
        if isinstance(action, PressKey) and action.key in ("back", "home"):
            return ""
        package, table = screen.package, risk_table()
        if package in table.system or any(mark in package for mark in table.launchers):
            return ""
        if not package or named(package, self._policy.apps, apps):
            return ""
        return f"the program may not act in {package}"


def named(name: str, wanted: tuple[str, ...], apps: tuple[App, ...]) -> bool:
    """Whether `name` (a label, alias or package) is one of the wanted apps, by any of its names."""
    mine = names_of(name, apps)
    return any(mine & names_of(other, apps) for other in wanted)


def names_of(name: str, apps: tuple[App, ...]) -> frozenset[str]:
    """Every name of the app called `name`, folded; just the name itself when no such app is installed."""
    folded = name.casefold().strip()
    for app in apps:
        every = {app.package.casefold(), app.label.casefold(), *(alias.casefold() for alias in app.aliases)}
        if folded in every:
            return frozenset(every)
    return frozenset({folded})
