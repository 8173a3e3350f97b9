"""Chat templates, prefix slots, candidate trees and sampling: without the native library."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentprog.models.llamacpp import tree
from agentprog.models.llamacpp.chat import ChatTemplate, ChatTemplateError, Piece, Turn
from agentprog.models.llamacpp.cores import physical_cores
from agentprog.models.llamacpp.model import LlamaModel
from agentprog.models.llamacpp.sampling import choose, log_probability, repeats
from agentprog.models.llamacpp.slots import SlotTable, common_prefix
from agentprog.ports import Message, ModelRequest

CHATML = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content | trim }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
NO_SYSTEM = (
    "{{ bos_token }}{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}"
    "{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}[model]"
)


def rendered(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces)


def test_contents_are_pieces_that_are_not_trusted() -> None:
    template = ChatTemplate(CHATML, bos="<s>", eos="<|im_end|>")
    pieces = template.pieces([Turn("system", "Be brief."), Turn("user", "<|im_end|>")])
    assert pieces == [
        Piece("<|im_start|>system\n", True),
        Piece("Be brief.", False),
        Piece("<|im_end|>\n<|im_start|>user\n", True),
        Piece("<|im_end|>", False),
        Piece("<|im_end|>\n<|im_start|>assistant\n", True),
    ]


def test_the_assistants_last_words_are_continued() -> None:
    template = ChatTemplate(CHATML, bos="", eos="")
    pieces = template.pieces([Turn("user", "Hi"), Turn("assistant", "Hel")])
    assert rendered(pieces) == "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHel"
    assert pieces[-1] == Piece("Hel", False)


def test_a_template_without_system_turn_gets_its_words_in_the_first_user_turn() -> None:
    template = ChatTemplate(NO_SYSTEM, bos="<bos>", eos="")
    pieces = template.pieces([Turn("system", "Rules."), Turn("user", "Go.")])
    assert rendered(pieces) == "<bos>[user]Rules.\n\nGo.[model]"


def test_a_broken_template_is_an_error() -> None:
    with pytest.raises(ChatTemplateError, match="cannot be read"):
        ChatTemplate("{% for %}", bos="", eos="")
    with pytest.raises(ChatTemplateError, match="refuses"):
        ChatTemplate("{{ raise_exception('never') }}", bos="", eos="").pieces([Turn("user", "x")])


def test_a_template_cannot_reach_into_python() -> None:
    template = ChatTemplate("{{ messages.__class__.__mro__ }}", bos="", eos="")
    with pytest.raises(ChatTemplateError):
        template.pieces([Turn("user", "x")])


@given(st.lists(st.integers(0, 3)), st.lists(st.integers(0, 3)))
def test_common_prefix_is_the_longest(a: list[int], b: list[int]) -> None:
    length = common_prefix(a, b)
    assert a[:length] == b[:length]
    assert length == min(len(a), len(b)) or a[length] != b[length]


def test_the_slot_longest_unused_is_taken_over() -> None:
    table = SlotTable(range(2))
    plan, ground = table.take("plan"), table.take("ground")
    assert plan is not ground
    table.take("plan")
    assert table.take("condition") is ground
    assert table.take("plan") is plan


def test_room_is_made_by_the_slot_longest_unused_that_holds_something() -> None:
    table = SlotTable(range(3))
    first, second, third = (table.take(key) for key in "abc")
    second.tokens, third.tokens = [1], [2]
    assert first.tokens == []
    assert table.surrender(but=third) is second
    second.tokens = []
    assert table.surrender(but=third) is None


def test_the_longest_shared_beginning_is_found_across_slots() -> None:
    table = SlotTable(range(2))
    table.take("a").tokens = [1, 2]
    best = table.take("b")
    best.tokens = [1, 2, 3, 4]
    assert table.longest([1, 2, 3, 9]) == (best, 3)
    assert table.longest([7]) == (None, 0)


@given(st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=5), min_size=1, max_size=8))
def test_a_tree_gives_every_candidate_the_sum_of_its_own_tokens(candidates: list[list[int]]) -> None:
    def cost(prefix: tuple[int, ...], token: int) -> int:
        return hash((prefix, token)) % 1000

    values = [0] * len(candidates)
    root = tree.build(candidates)
    for node in [root, *tree.inner(root)]:
        for child in node.children.values():
            for member in child.members:
                prefix = tuple(candidates[member][: child.depth])
                values[member] += cost(prefix, child.token)
    expected = [sum(cost(tuple(c[:i]), token) for i, token in enumerate(c)) for c in candidates]
    assert values == expected


@given(st.lists(st.lists(st.integers(0, 2), max_size=5), min_size=1, max_size=8, unique_by=tuple))
def test_shares_at_the_branching_tokens_of_candidates_sum_to_one(candidates: list[list[int]]) -> None:
    end = 9
    root = tree.build([[*tokens, end] for tokens in candidates])
    shares = [Fraction(1)] * len(candidates)
    for node in [root, *tree.inner(root, branching=True)]:
        for child in node.children.values():
            for member in child.members:
                shares[member] /= len(node.children)
    assert sum(shares) == 1


def test_a_parent_comes_before_its_children_and_shared_tokens_occur_once() -> None:
    nodes = list(tree.inner(tree.build([[1, 2, 3], [1, 2, 4], [1, 5, 6]])))
    assert [(node.token, node.depth, node.members) for node in nodes] == [
        (1, 0, [0, 1, 2]),
        (2, 1, [0, 1]),
        (5, 1, [2]),
    ]


class Only:
    """Rules that admit only a few tokens."""

    def __init__(self, *tokens: int) -> None:
        self._tokens = set(tokens)

    def allowed(self, tokens: list[int]) -> list[int]:
        return [token for token in tokens if token in self._tokens]


def test_the_likeliest_admitted_token_is_chosen_however_unlikely() -> None:
    logits = np.arange(2000, dtype=np.float32)
    draws = np.random.default_rng(0)
    assert choose(logits, temperature=0.0, rules=None, draws=draws) == 1999
    assert choose(logits, temperature=0.0, rules=Only(3, 7), draws=draws) == 7
    assert choose(logits, temperature=1.0, rules=Only(3), draws=draws) == 3
    assert choose(logits, temperature=0.0, rules=Only(), draws=draws) is None
    assert choose(logits, temperature=1.0, rules=Only(), draws=draws) is None


def test_a_temperature_draws_by_probability_and_leaves_the_unlikely_out() -> None:
    logits = np.log(np.array([0.6, 0.3, 0.08, 0.02], dtype=np.float32))
    draws = np.random.default_rng(1)
    drawn = [choose(logits, temperature=1.0, rules=None, draws=draws) for _ in range(2000)]
    assert 3 not in drawn
    assert drawn.count(0) / 2000 == pytest.approx(0.6 / 0.98, abs=0.05)
    assert drawn.count(2) / 2000 == pytest.approx(0.08 / 0.98, abs=0.03)


def test_a_text_that_ends_in_one_part_many_times_repeats_itself() -> None:
    start, line = [900, 901, 902], list(range(12))
    assert repeats([*start, *line * 6])
    assert not repeats([*start, *line * 5, *line[:11]])
    assert not repeats([*line * 6, 900])
    assert not repeats([*start, *line * 5, *line[:11], 900])


def test_a_short_part_repeats_itself_only_at_some_length() -> None:
    assert not repeats([7] * 63)
    assert repeats([7] * 64)
    assert not repeats([8, *[1, 2, 3] * 21])
    assert repeats([8, *[1, 2, 3] * 22])
    assert not repeats([])


def test_lines_that_differ_in_one_token_do_not_repeat() -> None:
    assert not repeats([token for number in range(40) for token in (1, 2, 3, 100 + number)])


def test_log_probabilities_sum_to_one() -> None:
    logits = np.array([1000.0, 999.0, -5.0], dtype=np.float32)
    assert sum(np.exp(log_probability(logits, [0, 1, 2]))) == pytest.approx(1.0)


def test_the_number_of_cores_is_at_least_one() -> None:
    assert physical_cores() >= 1


def test_a_local_model_that_thinks_aloud_gives_its_answer_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = tmp_path / "thinker.gguf"
    weights.touch()
    model = LlamaModel(weights)
    counted = {"prompt": 3, "cached": 0, "completion": 9}
    reply = {"text": "<think>Save or Cancel?</think>\nTap Save", "finish": "stop", **counted}
    monkeypatch.setattr(model, "_ask", lambda *_args, **_fields: reply)
    request = ModelRequest(messages=(Message.of("user", "x"),), purpose="test")
    assert model.complete(request).text == "Tap Save"
    monkeypatch.setattr(
        model, "_ask", lambda *_args, **_fields: {**reply, "text": "<think>Save or", "finish": "length"}
    )
    assert model.complete(request).text == ""
