"""The models of a run: their parts, opened at the first question, with prices, within the run's budget."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

from agentprog.agents import make_roles
from agentprog.agents.strategies.choice import grounder_of
from agentprog.app.launching.lazy_roles import LazyRoles, Part
from agentprog.app.launching.noting import note_model
from agentprog.app.launching.opening import endpoint_of, open_model, require_model
from agentprog.app.settings.model import MODELS, Settings
from agentprog.errors import ConfigError
from agentprog.models.interruptible import InterruptibleModel
from agentprog.models.observed import ModelCall, ObservedModel
from agentprog.models.prices import Tariff, price_of
from agentprog.models.registry import asked_id, check_id
from agentprog.models.steadfast import SteadfastModel
from agentprog.models.tokens import most_of_call
from agentprog.ports import Model, ModelProgress, ModelRequest, ScoreRequest
from agentprog.runtime.roles import Roles
from agentprog.runtime.session import Session

_LOCAL = "llamacpp:"


class RunModels:
    """Opens each model once, whatever the number of its parts. A model `given` by the embedding program replaces the
    settings' `model`.
    """

    def __init__(
        self,
        settings: Settings,
        stack: ExitStack,
        *,
        model: Model | None = None,
        progress: ModelProgress | None = None,
        waits: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._settings = settings
        self._stack = stack
        self._given = model
        self._progress = progress
        self._waits = waits
        self._bare: dict[str, Model] = {}
        self._open: dict[str, Model] = {}
        self._steady: dict[str, Model] = {}
        self._loaded: set[str] = set()

    def check(self, *, planner: bool) -> None:
        """Check the named models before a phone is opened. If a `planner` is needed at once, its key or weights must
        exist. Raises ModelError.
        """
        settings = self._settings
        for key in MODELS:
            if (id := getattr(settings, key)) is not None:
                check_id(id)
        if planner and (settings.plan_model or self._given is None):
            self._bare_model(settings.plan_model or require_model(settings))
        if settings.fallback_model is not None:
            self._bare_model(settings.fallback_model)

    def roles(self, session: Session) -> Roles:
        """Every role with a configured model, within the session's budget and record; no roles without any model."""
        settings = self._settings
        if self._given is None and settings.model is None and settings.plan_model is None:
            return Roles()
        return LazyRoles(partial(self._made, session)).as_roles()

    def _made(self, session: Session, part: Part) -> Roles:
        settings = self._settings
        ids = {
            "plan": settings.plan_model,
            "judge": settings.judge_model,
            "believe": settings.belief_model,
            "act": None,
        }
        locator = settings.locator_model if part == "act" else None
        model = self._steadfast(session, ids[part])
        if model.id not in self._loaded and asked_id(model.id).startswith(_LOCAL):
            self._waits(f"loading {model.id}")
        self._loaded.add(model.id)
        roles = make_roles(model, eyes=self._steadfast(session, locator) if locator else None, form=settings.form)
        if part != "act" or settings.strategy == "ours":
            return roles
        grounder = grounder_of(
            settings.strategy, lambda role: self._steadfast(session, getattr(settings, f"{role}_model"))
        )
        return replace(roles, grounder=grounder, tells=lambda: False)

    def _steadfast(self, session: Session, id: str | None) -> Model:
        """The model with its retries and fallback; all parts that it plays share whether the fallback has
        replaced it.
        """
        model, fallback = self._opened(session, id), self._settings.fallback_model
        if model.id not in self._steady:
            spare = partial(self._opened, session, fallback) if fallback is not None and fallback != model.id else None
            self._steady[model.id] = SteadfastModel(model, spare)
        return self._steady[model.id]

    def _opened(self, session: Session, id: str | None) -> Model:
        if id is None and self._given is not None:
            if "" not in self._open:
                self._open[""] = _watched(self._given, self._price(self._given.id), session)
            return self._open[""]
        model_id = id or require_model(self._settings)
        if model_id not in self._open:
            model = InterruptibleModel(self._bare_model(model_id), lambda: session.cancel.cancelled)
            self._open[model_id] = _watched(model, self._price(model_id), session)
        return self._open[model_id]

    def _bare_model(self, id: str) -> Model:
        if id not in self._bare:
            self._bare[id] = open_model(self._settings, self._stack, id=id, progress=self._progress)
        return self._bare[id]

    def _price(self, id: str) -> Tariff | None:
        elsewhere = endpoint_of(self._settings, id).base_url is not None
        return price_of(asked_id(id), elsewhere=elsewhere, own_prices=self._settings.prices)


def _watched(model: Model, price: Tariff | None, session: Session) -> Model:
    """The same model, within the run's budget and record."""

    def before(request: ModelRequest | ScoreRequest) -> None:
        note_model(session.folder, model)
        if price is None and session.meter.limits.money is not None:
            raise _unpriced(model.id)
        count = model.count_tokens if model.capabilities.tokenizer else None
        thinks = model.capabilities.thinks
        tokens = most_of_call(request, count, thinks=thinks) if session.meter.limits.tokens is not None else 0
        money = price.at_most(request, count, thinks=thinks) if price is not None else 0.0
        session.before_model_call(money, tokens, purpose=request.purpose)

    def after(call: ModelCall) -> None:
        # A provider's own statement of the charge is more accurate than any list.
        money = call.usage.cost
        if money is None and price is not None:
            money = price.of(call.usage)
        session.model_called(call.model, call.request, call.reply, call.error, money)

    return ObservedModel(model, before=before, after=after)


def _unpriced(id: str) -> ConfigError:
    return ConfigError(
        f"the price of {id} is not known, so a budget in money cannot be checked",
        hint="Write it into agentprog.toml, in US dollars per million tokens: "
        f'[prices."{id}"] input = ..., output = ...',
    )
