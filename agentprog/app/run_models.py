"""The models of a run: which one does what, opened when it is first asked, priced, and within the run's budget."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Literal

from agentprog.agents import make_roles
from agentprog.app.config import Settings
from agentprog.app.lazy_roles import LazyRoles, Part
from agentprog.app.noting import note_model
from agentprog.app.opening import ModelProgress, endpoint_of, open_model, require_model
from agentprog.errors import ConfigError
from agentprog.models import InterruptibleModel, ObservedModel
from agentprog.models.observed import ModelCall
from agentprog.models.prices import Price, price_of
from agentprog.models.registry import asked_id
from agentprog.ports import Model, ModelRequest, ScoreRequest
from agentprog.runtime.roles import Roles
from agentprog.runtime.session import Session


class RunModels:
    """Opens each model once, however many parts it plays. A model `given` by the embedding program stands in the place
    of the settings' `model`."""

    def __init__(
        self,
        settings: Settings,
        session: Session,
        stack: ExitStack,
        *,
        given: Model | None = None,
        progress: ModelProgress | None = None,
        form: Literal["json", "python"] = "json",
    ) -> None:
        self._settings = settings
        self._session = session
        self._stack = stack
        self._given = given
        self._progress = progress
        self._form = form
        self._open: dict[str, Model] = {}

    def roles(self) -> Roles:
        """Every role that a model is named for; none at all without one."""
        named = self._settings
        if self._given is None and named.model is None and named.plan_model is None:
            return Roles()
        return LazyRoles(self._made).as_roles()

    def _made(self, part: Part) -> Roles:
        own = self._settings
        named = {"plan": own.plan_model, "judge": own.judge_model, "believe": own.belief_model, "act": None}
        locator = own.locator_model if part == "act" else None
        model = self._opened(named[part])
        return make_roles(model, eyes=self._opened(locator) if locator else None, form=self._form)

    def _opened(self, id: str | None) -> Model:
        if id is None and self._given is not None:
            if "" not in self._open:
                self._open[""] = self._watched(self._given, self._price(self._given.id))
            return self._open[""]
        wanted = id or require_model(self._settings)
        if wanted not in self._open:
            model = open_model(self._settings, self._stack, id=wanted, progress=self._progress)
            self._open[wanted] = self._watched(InterruptibleModel(model, self._cancelled), self._price(wanted))
        return self._open[wanted]

    def _price(self, id: str) -> Price | None:
        elsewhere = endpoint_of(self._settings, id).base_url is not None
        return price_of(asked_id(id), elsewhere=elsewhere, own=self._settings.prices)

    def _cancelled(self) -> bool:
        return self._session.cancel.cancelled

    def _watched(self, model: Model, price: Price | None) -> Model:
        """The same model within the run's budget and record."""
        session = self._session

        def before(request: ModelRequest | ScoreRequest) -> None:
            note_model(session.folder, model)
            if price is None and session.meter.limits.money is not None:
                raise _unpriced(model.id)
            count = model.count_tokens if model.capabilities.tokenizer else None
            session.before_model_call(price.at_most(request, count) if price is not None else 0.0)

        def after(call: ModelCall) -> None:
            money = price.of(call.usage) if price is not None else None
            session.model_called(call.model, call.request, call.reply, call.error, money)

        return ObservedModel(model, before=before, after=after)


def _unpriced(id: str) -> ConfigError:
    return ConfigError(
        f"the price of {id} is not known, so a budget in money cannot be kept",
        hint=f'Say it in agentprog.toml, in US dollars per million tokens: [prices."{id}"] input = ..., output = ...',
    )
