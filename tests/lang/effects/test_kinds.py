"""Every kind of effect has its nature, and the groups follow from it."""

from __future__ import annotations

import pytest

from agentprog.lang.effects.kinds import BY_CONTENT, BY_PLACE, LASTING, NATURES, Nature, Risk, Trait, nature_of


def test_each_kind_has_a_nature_and_words_for_its_question() -> None:
    assert set(NATURES) == set(Risk)
    assert all(nature.asks for nature in NATURES.values())


@pytest.mark.parametrize("kind", sorted(LASTING))
def test_a_lasting_effect_names_its_loss_and_the_way_back(kind: Risk) -> None:
    assert NATURES[kind].loses
    assert NATURES[kind].back


def test_an_effect_with_a_price_or_a_recipient_is_lasting() -> None:
    for kind, nature in NATURES.items():
        if nature.traits & (Trait.COSTS | Trait.ADDRESSED):
            assert kind in LASTING


def test_a_kind_is_known_by_one_mark_of_an_action() -> None:
    assert not set(BY_PLACE) & set(BY_CONTENT)


def test_a_name_that_this_version_does_not_know_has_an_empty_nature() -> None:
    assert nature_of("teleport") == Nature()
    assert nature_of("send").asks == "it sends something to somebody"
