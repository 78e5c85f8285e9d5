import math
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.errors import DataError, SpanwiseWarning
from spanwise.predictions.prediction import Predictions
from spanwise.readers.log_linear.checkpoint import Checkpoint
from spanwise.readers.log_linear.context import ContextFacts
from spanwise.readers.log_linear.explain import explain
from spanwise.readers.log_linear.features import features
from spanwise.readers.log_linear.keys import Keys
from spanwise.readers.log_linear.model import LogLinearModel
from spanwise.readers.log_linear.reader import LogLinearReader
from spanwise.readers.log_linear.scores import Held, dense_size, scores
from spanwise.readers.log_linear.settings import GROUPS, Settings
from spanwise.readers.log_linear.store import WEIGHTS, write_model
from spanwise.readers.log_linear.targets import targets
from spanwise.readers.log_linear.trainer import LogLinear
from spanwise.scoring.evaluate import score
from tests.readers.log_linear.by_rule import ByRule
from tests.readers.log_linear.toys import asked, sales

FloatArray = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def trained(dataset: Dataset, *, seed: int = 0, **settings: object) -> LogLinearReader:
    made = Settings(**settings)  # type: ignore[arg-type]
    return LogLinear(ByRule(), made).train(dataset, rng=random.Random(seed))


def bytes_of(reader: LogLinearReader, folder: Path) -> bytes:
    write_model(reader, folder)
    return (folder / WEIGHTS).read_bytes()


def exact(reader: LogLinearReader, dataset: Dataset) -> float:
    value = score(dataset, reader.predict(dataset)).em.value
    assert value is not None
    return value


def loss(reader: LogLinearReader, dataset: Dataset) -> float:
    """Return the mean negative log-likelihood of answers that are candidates."""
    found = []
    for one in reader.considered(dataset):
        assert one.context is not None
        c = one.context.candidates
        starts = [one.context.annotated.span(int(a), int(b)) for a, b in zip(c.starts, c.ends, strict=True)]
        aims = {answer.span for answer in one.question.answers}
        chosen = [s for s, span in zip(one.scores, starts, strict=True) if span in aims]
        found.append(float(np.log(np.exp(one.scores).sum()) - np.log(np.exp(chosen).sum())))
    return sum(found) / len(found)


def test_what_is_asked_for_by_how_many_is_learnt_to_be_a_number() -> None:
    reader = trained(sales(16))
    unseen = sales(12, first=40)
    assert exact(reader, unseen) == 1
    predicted = reader.predict(unseen).by_id
    assert {p.text.isdigit() for i, p in predicted.items() if i.endswith("-0")} == {True}


def test_the_loss_falls_with_every_pass() -> None:
    dataset = sales(12)
    losses = [loss(trained(dataset, passes=passes), dataset) for passes in (1, 2, 3, 6)]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] < math.log(4)
    assert losses[-1] < losses[0] / 2


def test_one_pass_over_one_paragraph_is_adagrad_s_first_step() -> None:
    # From weights 0 every candidate of c has the probability 1 / c; the gradient of a feature that only the target
    # has is 1 / c - 1, and the step is rate x gradient / root of (first square + gradient^2).
    dataset = Dataset((asked("Ada sold 7 maps.", ("How many maps?", "7")),))
    without = tuple(g for g in GROUPS if g != "span-tags")
    reader = trained(dataset, passes=1, without=without, learning_rate=0.2, least_paragraphs=1)
    told = explain(reader, "How many maps?", "Ada sold 7 maps.")
    (one,) = reader.considered(dataset)
    down = 1 / len(one.scores) - 1
    step = -0.2 * down / math.sqrt(reader.model.settings.first_square + down**2)
    assert told.candidates[0].text == "7"
    # The tags of the span, with and without the wh-word.
    assert told.candidates[0].score == pytest.approx(2 * step, rel=1e-5)


