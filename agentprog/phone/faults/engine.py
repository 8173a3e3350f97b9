"""The active faults: when each begins and ends, and its parameters."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from agentprog.phone.faults.catalogue import CATALOGUE, FaultKind, FaultSpec, ParamValue

Params = Mapping[str, ParamValue]
EVENTS = ("tap", "swipe", "key", "text", "shell", "rpc", "dump", "screenshot", "connect", "start")
"""Events that a schedule may count."""


class FaultError(Exception):
    """The fault does not exist, or does not take this parameter or schedule."""


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """When a fault begins and ends. Seconds are the phone's.

    It begins once `seconds` have passed and `count` events of kind `event` have happened. It ends after `times`
    strikes, or `lasting` seconds after it began; zero means never.
    """

    event: str = ""
    count: int = 0
    seconds: float = 0.0
    times: int = 0
    lasting: float = 0.0
    probability: float = 1.0


@dataclass
class _Fault:
    spec: FaultSpec
    params: Params
    schedule: Schedule
    set_at: float
    seen: int = 0
    struck: int = 0
    began_at: float | None = None
    chance: random.Random = field(default_factory=random.Random)


class Faults:
    """The faults of one phone. `happen` carries out events, `throw` sets switches inside the phone."""

    def __init__(
        self,
        *,
        seed: int,
        now: Callable[[], float],
        happen: Callable[[str, Params], None],
        throw: Callable[[str, bool, Params], None],
    ) -> None:
        self._seed = seed
        self._now = now
        self._happen = happen
        self._throw = throw
        self._set: dict[str, _Fault] = {}

    @property
    def waiting(self) -> bool:
        """True if a fault still has to begin or end by itself, so that `poll` must be called."""
        return any(f.spec.kind is not FaultKind.STATE for f in self._set.values())

    def set(self, name: str, params: Params | None = None, schedule: Schedule | None = None) -> None:
        """Set a fault. It replaces an earlier fault of that name. Raises FaultError."""
        spec = _known(name)
        schedule = _checked(schedule or Schedule())
        params = _filled(spec, params or {})
        self.clear(name)
        chance = random.Random(f"{self._seed}:{name}")
        self._set[name] = _Fault(spec=spec, params=params, schedule=schedule, set_at=self._now(), chance=chance)
        self.poll()

    def clear(self, name: str | None = None) -> None:
        """Clear one fault, or all of them. Raises FaultError for an unknown name."""
        names = list(self._set) if name is None else [_known(name).name]
        for cleared in names:
            fault = self._set.pop(cleared, None)
            if fault is not None and fault.spec.kind is FaultKind.SWITCH and fault.began_at is not None:
                self._throw(cleared, False, fault.params)

    def strikes(self, name: str) -> Params | None:
        """The parameters of this state if it is on now; None otherwise. Counts as one strike."""
        fault = self._set.get(name)
        if fault is None or not self._begun(fault):
            return None
        if self._over(fault):
            self.clear(name)
            return None
        if fault.schedule.probability < 1.0 and fault.chance.random() >= fault.schedule.probability:
            return None
        fault.struck += 1
        if fault.schedule.times and fault.struck >= fault.schedule.times:
            del self._set[name]
        return fault.params

    def draw(self, name: str, low: float, high: float) -> float:
        """A number from the fault's own seeded random generator."""
        fault = self._set.get(name)
        return fault.chance.uniform(low, high) if fault is not None else low

    def note(self, event: str) -> None:
        """Count an event for the schedules."""
        for fault in self._set.values():
            if fault.schedule.event == event:
                fault.seen += 1
        if self._set:
            self.poll()

    def poll(self) -> None:
        """Begin and end the faults that are due."""
        for name, fault in list(self._set.items()):
            if fault.spec.kind is FaultKind.STATE or self._set.get(name) is not fault:
                continue
            if fault.began_at is not None:
                if self._over(fault):
                    self.clear(name)
            elif self._begun(fault):
                self._begin(name, fault)

    def describe(self) -> list[dict[str, object]]:
        """The active faults, for people and tests."""
        return [
            {
                "name": name,
                "params": dict(f.params),
                "schedule": {k: v for k, v in vars(f.schedule).items() if v},
                "begun": f.began_at is not None,
                "struck": f.struck,
            }
            for name, f in self._set.items()
        ]

    def _begin(self, name: str, fault: _Fault) -> None:
        if fault.spec.kind is FaultKind.SWITCH:
            self._throw(name, True, fault.params)
            return
        repeats = fault.schedule.times or 1
        fault.struck += 1
        if fault.struck >= repeats:
            del self._set[name]
        else:
            fault.began_at, fault.seen, fault.set_at = None, 0, self._now()
        if fault.schedule.probability >= 1.0 or fault.chance.random() < fault.schedule.probability:
            self._happen(name, fault.params)

    def _begun(self, fault: _Fault) -> bool:
        if fault.began_at is not None:
            return True
        schedule = fault.schedule
        if self._now() - fault.set_at < schedule.seconds or fault.seen < schedule.count:
            return False
        fault.began_at = self._now()
        return True

    def _over(self, fault: _Fault) -> bool:
        if not fault.schedule.lasting or fault.began_at is None:
            return False
        return self._now() - fault.began_at >= fault.schedule.lasting


def _known(name: str) -> FaultSpec:
    spec = CATALOGUE.get(name)
    if spec is None:
        import difflib

        near = difflib.get_close_matches(name, CATALOGUE, n=1)
        raise FaultError(f"there is no fault {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
    return spec


def _filled(spec: FaultSpec, params: Params) -> Params:
    for key, value in params.items():
        if key not in spec.params:
            takes = ", ".join(spec.params) or "nothing"
            raise FaultError(f"fault {spec.name!r} does not take {key!r}; it takes {takes}")
        default = spec.params[key]
        number = isinstance(default, int | float) and isinstance(value, int | float)
        if not number and type(value) is not type(default):
            raise FaultError(f"{key!r} of fault {spec.name!r} must be like {default!r}, not {value!r}")
    return {**spec.params, **params}


def _checked(schedule: Schedule) -> Schedule:
    if schedule.event and schedule.event not in EVENTS:
        raise FaultError(f"a schedule cannot count {schedule.event!r}; it counts {', '.join(EVENTS)}")
    if schedule.count and not schedule.event:
        raise FaultError("a schedule with a count must say which event it counts")
    if not 0.0 <= schedule.probability <= 1.0:
        raise FaultError(f"a probability lies between 0 and 1, not at {schedule.probability}")
    return schedule
