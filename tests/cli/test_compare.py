import json
from collections.abc import Callable

import spanwise as sw
from spanwise.report.diagnosis_plain import plain_reading_list
from spanwise.report.plain import plain_matrix
from tests.cli.conftest import Run

FileOf = Callable[[str], str]


def test_the_json_says_what_the_library_says(run: Run, dev: str, predicted: FileOf) -> None:
    readers = ("balanced", "eager", "cautious")
    printed = json.loads(run("compare", dev, *map(predicted, readers), "--json").out)
    dataset = sw.read(dev)
    scores = [sw.score(dataset, sw.read_predictions(predicted(reader))) for reader in readers]
    printed.pop("signatures")
    assert printed == json.loads(json.dumps(plain_matrix(sw.compare_all(scores))))


def test_a_file_against_itself_shows_no_difference(run: Run, dev: str, predicted: FileOf) -> None:
    arguments = ("compare", dev, predicted("balanced"), predicted("balanced"))
    pair = json.loads(run(*arguments, "--json").out)["pairs"][0]
    assert pair["f1"]["p_value"] == pair["em"]["p_value"] == pair["exact_match"]["mcnemar_p"] == 1.0
    assert (pair["f1"]["low"], pair["f1"]["high"]) == (0, 0)
    assert "no difference is shown between balanced and balanced (2) in EM and F1." in run(*arguments).out


def test_three_readers_give_a_square_and_sentences(run: Run, dev: str, predicted: FileOf) -> None:
    out = run("compare", dev, *map(predicted, ("balanced", "eager", "cautious"))).out
    assert "balanced is better than eager in EM and F1." in out
    assert "p after Holm" in out
    assert max(map(len, out.split("is better")[0].splitlines()[:-1])) <= 80


def test_one_reader_alone_is_refused(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("compare", dev, predicted("balanced"))
    assert outcome.code == 2
    assert "at least two readers" in outcome.err


def test_two_readers_have_won_and_lost_by_slice_and_questions_to_read(run: Run, dev: str, predicted: FileOf) -> None:
    arguments = ("compare", dev, predicted("balanced"), predicted("eager"), "--read", "4")
    dataset = sw.read(dev)
    scores = [sw.score(dataset, sw.read_predictions(predicted(reader))) for reader in ("balanced", "eager")]
    found = sw.reading_list(scores[0], scores[1], sw.question_facts(dataset), most=4)
    assert json.loads(run(*arguments, "--json").out)["reading"] == json.loads(json.dumps(plain_reading_list(found)))
    out = run(*arguments).out
    assert all(question.id in out for question in found.first)


def test_three_readers_cannot_be_read_as_two(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("compare", dev, *map(predicted, ("balanced", "eager", "cautious")), "--read", "4")
    assert outcome.code == 2
    assert "--read is about two readers" in outcome.err
