"""Tables and plots compare like with like, and a stand-in has no success."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from agentprog.bench.reporting import write_bench_report
from agentprog.bench.reporting.figures import cost_of, groups_of, growth_of, right_everywhere
from agentprog.bench.reporting.tables import Table, tables_of
from agentprog.bench.results import Result
from agentprog.errors import UsageError


def made(
    task: str, agent: str, *, score: float = 1.0, seed: int = 1, model: str = "stand-in", **more: object
) -> Result:
    values = {
        "key": f"aw-extend/{task}/{seed}/{agent}/{model}", "suite": "aw-extend", "task": task, "level": "hard",
        "kind": "iterative", "seed": seed, "agent": agent, "model": model, "stand_in": model == "stand-in",
        "rules": {"slips": 0.0}, "score": score, "actions": 10, "model_calls": 12, "static_tokens": 3000,
        "dynamic_tokens": 5000, "cached_tokens": 2000, "output_tokens": 400, "growth": [100, 200], "seconds": 9.0,
        "device_seconds": 6.0, "own_seconds": 3.0, "started_at": "2030-01-01T00:00:00+00:00", "agentprog": "0.1.0",
    }  # fmt: skip
    return Result.model_validate({**values, **more})


def table(results: list[Result], title: str, *, stand_in: bool = True) -> Table:
    found = tables_of(groups_of(results), stand_in=stand_in, extended=True)
    return next(each for each in found if each.title.startswith(title))


def test_agents_are_listed_in_their_order_and_errors_are_no_episodes() -> None:
    results = [made("A", "plan"), made("A", "ours"), made("B", "ours", error="no phone")]
    assert [(group.name, len(group.results)) for group in groups_of(results)] == [("ours", 1), ("plan", 1)]


def test_with_two_models_a_group_names_its_model() -> None:
    results = [made("A", "ours", model="openai:x"), made("A", "ours", model="openai:y")]
    assert [group.name for group in groups_of(results)] == ["ours (openai:x)", "ours (openai:y)"]


def test_only_instances_that_every_agent_has_right_are_compared() -> None:
    results = [made("A", "ours"), made("B", "ours"), made("C", "ours"), made("A", "plan"), made("B", "plan", score=0.5)]
    assert [[found.task for found in group.results] for group in right_everywhere(groups_of(results))] == [["A"], ["A"]]


def test_growth_is_the_mean_of_the_episodes_that_are_as_long() -> None:
    (group,) = groups_of([made("A", "ours", growth=[100, 300, 500]), made("B", "ours", growth=[200])])
    assert growth_of(group, 2) == ((1, 150.0, 2), (2, 300.0, 1))


def test_means() -> None:
    (group,) = groups_of([made("A", "ours", actions=10), made("B", "ours", actions=30)])
    cost = cost_of(group)
    assert cost is not None
    assert (cost.episodes, cost.actions, cost.dynamic) == (2, 20.0, 5000.0)
    assert cost_of(group.of("compositional")) is None


def test_table_3_has_our_results_beside_the_papers() -> None:
    rows = table([made("A", "ours"), made("A", "window", dynamic_tokens=9000)], "Cost of the same").rows
    assert ("ours", "overall", "1", "3.0", "5.0", "2.0", "0.4", "9") in rows
    assert ("window", "iterative", "1", "3.0", "9.0", "2.0", "0.4", "9") in rows
    assert ("paper: AgentProg", "overall", "", "1026.4", "301.3", "", "179.7", "2662") in rows
    assert not [row for row in rows if row[:2] == ("ours", "compositional")], "there is no such episode"


def test_table_4_has_all_attempts_and_the_same_tasks() -> None:
    results = [made("A", "ours"), made("B", "ours", actions=40), made("A", "plan"), made("B", "plan", score=0.0)]
    rows = table(results, "Steps").rows
    assert rows[0] == ("ours", "25.0", "25.0", "", "10.0", "10.0", "")
    assert ("paper: UI-TARS", "225.5", "224.9", "227.0", "43.6", "50.0", "34.0") in rows


def test_growth_compares_early_and_late_steps_of_the_same_long_episodes() -> None:
    flat, steep = [100] * 60, [100] * 50 + [400] * 10
    results = [made("A", "ours", growth=flat), made("A", "plan", growth=steep)]
    short = [made("B", "ours", growth=[900] * 60), made("B", "plan", growth=[900] * 59)]
    wrong = [made("C", "ours", growth=[800] * 60), made("C", "plan", growth=[800] * 60, score=0.0)]
    found = table([*results, *short, *wrong], "Growth to steps 51 to 60")
    assert found.rows == (("ours", "100", "100", "1.00"), ("plan", "100", "400", "4.00"))
    assert "those of the 1 finished task instances" in found.about
    titles = [each.title for each in tables_of(groups_of(results), stand_in=True, extended=True)]
    assert not [title for title in titles if "136" in title], "no episode is as long"


def test_a_stand_in_has_no_success_column_anywhere(tmp_path: Path) -> None:
    write_bench_report([made("A", "ours"), made("B", "ours", score=0.0)], tmp_path)
    for name in ("report.md", "report.html"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "Made with a stand-in, not with a model." in text
        assert not re.search(
            r"score|%|success rate|Percent|right</td>", re.sub(r"(?s)<style>.*?</style>|data:\S+", "", text)
        )
    assert not any(
        "uccess" in each.title for each in tables_of(groups_of([made("A", "ours")]), stand_in=True, extended=True)
    )


def test_a_model_has_success_by_kind() -> None:
    results = [made("A", "ours", model="openai:x"), made("B", "ours", model="openai:x", score=0.5)]
    rows = table(results, "Success", stand_in=False).rows
    assert rows[0] == ("ours", "2", "75.0", "75.0", "")
    assert ("paper: AgentProg", "19", "68.4", "", "") in rows


def test_the_page_needs_no_other_file_and_the_pictures_are_pictures(tmp_path: Path) -> None:
    files = write_bench_report([made("A", "ours"), made("A", "plan"), made("A", "no-tree")], tmp_path / "deep" / "er")
    assert sorted(path.name for path in files) == ["cost.png", "growth.png", "report.html", "report.md"]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in files if path.suffix == ".png")
    page = next(path for path in files if path.suffix == ".html").read_text(encoding="utf-8")
    assert not re.search(r"""(src|href)=["'](?!data:)""", page)
    assert page.count("data:image/png;base64,") == 2


