"""The one gate that every device action passes before the device sees it: apps, budget, policy, dry run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from agentprog.identity import canon, says
from agentprog.ports import (
    Action,
    App,
    Element,
    OpenApp,
    Pinch,
    PressKey,
    Screen,
    Scroll,
    ScrollTo,
    StopApp,
    Swipe,
    Tap,
    Wait,
    WaitUntil,
    WakeUp,
    is_effect,
)
from agentprog.runtime.safety.interaction import Consent, Interaction, RiskyAction
from agentprog.runtime.safety.parties import Acquaintances, Sighting, Written, doubt
from agentprog.runtime.safety.risk import Risk, asks_for, classify, question_of, risk_table


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
    """A person's words that allow effects: the instruction, and the program where a person wrote it.

    `plan` is the program whoever wrote it: the apps that it names are those the run is about.
    """

    instruction: str = ""
    program: str = ""
    plan: str = ""

    def allows(self, risk: Risk, step: str) -> bool:
        """Whether a person asked for this effect and the step at hand is about it."""
        return asks_for(risk, [step]) and asks_for(risk, [self.instruction, self.program])


@dataclass(frozen=True, kw_only=True, slots=True)
class Passage:
    """The gate's answer: `allowed`, or why not. `asked` is the question a person answered, with `consent`; empty when
    none was put, `doubt` what it was about beyond the class."""

    allowed: bool
    risk: Risk | None = None
    reason: str = ""
    asked: str = ""
    consent: Consent | None = None
    doubt: str = ""


class Gate:
    """Decides for one run. Raises NeedsHuman through the interaction when a question finds nobody.

    `learned` hears of what it has seen of names and numbers, for the journal; `saw`, `consented` and `let_through` put
    that and the rest of what it knows back when a run is resumed.
    """

    def __init__(
        self,
        policy: Policy,
        authority: Authority,
        interaction: Interaction,
        learned: Callable[[Sighting], object] | None = None,
    ) -> None:
        self._policy = policy
        self._authority = authority
        self._interaction = interaction
        self._granted: set[tuple[Risk, str, str]] = set()
        self._once: tuple[Risk, str, str] | None = None
        """What was allowed once, until the next action: the phone's own question about it is not another effect."""
        self._known = Acquaintances()
        self._led: Risk | None = None
        """The class of the last touch that was let through: a question that comes up then is about it."""
        self._led_to: set[str] = set()
        """Packages that an allowed effect itself may open: a call opens the telephone."""
        self._learned = learned

    # ------------------------------------------------------------ what it knows

    def look(self, screen: Screen) -> None:
        """Take in the names and numbers of a screen."""
        sight = self._known.look(screen)
        if sight is not None and self._learned is not None:
            self._learned(sight)

    def saw(self, sight: Sighting) -> None:
        """An earlier life of this run saw it."""
        self._known.add(sight)

    def one_person(self, one: str, other: str, package: str) -> bool:
        """Whether a row of this package, or an address book, showed a name and a number together."""
        known = self._known
        return known.same(one, other, package=package, trusted=True) or known.same(
            other, one, package=package, trusted=True
        )

    def consented(self, consent: Consent, risk: Risk, step: str, why: str) -> None:
        """A person has said yes to this."""
        self._once = (risk, step, why) if risk is not Risk.AGREE else None
        if consent is Consent.RUN:
            self._granted.add((risk, step, why))

    def let_through(self, action: Action, risk: Risk | None, package: str) -> None:
        """This action was allowed while that package was in front: it says what a question that follows is about."""
        if not is_effect(action):
            return
        self._led = risk if risk is not Risk.STRAY else None
        if risk in (Risk.SEND, Risk.CALL, Risk.SHARE, Risk.PAY, Risk.INSTALL):
            self._led_to.clear()
            self._led_to.add("*")
        elif "*" in self._led_to:
            self._led_to.add(package)
            self._led_to.discard("*")

    def forget_once(self) -> None:
        """The action that a single yes was for is past."""
        self._once = None

    # ------------------------------------------------------------ what it decides

    def pass_(
        self,
        action: Action,
        screen: Screen,
        *,
        step: str,
        apps: tuple[App, ...],
        described: str,
        words: Written | None = None,
    ) -> Passage:
        """`step` is the sentence of the program, without the values of its variables: values may come from a screen.
        `words` are what a person wrote that matters here, None: what the authority holds."""
        self.look(screen)
        outside = self._outside(action, screen, apps)
        if outside:
            return Passage(allowed=False, reason=outside)
        words = words or Written(person=(self._authority.instruction, self._authority.program), step=step)
        risk = self._risk(action, screen, step, apps)
        wanted = self._wanted(risk, screen, step=step, described=described, apps=apps)
        passage = self._decide(risk, action, screen, wanted=wanted, words=words)
        if passage.allowed:
            self.let_through(action, risk, screen.package)
        return passage

    def _risk(self, action: Action, screen: Screen, step: str, apps: tuple[App, ...]) -> Risk | None:
        risk = classify(action, screen)
        if risk is Risk.AGREE:
            risk = self._led or (None if _is_the_steps_own(action, screen, step) else risk)
        return risk or (Risk.STRAY if self._strays(action, screen, apps) else None)

    def _wanted(
        self, risk: Risk | None, screen: Screen, *, step: str, described: str, apps: tuple[App, ...]
    ) -> RiskyAction:
        """What a person would be asked."""
        label = next((app.label for app in apps if app.package == screen.package), screen.package)
        by = "you" if self._authority.program else "the model"
        return RiskyAction(action=described, risk=risk.value if risk else "", step=step, app=label, written_by=by)

    def _decide(
        self, risk: Risk | None, action: Action, screen: Screen, *, wanted: RiskyAction, words: Written
    ) -> Passage:
        step = wanted.step
        once, self._once = self._once, None
        if risk is None:
            return Passage(allowed=True)
        why = doubt(risk, action, screen, words, self._known, led=self._led is risk)
        if not why and self._authority.allows(risk, step):
            return Passage(allowed=True, risk=risk)
        rule = self._policy.rule(risk)
        answered = once == (risk, step, why) and classify(action, screen) is Risk.AGREE
        if rule is Rule.ALLOW or answered or (risk, step, why) in self._granted:
            return Passage(allowed=True, risk=risk)
        if rule is Rule.DENY:
            reason = f"the policy forbids to {_called(risk)}" + (f": {why}" if why else "")
            return Passage(allowed=False, risk=risk, reason=reason)
        wanted = replace(wanted, doubt=why)
        consent = self._interaction.permit(wanted)
        if consent is Consent.NO:
            reason = f"a person refused to {_called(risk)}"
            return Passage(allowed=False, risk=risk, reason=reason, asked=wanted.question, consent=consent, doubt=why)
        self.consented(consent, risk, step, why)
        return Passage(allowed=True, risk=risk, asked=wanted.question, consent=consent, doubt=why)

    def _strays(self, action: Action, screen: Screen, apps: tuple[App, ...]) -> bool:
        """Whether this works in an installed app that neither the instruction nor the program names, where they name
        any. What an allowed effect has opened by itself (a call opens the telephone) is no such app."""
        if self._policy.apps:
            return False
        texts = (self._authority.instruction, self._authority.plan)
        named_apps = [app for app in apps if _mentions(texts, app)]
        if not named_apps:
            return False
        if isinstance(action, OpenApp | StopApp):
            return not any(named(action.name, (app.package,), apps) for app in named_apps)
        if not is_effect(action) or _is_the_phones(screen.package) or self._led_to & {"*", screen.package}:
            return False
        foreign = {app.package for app in apps} - {app.package for app in named_apps}
        return screen.package in foreign

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
        package = screen.package
        if _is_the_phones(package):
            return ""
        if not package or named(package, self._policy.apps, apps):
            return ""
        return f"the program may not act in {package}"