class Rows(NamedTuple):
    """A paragraph's features as rows of numbers, one feature a row, and what to aim at."""

    keys: NDArray[np.uint64]
    keyed: FloatArray
    """(k, q, c)."""
    dense: FloatArray
    """(d, q, c)."""
    aims: list[NDArray[np.int64]]


def rows_of(paragraph: Paragraph, model: LogLinearModel) -> Rows:
    """Return the features of a paragraph: a score is linear in the weights, so each is what a weight of 1 gives."""
    context, *questions = ByRule().annotate([paragraph.context, *[q.text for q in paragraph.questions]])
    facts = ContextFacts.of(context, model.frequencies, model.settings.rule)
    assert facts is not None
    held = Held.of(features(facts, questions, model.frequencies, model.settings.groups, Keys()), model.buckets)
    ones = np.eye(len(held.features.keys), dtype=np.float32)
    dense_ones = np.eye(dense_size(model.buckets), dtype=np.float32)
    dense_ones[-1] = 0
    return Rows(
        keys=held.features.keys,
        keyed=np.stack([scores(held, one, 0 * dense_ones[0]) for one in ones]),
        dense=np.stack([scores(held, 0 * ones[0], one) for one in dense_ones]),
        aims=[targets(facts, [a.span for a in q.answers if a.span]) for q in paragraph.questions],
    )


def textbook(dataset: Dataset, model: LogLinearModel) -> tuple[NDArray[np.uint64], FloatArray, FloatArray]:
    """Return keys, their weights and the dense ones by AdaGrad in double precision.

    After Duchi, Hazan and Singer (2011): step = rate x gradient / root of the sum of squared gradients. The loss of a
    paragraph is minus the log of the probability of the targets of each question, and its share of the penalty.
    """
    settings = model.settings
    paragraphs = [rows_of(article.paragraphs[0], model) for article in dataset.articles]
    keys = np.unique(np.concatenate([one.keys for one in paragraphs]))
    weights, dense = np.zeros(len(keys)), np.zeros(dense_size(model.buckets))
    squares, dense_squares = weights + settings.first_square, dense + settings.first_square
    share = settings.l2 / len(paragraphs)
    for number in range(settings.passes):
        for chosen in np.random.default_rng([model.training.seed, number]).permutation(len(paragraphs)):
            one = paragraphs[chosen]
            at = np.searchsorted(keys, one.keys)
            raised = np.exp(np.einsum("k,kqc->qc", weights[at], one.keyed) + np.einsum("d,dqc->qc", dense, one.dense))
            pull = raised / raised.sum(axis=1, keepdims=True)
            for row, aim in zip(pull, one.aims, strict=True):
                row[aim] -= row[aim] / row[aim].sum()
            down = np.einsum("kqc,qc->k", one.keyed, pull) + share * weights[at]
            dense_down = np.einsum("dqc,qc->d", one.dense, pull) + share * dense
            squares[at] += down**2
            dense_squares += dense_down**2
            weights[at] -= settings.learning_rate * down / np.sqrt(squares[at])
            dense -= settings.learning_rate * dense_down / np.sqrt(dense_squares)
    return keys, weights, dense


@pytest.mark.parametrize("least", [1, 2, 3, 4])
def test_a_feature_that_fewer_paragraphs_hold_has_no_weight(least: int) -> None:
    dataset = sales(4)
    model = trained(dataset, least_paragraphs=least).model
    held = Counter(key for a in dataset.articles for key in rows_of(a.paragraphs[0], model).keys.tolist())
    frequent = {key for key, paragraphs in held.items() if paragraphs >= least}
    assert set(model.keys.tolist()) <= frequent
    # A weight that training left at 0 is not kept.
    assert len(model.keys) > len(frequent) / 2


