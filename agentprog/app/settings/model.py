"""The settings of a run: every value once, with its meaning, its limits, and its sources.

These fields define the options, the arguments of an Agent, environment variables, file keys, the settings of benchmarks
and resumed runs, the contents of an export, and docs/settings.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StringConstraints,
    ValidationError,
)

from agentprog.errors import ConfigError
from agentprog.frozen import frozen
from agentprog.lang.effects.kinds import Risk
from agentprog.models.price import Price
from agentprog.runtime.modes import ContextKind, ContextPart, Mode, Strategy
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.safety.policy import Policy

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class Endpoint(BaseModel):
    """The server of one model, if it differs from the others': `[endpoints."openai:NAME"]`.

    `api` is the OpenAI API that it speaks. `key` names the environment variable with its key.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    base_url: Text | None = None
    api: Literal["chat", "responses"] | None = None
    key: Text | None = None


class SecretSource(BaseModel):
    """The source of a secret: `[secrets.NAME]`. The first given one counts: `value`, `env` (an environment variable) or
    `keyring` (a service of the system's keyring, with the secret's name as user). `apps` limits typing to these apps,
    by label or package; empty means all."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    value: Text | None = Field(default=None, repr=False)
    env: Text | None = None
    keyring: Text | None = None
    apps: list[Text] = []


@frozen
class Place:
    """Sources of a value, besides files. `flags` are its options, None for none; `variable` is its environment
    variable.

    `later` is the rule for a resumed run: `anew` takes the current value, `kept` the old one unless it is given again,
    `fixed` always the old one. A value `by_hand` comes from no file and no variable.
    """

    flags: tuple[str, ...] | None = ()
    metavar: str | None = None
    variable: str = ""
    later: Literal["anew", "kept", "fixed"] = "kept"
    by_hand: bool = False


_TABLE: Final = Place(flags=None, later="anew")
_ANEW: Final = Place(later="anew")
_KEPT: Final = Place()
_FIXED: Final = Place(later="fixed")


def _meaning(text: str, **limits: Any) -> Any:
    return Field(description=text, **limits)


def _home(path: Path) -> Path:
    return path.expanduser()


def _apart(value: Any) -> Any:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


class RunSettings(BaseModel):
    """The values; None means not given, or no limit. Unknown keys are errors, since a misspelt key would have no
    effect."""

    model_config = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())

    model: Annotated[
        Text | None,
        Place(flags=("--model", "-m")),
        _meaning(
            "The model to use: openai:NAME, anthropic:NAME, gemini:NAME, openrouter:VENDOR/NAME, llamacpp:NAME or "
            "PATH, scripted:FILE; or demo, a recording for the tutorial."
        ),
    ] = None
    plan_model: Annotated[
        Text | None, _KEPT, _meaning("The model that writes the program, or CODA's Planner; default: --model.")
    ] = None
    judge_model: Annotated[
        Text | None, _KEPT, _meaning("The model that judges conditions in plain words; default: --model.")
    ] = None
    belief_model: Annotated[
        Text | None,
        _KEPT,
        _meaning("The model that explains an unexpected screen and how to recover; default: --model."),
    ] = None
    locator_model: Annotated[
        Text | None, _KEPT, _meaning("The model that finds a target on the picture of a screen without elements.")
    ] = None
    coordinator_model: Annotated[Text | None, _KEPT, _meaning("CES's Coordinator; default: --model.")] = None
    executor_model: Annotated[Text | None, _KEPT, _meaning("The Executor of CES and CODA; default: --model.")] = None
    tracker_model: Annotated[Text | None, _KEPT, _meaning("CES's State Tracker; default: --model.")] = None
    navigator_model: Annotated[Text | None, _KEPT, _meaning("SWIRL's Navigator; default: --model.")] = None
    interactor_model: Annotated[Text | None, _KEPT, _meaning("SWIRL's Interactor; default: --model.")] = None
    fallback_model: Annotated[
        Text | None, _KEPT, _meaning("The model to use when another model cannot be reached.")
    ] = None
    base_url: Annotated[Text | None, _ANEW, _meaning("The address of an OpenAI-compatible server; ends with /v1.")] = (
        None
    )
    api: Annotated[
        Literal["chat", "responses"] | None,
        Place(flags=None, later="anew"),
        _meaning("The API of an OpenAI-compatible server: chat or responses."),
    ] = None
    serial: Annotated[
        Text | None,
        Place(flags=("--serial", "-s", "--device", "-d"), variable="ANDROID_SERIAL"),
        _meaning("The phone to use, as `agentprog devices` lists it."),
    ] = None
    sim: Annotated[
        bool,
        Place(flags=("--sim/--no-sim",), later="fixed"),
        _meaning("Use a simulated phone, started for this command only."),
    ] = False
    seed: Annotated[int, _FIXED, _meaning("Number of the simulated phone: the same number gives the same phone.")] = 0
    dry_run: Annotated[
        bool,
        Place(flags=("--dry-run/--no-dry-run",), later="fixed"),
        _meaning("Show what the run would do; change nothing on the phone."),
    ] = False
    steps: Annotated[int | None, _KEPT, _meaning("At most this many actions on the phone.", ge=1)] = None
    model_calls: Annotated[int | None, _KEPT, _meaning("At most this many model calls.", ge=1)] = None
    tokens: Annotated[int | None, _KEPT, _meaning("At most this many tokens to and from models.", ge=1)] = None
    max_cost: Annotated[float | None, _KEPT, _meaning("At most this many US dollars for model calls.", gt=0)] = None
    seconds: Annotated[float | None, _KEPT, _meaning("At most this many seconds, without pauses.", gt=0)] = None
    form: Annotated[
        Literal["json", "python"],
        _FIXED,
        _meaning("The form of a model's answer: moves as JSON, or a few lines of Python."),
    ] = "json"
    mode: Annotated[
        Mode,
        _FIXED,
        _meaning(
            "When a step ends: as the answer that acts states it (fused), or by a model call after each action "
            "(separate)."
        ),
    ] = "fused"
    replan: Annotated[
        bool | None,
        Place(flags=("--replan/--no-replan",), later="fixed"),
        _meaning(
            "When a step fails, let the model rewrite the rest of the program, at most twice. "
            "Default: on for a task in plain words, off for a program file."
        ),
    ] = None
    context: Annotated[
        ContextKind,
        _FIXED,
        _meaning(
            "The parts of the run in a prompt: ours, chosen by the program, or a baseline of the paper, which runs the "
            "whole task as one step (docs/context.md)."
        ),
    ] = "ours"
    strategy: Annotated[
        Strategy,
        _FIXED,
        _meaning(
            "The roles that choose the next move: ours, or those of a training paper (ces, swirl, coda), which run the "
            "whole task as one step (docs/learning.md)."
        ),
    ] = "ours"
    without: Annotated[
        frozenset[ContextPart],
        BeforeValidator(_apart),
        PlainSerializer(sorted),
        Place(metavar="PART", later="fixed"),
        _meaning("Leave a part out of prompts: tree, retrieval, variables or belief. Repeatable.", strict=False),
    ] = frozenset()
    witness: Annotated[
        Literal["phone", "screen"],
        _KEPT,
        _meaning("The proof of an effect: the phone's own records where adb may read them, or the screen only."),
    ] = "phone"
    recipes: Annotated[
        Literal["on", "off", "only"],
        _KEPT,
        _meaning(
            "Repeat a proven step by its recipe, without a model. only: never use a model; "
            "a step without a recipe or exact lines fails (docs/recipes.md)."
        ),
    ] = "on"
    policy: Annotated[
        Policy,
        Place(metavar="[KIND=]RULE", by_hand=True),
        _meaning(
            "The rule for a risky action that you did not order: ask, allow or deny. KIND=RULE, as in send=allow, sets "
            f"it for one kind ({', '.join(Risk)}). Repeatable."
        ),
    ] = Policy()
    workspace: Annotated[Path | None, _KEPT, _meaning("The only folder whose files the program may use.")] = None
    run_dir: Annotated[Path, AfterValidator(_home), _ANEW, _meaning("The folder for run folders.")] = Path("runs")
    prices: Annotated[
        dict[str, Price], _TABLE, _meaning("By model id (* is a wildcard): US dollars per million tokens.")
    ] = {}
    endpoints: Annotated[
        dict[str, Endpoint], _TABLE, _meaning("By model id (* is a wildcard): its server and key.")
    ] = {}
    secrets: Annotated[
        dict[str, SecretSource], _TABLE, Field(description="By name: the source of a secret.", repr=False)
    ] = {}


KEYS: Final = tuple(RunSettings.model_fields)
MODELS: Final = tuple(key for key in KEYS if key.endswith("model"))


def place_of(key: str) -> Place:
    """The sources of this value."""
    return next(part for part in RunSettings.model_fields[key].metadata if isinstance(part, Place))


def said_later(*rules: str) -> frozenset[str]:
    """The keys with one of these rules for a resumed run: see `Place.later`."""
    return frozenset(key for key in KEYS if place_of(key).later in rules)


def variable_of(key: str) -> str | None:
    """The environment variable of this value; None if it has none."""
    place = place_of(key)
    return None if place.by_hand or place is _TABLE else place.variable or f"AGENTPROG_{key.upper()}"


def flags_of(key: str) -> tuple[str, ...]:
    """The options of this value; the first one appears in messages."""
    flags = place_of(key).flags
    return () if flags is None else flags or ("--" + key.replace("_", "-"),)


class Settings(RunSettings):
    """The effective values. `origin` is the source of each; `environment` is the shell's, completed from `.env`."""

    origin: Mapping[str, str] = {}
    environment: Mapping[str, str] = Field(default={}, repr=False)

    def but(self, **values: Any) -> Self:
        """A copy with other values, unchecked."""
        return self.model_copy(update=values)

    def with_one_model(self, model: str | None) -> Self:
        """A copy with this model for every part of the work."""
        return self.but(**dict.fromkeys(MODELS) | {"model": model})

    def as_begun(self, setup: Mapping[str, Any], *keys: str) -> Self:
        """A copy with the values from the run's beginning, for these keys or for every key that a resumed run keeps.

        An option or argument given now overrides a value that may be given again.
        """
        fixed = said_later("fixed")
        values = {**(setup.get("limits") or {}), **setup}  # version 0.1.0 first kept limits separately
        known = {key: values[key] for key in keys or fixed | said_later("kept") if values.get(key) is not None}
        try:
            first = RunSettings.model_validate(known)
        except ValidationError as exc:
            hint = "Its manifest.json was written by another version, or changed by hand: begin a new run."
            raise ConfigError("the run's settings cannot be read", hint=hint, evidence=str(exc)) from exc
        given_again = {key for key, place in self.origin.items() if place in BY_A_PERSON} - fixed
        return self.but(**{key: getattr(first, key) for key in known if key not in given_again})

    @property
    def in_one_step(self) -> bool:
        """True if the acting model gets the whole task without a program: for baselines and trained roles."""
        return self.context != "ours" or self.strategy != "ours"

    def limits(self) -> Limits:
        """The limits of a run's budget."""
        return Limits(
            actions=self.steps,
            model_calls=self.model_calls,
            tokens=self.tokens,
            money=self.max_cost,
            seconds=self.seconds,
        )

    def setup(self) -> dict[str, Any]:
        """The settings that a resumed run keeps, as plain values."""
        return self.model_dump(mode="json", include=set(said_later("kept", "fixed")))


FLAG: Final = "a flag"
ARGUMENT: Final = "an argument"
BY_A_PERSON: Final = (FLAG, ARGUMENT)
