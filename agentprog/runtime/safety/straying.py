"""Decides where a run may work: in the apps of the program's header, and in the apps that its words name."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from agentprog import ports
from agentprog.identity import canon
from agentprog.runtime.safety.appnames import mentions, named
from agentprog.runtime.safety.policy import Policy
from agentprog.runtime.safety.powers import is_the_phones
from agentprog.runtime.safety.risk import question_of, risk_table


def outside_apps(policy: Policy, action: ports.Action, screen: ports.Screen, apps: tuple[ports.App, ...]) -> str:
    """Why the program's header forbids this action here; empty if it does not."""
    if not policy.apps:
        return ""
    if isinstance(action, ports.OpenApp | ports.StopApp):
        if named(action.name, policy.apps, apps):
            return ""
        return f'the program may not use the app "{action.name}"'
    if ports.ActionTrait.LOOKS in ports.TRAITS[type(action)]:
        return ""
    if isinstance(action, ports.PressKey) and action.key in ("back", "home"):
        return ""
    package = screen.package
    if is_the_phones(package) or not package or named(package, policy.apps, apps):
        return ""
    return f"the program may not act in {package}"


def strays(
    action: ports.Action,
    screen: ports.Screen,
    apps: tuple[ports.App, ...],
    *,
    texts: Iterable[str],
    led_to: Container[str],
) -> bool:
    """True if an action works in an installed app that these texts (instruction and program) do not name, although they
    name another. An app that an allowed effect opened is exempt (a call opens the phone app): `led_to` contains it, or
    "*" if any app may appear."""
    sentences = tuple(texts)
    named_apps = [app for app in apps if mentions(sentences, app)]
    if not named_apps:
        return False
    if isinstance(action, ports.OpenApp | ports.StopApp):
        return not any(named(action.name, (app.package,), apps) for app in named_apps)
    if not ports.is_effect(action) or is_the_phones(screen.package) or "*" in led_to or screen.package in led_to:
        return False
    return screen.package in {app.package for app in apps} - {app.package for app in named_apps}


def is_the_steps_own(action: ports.Action, screen: ports.Screen, step: str) -> bool:
    """True if a question asks for the step's own effect: both contain the same verb."""
    if not isinstance(action, ports.Tap) or not isinstance(action.target, ports.Element):
        return False
    question, order = question_of(action.target, screen), canon(step)
    return any(_begins(verb, question) and _begins(verb, order) for verb in risk_table().doing)


def _begins(verb: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(verb)}" if verb.isascii() else re.escape(verb), text) is not None