def test_weights_are_those_of_a_textbook_adagrad() -> None:
    context = "Ada sold 7 maps. Ben left."
    several = Question("q", "Who sold?", (Answer("Ada", 0), Answer("Ben", context.index("Ben")), Answer("Ada", 0)))
    dataset = Dataset((*sales(2).articles, Article("", (Paragraph(context, (several,)),))))
    model = trained(dataset, passes=3, l2=3.0, least_paragraphs=1).model
    keys, weights, dense = textbook(dataset, model)
    assert set(model.keys.tolist()) <= set(keys.tolist())
    assert np.abs(weights).max() > 0.1
    np.testing.assert_allclose(model.weights_of(keys), weights, atol=1e-5)
    np.testing.assert_allclose(model.dense, dense, atol=1e-5)


def test_the_penalty_draws_weights_to_0() -> None:
    sizes = [float(np.abs(trained(sales(8), l2=l2).model.values).mean()) for l2 in (0.0, 5.0, 50.0)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[2] < 0.9 * sizes[0]


def test_the_same_seed_gives_the_same_bytes_and_another_seed_another_order(tmp_path: Path) -> None:
    dataset = sales(10, unanswerable=True)
    one, same, other = (trained(dataset, seed=seed) for seed in (3, 3, 4))
    assert one.model.null_option is not None
    assert one.model.null_option == same.model.null_option
    assert bytes_of(one, tmp_path / "one") == bytes_of(same, tmp_path / "same")
    assert (tmp_path / "one" / "model.json").read_bytes() == (tmp_path / "same" / "model.json").read_bytes()
    assert one.model.values.tolist() != other.model.values.tolist()


@pytest.mark.parametrize("group", GROUPS)
def test_every_group_can_be_left_out_alone(group: str) -> None:
    reader = trained(sales(4), without=(group,), passes=1)
    assert reader.model.settings.groups == tuple(one for one in GROUPS if one != group)
    told = explain(reader, "Who sold the maps?", "Ada sold 7 maps. Ben left.")
    listed = {name for candidate in told.candidates for name in candidate.by_group}
    assert listed <= set(GROUPS) - {group}
    assert all(math.isfinite(candidate.score) for candidate in told.candidates)


@pytest.mark.parametrize("group", GROUPS)
def test_any_group_alone_can_be_trained(group: str) -> None:
    reader = trained(sales(4), without=tuple(one for one in GROUPS if one != group))
    assert len(reader.predict(sales(2)).by_id) == 4


def test_development_questions_keep_the_best_pass() -> None:
    dataset, development = sales(6), sales(3, first=9)
    judged = iter([0.2, 0.9, 0.5])
    seen: list[Predictions] = []

    def evaluate(predictions: Predictions) -> float:
        seen.append(predictions)
        return next(judged)

    rng = random.Random(7)
    kept = LogLinear(ByRule(), Settings(folds=0)).train(dataset, rng=rng, development=development, evaluate=evaluate)
    assert len(seen) == 3
    assert kept.predict(development).by_id == seen[1].by_id
    second = LogLinear(ByRule(), Settings(folds=0, passes=2)).train(dataset, rng=random.Random(7))
    assert kept.model.values.tolist() == second.model.values.tolist()
    assert kept.model.dense.tolist() == second.model.dense.tolist()
    assert {p.null_score for p in seen[0].by_id.values()} == {None}


def test_of_equal_passes_the_first_is_kept() -> None:
    first = LogLinear(ByRule(), Settings(passes=1)).train(sales(6), rng=random.Random(7))
    kept = LogLinear(ByRule()).train(sales(6), rng=random.Random(7), development=sales(2), evaluate=lambda _: 0.5)
    assert kept.model.values.tolist() == first.model.values.tolist()


@pytest.mark.parametrize(
    "dataset",
    [
        Dataset((), name="empty.json"),
        Dataset((asked("Ada sold maps.", ("Who?", None)),), name="empty.json"),
        Dataset((Article("", (Paragraph("...", (Question("q", "Who?", (Answer(".", 0),)),)),)),), name="empty.json"),
        Dataset(
            (Article("", (Paragraph("Ada left.", (Question("q", "Who?", (Answer("Ada", None),)),)),)),),
            name="empty.json",
        ),
    ],
    ids=["no question", "no answer", "no candidate", "no place"],
)
def test_nothing_to_learn_from_is_said(dataset: Dataset) -> None:
    with pytest.raises(DataError, match=r"^empty.json: no question has an answer that stands in its context, so "):
        trained(dataset)


def test_questions_without_a_candidate_are_counted() -> None:
    context = "Ada sold maps. ..."
    broken = (
        Question("no word", "What?", (Answer("...", context.index("...")),)),
        Question("past the end", "What?", (Answer("... And more", context.index("...")),)),
        Question("no place", "What?", (Answer("maps"),)),
        Question("usable", "Who sold maps?", (Answer("Ada", 0),)),
    )
    nothing = Paragraph("...", (Question("no candidate", "What?", (Answer("..", 0),)),))
    dataset = Dataset((*sales(2).articles, Article("b", (Paragraph(context, broken), nothing))))
    reader = trained(dataset, passes=1)
    assert (reader.model.training.questions, reader.model.training.skipped) == (5, 4)
    assert reader.model.training.dataset == dataset.fingerprint


def test_any_of_several_answers_may_be_chosen() -> None:
    context = "Ada sold maps."
    both = Question("q", "Who sold what?", (Answer("Ada", 0), Answer("maps", 9), Answer("Ada", 0)))
    dataset = Dataset((Article("", (Paragraph(context, (both,)),)),))
    reader = trained(dataset, passes=30, without=("lexicalised", "dependency-paths"))
    (one,) = reader.considered(dataset)
    probs = np.exp(one.scores) / np.exp(one.scores).sum()
    order = np.argsort(-probs)
    assert reader.predict(dataset).by_id["q"].text in ("Ada", "maps")
    assert probs[order[:2]].sum() > 0.7


@pytest.mark.parametrize("context", ["x", "Ada", "7. 8. 9.", "7\n\n8", " Ada "])
def test_contexts_of_one_word_or_character_can_be_learnt_from(context: str) -> None:
    answer = next(word for word in context.replace(".", " ").split())
    dataset = Dataset((*sales(2).articles, asked(context, ("", answer), ("Who?", answer), title="odd")))
    reader = trained(dataset)
    assert reader.model.training.questions == 6
    assert all(math.isfinite(value) for value in reader.model.values)
    assert reader.predict(dataset).by_id["odd-0"].text


def test_progress_is_told_of_features_and_of_each_pass() -> None:
    told: list[tuple[str, int, int]] = []
    trainer = LogLinear(ByRule(), Settings(passes=2), progress=lambda *done: told.append(done))
    trainer.train(sales(3), rng=random.Random(0))
    stages = ("features", "pass 1 of 2", "pass 2 of 2")
    assert told == [(stage, number, 3) for stage in stages for number in (1, 2, 3)]


def test_a_null_option_is_fitted_where_there_are_unanswerable_questions() -> None:
    assert trained(sales(12)).model.null_option is None
    assert trained(sales(12, unanswerable=True), folds=0).model.null_option is None
    option = trained(sales(12, unanswerable=True)).model.null_option
    assert option is not None
    assert (option.answerable, option.unanswerable, option.lexicon) == (24, 24, False)


def test_a_null_option_learns_that_what_is_not_there_has_no_answer() -> None:
    reader = trained(sales(16, unanswerable=True))
    unseen = sales(8, first=40, unanswerable=True)
    kinds = {question.id: not question.has_answer for _, _, question in unseen.questions()}
    odds = {i: p.null_odds for i, p in reader.predict(unseen).by_id.items()}
    right = sum((odds[i] or 0) > 0 if kind else (odds[i] or 0) < 0 for i, kind in kinds.items())
    assert right >= 0.9 * len(kinds)


class CutOffError(Exception):
    """A training that is cut off."""


def cut_off(after: int) -> Callable[[str, int, int], None]:
    """Return a progress that stops the training when it has done so many steps and one."""
    steps = iter(range(10_000))

    def progress(stage: str, done: int, total: int) -> None:
        if stage.startswith("pass") and next(steps) == after:
            raise CutOffError

    return progress


def digits(predictions: Predictions) -> float:
    """Return a score that any change of predictions changes."""
    return int(predictions.fingerprint, 16) / 16**16


@pytest.mark.parametrize(("steps", "development"), [(1, None), (3, sales(2, first=30)), (7, None)])
def test_a_training_that_is_cut_off_anywhere_goes_on_to_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int, development: Dataset | None
) -> None:
    # Two passes over 5 paragraphs for each of two folds of the null option, then over all 10: 40 steps, cut off again
    # and again, in folds, at ends of passes and between.
    monkeypatch.setattr(Checkpoint, "write_now_and_then", Checkpoint.write)
    checkpoint = tmp_path / "training"
    dataset, settings = sales(10, unanswerable=True), Settings(passes=2, folds=2)
    evaluate = None if development is None else digits

    def model(checkpoint: Path | None, progress: Callable[[str, int, int], None] | None) -> LogLinearModel:
        trainer = LogLinear(ByRule(), settings, checkpoint=checkpoint, progress=progress)
        rng = random.Random(5)
        return trainer.train(dataset, rng=rng, development=development, evaluate=evaluate).model

    whole = model(None, None)
    assert whole.null_option is not None
    cuts = 0
    while True:
        try:
            found = model(checkpoint, cut_off(steps))
            break
        except CutOffError:
            cuts += 1
    assert cuts == math.ceil(40 / steps) - 1
    assert msgspec.structs.asdict(found)["null_option"] == whole.null_option
    for name in ("keys", "values", "dense"):
        assert getattr(found, name).tobytes() == getattr(whole, name).tobytes()
    assert found.frequencies == whole.frequencies
    assert found.buckets == whole.buckets