def test_a_model_has_a_plot_of_its_success(tmp_path: Path) -> None:
    results = [made("A", "ours", model="openai:x"), made("A", "plan", model="openai:x", score=0.0)]
    assert "success.png" in [path.name for path in write_bench_report(results, tmp_path)]


def test_words_of_a_result_are_words_on_the_page(tmp_path: Path) -> None:
    write_bench_report([made("<script>", "ours")], tmp_path, plots=False)
    assert "<script>" not in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_incomparable_results_are_not_reported_together(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="the stand-in and of a model"):
        write_bench_report([made("A", "ours"), made("A", "ours", model="openai:x")], tmp_path)
    with pytest.raises(UsageError, match="different rules"):
        write_bench_report([made("A", "ours"), made("B", "ours", rules={"slips": 0.1})], tmp_path)
    with pytest.raises(UsageError, match="no episode"):
        write_bench_report([made("A", "ours")], tmp_path, agents=["plan"])


def test_without_matplotlib_the_extra_is_named_and_tables_can_be_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(UsageError, match=r"agentprog\[bench\]"):
        write_bench_report([made("A", "ours")], tmp_path / "new")
    assert not (tmp_path / "new").exists(), "nothing half written"
    files = write_bench_report([made("A", "ours")], tmp_path / "new", plots=False)
    assert sorted(path.name for path in files) == ["report.html", "report.md"]