def _is_the_phones(package: str) -> bool:
    """Whether it is of the system or a launcher, not of an app."""
    table = risk_table()
    return package in table.system or any(mark in package for mark in table.launchers)


def _called(risk: Risk) -> str:
    return {Risk.AGREE: "agree to this", Risk.STRAY: "work in an app that nobody named"}.get(risk, risk.value)


def _is_the_steps_own(action: Action, screen: Screen, step: str) -> bool:
    """Whether a question asks what the step itself says: a verb of doing in both."""
    if not isinstance(action, Tap) or not isinstance(action.target, Element):
        return False
    asked, said = question_of(action.target, screen), canon(step)
    return any(_begins(verb, asked) and _begins(verb, said) for verb in risk_table().doing)


def _begins(verb: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(verb)}" if verb.isascii() else re.escape(verb), text) is not None


def _mentions(texts: Iterable[str], app: App) -> bool:
    """Whether the texts name the app: by its package, or by one of its names as whole words."""
    return any(says(text, name) for text in texts for name in (app.package, app.label, *app.aliases) if name.strip())


def named(name: str, wanted: tuple[str, ...], apps: tuple[App, ...]) -> bool:
    """Whether `name` (a label, alias or package) is one of the wanted apps, by any of its names."""
    mine = names_of(name, apps)
    return any(mine & names_of(other, apps) for other in wanted)


def names_of(name: str, apps: tuple[App, ...]) -> frozenset[str]:
    """Every name of the app called `name`, in one writing; just the name itself when no such app is installed."""
    wanted = canon(name)
    for app in apps:
        every = {canon(one) for one in (app.package, app.label, *app.aliases)}
        if wanted in every:
            return frozenset(every)
    return frozenset({wanted})