def test_checkpoints_stay_until_they_are_removed(tmp_path: Path) -> None:
    checkpoint = tmp_path / "training"
    trainer = LogLinear(ByRule(), Settings(passes=1, folds=2), checkpoint=checkpoint)
    trainer.train(sales(10, unanswerable=True), rng=random.Random(0))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["training", "training-fold-1", "training-fold-2"]
    for left in (".training.x1y2.part", ".training-fold-2.z3.part"):  # by a process that was killed while it wrote
        (tmp_path / left).touch()
    trainer.remove_checkpoints()
    trainer.remove_checkpoints()
    assert list(tmp_path.iterdir()) == []
    LogLinear(ByRule()).remove_checkpoints()


def test_what_is_left_of_another_training_is_told_and_left_aside(tmp_path: Path) -> None:
    checkpoint = tmp_path / "training"
    LogLinear(ByRule(), checkpoint=checkpoint).train(sales(4), rng=random.Random(0))
    with pytest.warns(SpanwiseWarning, match="training starts anew"):
        other = LogLinear(ByRule(), checkpoint=checkpoint).train(sales(5), rng=random.Random(0))
    assert other.model.values.tolist() == trained(sales(5)).model.values.tolist()


def test_the_best_of_other_development_questions_is_not_taken_for_the_best(tmp_path: Path) -> None:
    checkpoint = tmp_path / "training"
    judged = iter([0.9, 0.1, 0.1])
    LogLinear(ByRule(), checkpoint=checkpoint).train(
        sales(5), rng=random.Random(0), development=sales(2), evaluate=lambda _: next(judged)
    )
    with pytest.warns(SpanwiseWarning, match="training starts anew"):
        plain = LogLinear(ByRule(), checkpoint=checkpoint).train(sales(5), rng=random.Random(0))
    assert plain.model.values.tolist() == trained(sales(5)).model.values.tolist()
