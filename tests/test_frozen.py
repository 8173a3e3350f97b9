"""`@frozen` makes the same class as the standard library's frozen dataclass, and fails for the same classes."""

from __future__ import annotations

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, replace
from pathlib import Path

import pytest

from agentprog.frozen import frozen


@frozen
class Place:
    x: int
    y: int = 0


@frozen
class Named(Place):
    """A place with a name."""

    name: str = field(default="", compare=False)
    tags: list[str] = field(default_factory=list, repr=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class Standard:
    x: int
    y: int = 0
    name: str = field(default="", compare=False)
    tags: list[str] = field(default_factory=list, repr=False)


@frozen
class Nothing:
    """A value without fields."""


def test_a_frozen_class_has_fields_text_and_arguments_of_a_standard_dataclass() -> None:
    mine, standard = Named(x=1, name="a", tags=["t"]), Standard(x=1, name="a", tags=["t"])
    assert repr(mine) == repr(standard).replace("Standard", "Named")
    assert asdict(mine) == asdict(standard)
    assert [field.name for field in fields(mine)] == [field.name for field in fields(standard)]
    assert [(p.name, p.kind) for p in inspect.signature(Named).parameters.values()] == [
        (p.name, p.kind) for p in inspect.signature(Standard).parameters.values()
    ]


def test_equal_fields_are_equal_and_have_one_hash_except_uncompared_fields() -> None:
    assert Place(x=1, y=2) == Place(x=1, y=2) != Place(x=1, y=3)
    assert hash(Place(x=1)) == hash(Place(x=1))
    assert Named(x=1, name="a") == Named(x=1, name="b")
    assert Place(x=1) != Named(x=1)
    assert Nothing() == Nothing() != Place(x=1)
    assert len({Nothing(), Nothing()}) == 1


def test_no_field_can_be_set_deleted_or_added() -> None:
    place = Place(x=1)
    with pytest.raises(FrozenInstanceError):
        place.x = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del place.x
    with pytest.raises(FrozenInstanceError):
        place.z = 2  # type: ignore[attr-defined]
    assert not hasattr(place, "__dict__")


@pytest.mark.parametrize("wrong", [{}, {"x": 1, "z": 2}])
def test_a_missing_or_unknown_argument_is_an_error(wrong: dict[str, int]) -> None:
    with pytest.raises(TypeError):
        Place(**wrong)
    with pytest.raises(TypeError):
        Place(1)  # type: ignore[misc]


def test_each_object_gets_a_default_of_its_own() -> None:
    Named(x=1).tags.append("t")
    assert Named(x=1).tags == []


def test_a_copy_with_changes_a_copy_and_a_pickle_are_whole() -> None:
    named = Named(x=1, name="a", tags=["t"])
    assert replace(named, x=2) == Named(x=2, tags=["t"])
    for other in (copy.copy(named), copy.deepcopy(named), pickle.loads(pickle.dumps(named))):
        assert asdict(other) == asdict(named)
    assert copy.deepcopy(named).tags is not named.tags


def test_methods_of_the_class_stay_and_its_last_word_is_heard() -> None:
    @frozen
    class Loud:
        word: str

        def __post_init__(self) -> None:
            if not self.word:
                raise ValueError("no word")

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Loud) and self.word.upper() == other.word.upper()

        def __repr__(self) -> str:
            return self.word

    assert Loud(word="a") == Loud(word="A")
    assert repr(Loud(word="a")) == "a"
    assert isinstance(hash(Loud(word="a")), int)
    with pytest.raises(ValueError, match="no word"):
        Loud(word="")


def test_no_class_of_the_package_takes_the_slow_way(checkout: Path) -> None:
    slow = "@dataclass(frozen=True, kw_only=True, slots=True)\n"
    files = [file for file in (checkout / "agentprog").rglob("*.py") if file.name != "frozen.py"]
    assert len(files) > 500
    assert [str(file) for file in files if slow in file.read_text(encoding="utf-8")] == []
