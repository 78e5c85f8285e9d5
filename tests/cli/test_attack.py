"""`spanwise attack`."""

import json
from pathlib import Path

import pytest

import spanwise as sw
from tests.cli.conftest import Run
from tests.cli.test_adversarial import files

__all__ = ["files"]

OWN = '''
import spanwise as sw


class LastNames:
    """Answers with the last two words in capitals."""

    name = "last-names"

    def predict(self, dataset):
        found = {}
        for _, paragraph, question in dataset.questions():
            names = [w.strip(".") for w in paragraph.context.split() if w[0].isupper()]
            found[question.id] = sw.Prediction(question.id, " ".join(names[-3:-1]))
        return sw.Predictions(found, reader=self.name, dataset=dataset.fingerprint)


reader = LastNames()
'''


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "attacked_reader.py").write_text(OWN, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return "attacked_reader:reader"


def test_a_table_shows_what_each_attack_costs(run: Run, files: tuple[str, ...], own: str) -> None:
    found = run("attack", own, *files, "--attack", "add-sent", "--attack", "typos", "--most", "1")
    assert found.code == 0, found.err
    assert "last-names on boats: 3 questions, percent" in found.out
    assert all(name in found.out for name in ("originals", "add-sent", "typos", "worst of all"))
    assert "share added" in found.out


def test_json_and_the_files_say_the_same(run: Run, files: tuple[str, ...], own: str, tmp_path: Path) -> None:
    folder = tmp_path / "made" / "here"
    found = run(
        *("attack", own, *files, "-o", folder, "--json"),
        *("--attack", "add-sent", "--attack", "add-any", "--attack", "add-common", "--epochs", "1", "--drawn", "3"),
    )
    assert found.code == 0, found.err
    plain = json.loads(found.out)
    assert [one["attack"] for one in plain["made"]] == ["add-sent", "add-any", "add-common"]
    names = ("add-sent.json", "add-any.json", "attacked.json", "predictions.jsonl", "report.html")
    assert all((folder / name).is_file() for name in names)
    whole, said = sw.read(folder / "attacked.json"), sw.read_predictions(folder / "predictions.jsonl")
    again = sw.variant_report(whole, said, sw.score(whole, said))
    assert again.f1_drop.value is not None
    assert plain["worst"]["f1_drop"]["value"] == pytest.approx(100 * again.f1_drop.value)
    assert "flips into the added text" in (folder / "report.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("no-such-reader",), "there is no reader 'no-such-reader'"),
        (("first-sentence", "--attack", "nothing"), "'nothing' is not one of"),
        (("first-sentence", "-o", "boats.json"), "this is a file; name a folder"),
    ],
)
def test_what_cannot_be_done_is_said(
    run: Run, files: tuple[str, ...], own: str, arguments: tuple[str, ...], message: str
) -> None:
    del own
    found = run("attack", arguments[0], *files, *arguments[1:])
    assert found.code == 2
    assert message in " ".join(found.err.split())
