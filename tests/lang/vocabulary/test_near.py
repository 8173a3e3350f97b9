"""The similarity of words: counted within a limit, as over the whole table of both words."""

from hypothesis import given
from hypothesis import strategies as st

from agentprog.lang.vocabulary.near import NearWords, slips

_WORDS = st.text("abc", max_size=7)


@given(_WORDS, _WORDS, st.sampled_from([1, 2]))
def test_slips_within_a_limit_are_those_of_the_whole_table(word: str, other: str, most: int) -> None:
    assert slips(word, other, most=most) == min(_in_full(word, other), most + 1)


def test_the_nearest_word_is_the_first_of_those_one_slip_away_else_of_those_two_away() -> None:
    near = NearWords(["first_price", "first_prize", "list_of_prices"])
    nearest = [near.nearest(word) for word in ("first_prise", "frst_price", "lst_of_prics", "first_price", "zebra")]
    assert nearest == ["first_price", "first_price", "list_of_prices", "first_prize", ""]


def _in_full(word: str, other: str) -> int:
    rows = [list(range(len(other) + 1))]
    for i, a in enumerate(word, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            found = [rows[-1][j] + 1, row[j - 1] + 1, rows[-1][j - 1] + (a != b)]
            if i > 1 and j > 1 and a == other[j - 2] and word[i - 2] == b:
                found.append(rows[-2][j - 2] + 1)
            row.append(min(found))
        rows.append(row)
    return rows[-1][-1]
