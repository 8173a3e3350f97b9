"""Results are whole lines: a cut line does not count, a damaged one is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.bench.episode import Rules
from agentprog.bench.job import _settings, blank
from agentprog.bench.results import Result, ResultsFile, read_results
from agentprog.bench.runner import Campaign
from agentprog.bench.spec import JobSpec
from agentprog.bench.suites import select, suite_called
from agentprog.cli.main import status_of
from agentprog.errors import UsageError

RULES = {"action_seconds": 2.0, "slips": 0.0}


def made(key: str = "short/A/1/ours/m", **fields: object) -> Result:
    suite, task, seed, agent, model = key.split("/")
    known = {"suite": suite, "task": task, "seed": int(seed), "agent": agent, "model": model, "level": "easy"}
    return Result.model_validate({"key": key, "kind": "", "stand_in": False, "rules": RULES, **known, **fields})


def test_a_written_result_is_read_again(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path / "new" / "folder")
    file.append(made(score=0.5, wrong=["the “name”"], growth=[1, 2], calls={"ground": 2}))
    (found,) = file.read()
    assert found == made(score=0.5, wrong=["the “name”"], growth=[1, 2], calls={"ground": 2})
    assert not found.right


def test_a_cut_off_line_is_no_result_and_the_next_line_replaces_it(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path)
    file.append(made())
    whole = file.path.read_bytes()
    file.path.write_bytes(whole + whole[: len(whole) // 2])
    assert [found.key for found in file.read()] == ["short/A/1/ours/m"]
    file.append(made("short/B/1/ours/m"))
    assert [found.key for found in file.read()] == ["short/A/1/ours/m", "short/B/1/ours/m"]


def test_the_last_result_of_a_repeated_episode_counts(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path)
    file.append(made(error="the phone did not start"))
    file.append(made(score=1.0))
    (found,) = file.read()
    assert found.right


@pytest.mark.parametrize("line", ["{", '{"key": 1}', "[]", made().model_dump_json().replace('"seed":1', '"seed":"x"')])
def test_a_damaged_line_is_named_by_its_place(tmp_path: Path, line: str) -> None:
    file = ResultsFile(tmp_path)
    file.append(made())
    with file.path.open("a", encoding="utf-8") as out:
        out.write(line + "\n")
    with pytest.raises(UsageError, match=r"results\.jsonl:2 is no result"):
        file.read()


def test_a_folder_without_results_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no results"):
        read_results([tmp_path])


def job(folder: Path, **fields: object) -> JobSpec:
    values: dict[str, object] = {"suite": "short", "task": "A", "seed": 1, "agent": "ours", "model": "m"}
    return JobSpec(**{**values, "folder": folder, **fields})  # type: ignore[arg-type]


def test_only_an_episode_without_a_result_waits_and_an_error_is_no_result(tmp_path: Path) -> None:
    rules = {name: getattr(Rules(), name) for name in Rules.__dataclass_fields__}
    ResultsFile(tmp_path).append(made(rules=rules))
    ResultsFile(tmp_path).append(made("short/A/2/ours/m", rules=rules, error="no phone"))
    campaign = Campaign(tmp_path, [job(tmp_path, seed=seed) for seed in (1, 2, 3)])
    assert [found.seed for found in campaign.done] == [1]
    assert [waiting.seed for waiting in campaign.waiting] == [2, 3]


def test_a_campaign_does_not_continue_results_of_other_rules(tmp_path: Path) -> None:
    rules = {name: getattr(Rules(), name) for name in Rules.__dataclass_fields__}
    ResultsFile(tmp_path).append(made(rules=rules))
    with pytest.raises(UsageError, match=r"other rules: slips 0\.0, not 0\.1"):
        Campaign(tmp_path, [job(tmp_path, rules=Rules(slips=0.1))])


def test_a_job_survives_the_journey_to_another_process(tmp_path: Path) -> None:
    sent = job(tmp_path, rules=Rules(sms_window=None, slips=0.25), config=tmp_path / "x.toml", base_url="http://h/v1")
    assert JobSpec.from_json(sent.to_json()) == sent
    played = job(tmp_path, agent="ces", roles={"tracker": "openai:small", "coordinator": "openai:large"})
    assert JobSpec.from_json(played.to_json()) == played
    assert job(tmp_path) == JobSpec.from_json(job(tmp_path).to_json())


def test_a_role_with_a_model_of_its_own_is_another_agent_of_the_tables(tmp_path: Path) -> None:
    spec = job(
        tmp_path,
        task="ContactAdd",
        agent="ces",
        model="openai:m",
        roles={"tracker": "openai:b", "executor": "openai:a"},
    )
    assert blank(spec).model == "openai:m;executor=openai:a;tracker=openai:b"
    assert spec.key.endswith("/ces/openai:m;executor=openai:a;tracker=openai:b")
    settings = _settings(spec, select(suite_called("short"), ("ContactAdd",))[0])
    assert (settings.model, settings.executor_model, settings.tracker_model) == ("openai:m", "openai:a", "openai:b")
    assert settings.coordinator_model is None
    assert settings.strategy == "ces"


@pytest.mark.parametrize("given", ["pilot=openai:m", "tracker", "tracker="])
def test_a_malformed_role_is_reported(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["bench", "run", "short", "--model", "openai:m", "--agent", "ces", "--role", given]) == 2
    assert f"not '{given}'" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["", "{}", "[1]", '{"folder": "x", "config": null, "rules": {"luck": 1}}'])
def test_a_malformed_job_is_refused(line: str) -> None:
    with pytest.raises(UsageError, match="no job"):
        JobSpec.from_json(line)
