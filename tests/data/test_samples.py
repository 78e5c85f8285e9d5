"""The benchmark that ships with the package, and the predictions of its made-up readers."""

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from spanwise.data.check import check
from spanwise.data.dataset import Answer, Dataset, Question
from spanwise.data.formats import load
from spanwise.data.samples import (
    SAMPLE_PARTS,
    SAMPLE_READERS,
    sample_export_path,
    sample_na_probs_path,
    sample_path,
    sample_predictions_path,
)
from spanwise.data.squad import encode_squad
from spanwise.data.typed_squad import decode_squad
from spanwise.errors import OptionError
from spanwise.predictions.check import check_predictions
from spanwise.predictions.formats import load_predictions
from spanwise.scoring.pair import exact_match, f1
from spanwise.scoring.rules import SQUAD_2
from spanwise.text.normalize import LENIENT, SQUAD, mlqa_profile, normalized_alone
from tools.sample_predictions import CHARACTERS, encoded, made_up

CATEGORIES = {"negation", "antonym", "entity swap", "mutual exclusion", "impossible condition", "other neutral"}

# Printed by the official script, evaluate-v2.0.py, on dev.json, the predictions and the probabilities:
# exact, f1, HasAns_exact, HasAns_f1, NoAns_exact.
OFFICIAL = {
    "eager": (49.382716049382715, 57.404957867920835, 74.07407407407408, 86.10743680188125, 0.0),
    "cautious": (61.72839506172839, 67.94805845731771, 45.370370370370374, 54.69986546375434, 94.44444444444444),
    "balanced": (70.98765432098766, 75.3968253968254, 66.66666666666667, 73.28042328042328, 79.62962962962963),
}


def part(name: str) -> Dataset:
    dataset = decode_squad(sample_path(name).read_bytes())
    assert dataset is not None, f"{name} is no clean SQuAD file"
    return dataset


def questions(name: str) -> list[tuple[str, Question]]:
    return [(paragraph.context, question) for _, paragraph, question in part(name).questions()]


def spans(name: str) -> list[tuple[str, str, Answer]]:
    return [(c, q.id, answer) for c, q in questions(name) for answer in (*q.answers, *q.plausible_answers)]


def texts_of(reader: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads(sample_predictions_path(reader).read_bytes())
    return texts


def na_probs_of(reader: str) -> dict[str, float]:
    na_probs: dict[str, float] = json.loads(sample_na_probs_path(reader).read_bytes())
    return na_probs


def scores_of(reader: str) -> dict[str, tuple[float, float]]:
    """Score as the official 2.0 script does: the greatest value over the answers, or over "" where there are none."""
    texts = texts_of(reader)
    return {
        question.id: (
            max(exact_match(texts[question.id], gold, SQUAD_2) for gold in golds),
            max(f1(texts[question.id], gold, SQUAD_2) for gold in golds),
        )
        for _, question in questions("dev")
        for golds in [[answer.text for answer in question.answers] or [""]]
    }


# The benchmark


def test_it_has_the_size_its_page_promises() -> None:
    articles = [article for name in SAMPLE_PARTS for article in part(name).articles]
    paragraphs = [paragraph for article in articles for paragraph in article.paragraphs]
    everything = [question for name in SAMPLE_PARTS for _, question in questions(name)]
    unanswerable = [question for question in everything if question.is_impossible]
    assert (len(articles), len(paragraphs), len(everything), len(unanswerable)) == (18, 54, 324, 108)


@pytest.mark.parametrize("name", SAMPLE_PARTS)
def test_check_finds_nothing(name: str) -> None:
    loaded = load(sample_path(name))
    assert (loaded.findings, check(loaded)) == ((), ())


@pytest.mark.parametrize("name", SAMPLE_PARTS)
def test_every_span_is_its_text_in_the_context_and_begins_and_ends_with_a_word(name: str) -> None:
    wrong = [
        (identity, answer.text)
        for context, identity, answer in spans(name)
        if answer.span is None
        or answer.span.of(context) != answer.text
        or answer.text != answer.text.strip()
        or re.search(r"\w\w", context[max(answer.span.start - 1, 0) : answer.span.start + 1])
        or re.search(r"\w\w", context[answer.span.end - 1 : answer.span.end + 1])
    ]
    assert wrong == []


@pytest.mark.parametrize("name", SAMPLE_PARTS)
@pytest.mark.parametrize("profile", [SQUAD, LENIENT, mlqa_profile("en")], ids=lambda profile: str(profile.name))
def test_no_answer_normalises_to_nothing(name: str, profile: object) -> None:
    assert isinstance(profile, type(SQUAD))
    assert [answer.text for _, _, answer in spans(name) if not normalized_alone(answer.text, profile)] == []


@pytest.mark.parametrize(("name", "answers"), [("train", 1), ("dev", 3)])
def test_answerable_questions_have_one_answer_in_train_and_three_in_dev(name: str, answers: int) -> None:
    answerable = [question for _, question in questions(name) if not question.is_impossible]
    assert {len(question.answers) for question in answerable} == {answers}
    assert {question.plausible_answers for question in answerable} == {()}
    assert {question.category for question in answerable} == {None}


@pytest.mark.parametrize("name", SAMPLE_PARTS)
def test_unanswerable_questions_have_one_plausible_answer_and_a_category(name: str) -> None:
    unanswerable = [question for _, question in questions(name) if question.is_impossible]
    assert {len(question.answers) for question in unanswerable} == {0}
    assert {len(question.plausible_answers) for question in unanswerable} == {1}
    assert {question.category for question in unanswerable} == CATEGORIES


@pytest.mark.parametrize("name", SAMPLE_PARTS)
def test_a_third_of_each_article_is_unanswerable(name: str) -> None:
    dataset = part(name)
    both = Counter(article.title for article, _, _ in dataset.questions())
    impossible = Counter(article.title for article, _, question in dataset.questions() if question.is_impossible)
    assert {title: impossible[title] / count for title, count in both.items()} == dict.fromkeys(both, 1 / 3)


@pytest.mark.parametrize("name", SAMPLE_PARTS)
def test_contexts_are_longer_than_500_characters(name: str) -> None:
    assert [context for context, _ in questions(name) if len(context) <= 500] == []


def test_nothing_is_in_both_parts_or_there_twice() -> None:
    seen: Counter[str] = Counter()
    for name in SAMPLE_PARTS:
        for article in part(name).articles:
            seen[article.title] += 1
            for paragraph in article.paragraphs:
                seen[paragraph.context] += 1
                seen.update(question.id for question in paragraph.questions)
                seen.update(question.text for question in paragraph.questions)
    assert [text for text, count in seen.items() if count > 1] == []


@pytest.mark.parametrize("name", SAMPLE_PARTS)
def test_ids_say_article_paragraph_and_place(name: str) -> None:
    for article in part(name).articles:
        prefix = article.paragraphs[0].questions[0].id.partition("-")[0]
        places = [
            (question.id, f"{prefix}-{p}-{q}")
            for p, paragraph in enumerate(article.paragraphs, 1)
            for q, question in enumerate(paragraph.questions, 1)
        ]
        assert [identity for identity, _ in places] == [place for _, place in places]


def test_annotators_differ_on_about_half_of_the_questions_in_dev() -> None:
    # On SQuAD 1.1's development set they differ on 4,655 of 10,570 after normalisation.
    answerable = [question for _, question in questions("dev") if question.answers]
    differ = [q for q in answerable if len({normalized_alone(a.text, SQUAD) for a in q.answers}) > 1]
    assert 0.4 < len(differ) / len(answerable) < 0.6


def test_some_offsets_are_wrong_when_counted_in_bytes_and_some_when_counted_in_utf_16() -> None:
    before = [context[: answer.start] for name in SAMPLE_PARTS for context, _, answer in spans(name)]
    assert [text for text in before if len(text.encode("utf-16-le")) // 2 != len(text)]
    assert [text for text in before if len(text.encode("utf-8")) != len(text)]


def test_some_answers_in_dev_are_not_at_their_text_s_first_occurrence() -> None:
    assert [identity for context, identity, answer in spans("dev") if context.find(answer.text) != answer.start]


@pytest.mark.parametrize("name", SAMPLE_PARTS)
def test_the_files_are_squad_2_0_with_line_breaks_and_plain_letters(name: str) -> None:
    data = sample_path(name).read_bytes()
    assert json.dumps(json.loads(data)).encode("ascii") == encode_squad(part(name))
    assert (json.dumps(json.loads(data), ensure_ascii=False, indent=1) + "\n").encode("utf-8") == data


# The made-up readers


@pytest.mark.parametrize("reader", SAMPLE_READERS)
def test_the_rule_makes_the_files_again(reader: str) -> None:
    texts, na_probs = made_up(reader, part("dev"))
    assert sample_predictions_path(reader).read_bytes() == encoded(texts)
    assert sample_na_probs_path(reader).read_bytes() == encoded(na_probs)


@pytest.mark.parametrize("reader", SAMPLE_READERS)
def test_predictions_are_for_exactly_the_questions_in_dev(reader: str) -> None:
    assert tuple(texts_of(reader)) == tuple(na_probs_of(reader)) == part("dev").question_ids


@pytest.mark.parametrize("reader", SAMPLE_READERS)
def test_predictions_are_empty_or_spans_of_their_contexts(reader: str) -> None:
    texts = texts_of(reader)
    assert [q.id for context, q in questions("dev") if texts[q.id] not in context] == []
    assert [text for text in texts.values() if text != text.strip()] == []


@pytest.mark.parametrize("reader", SAMPLE_READERS)
def test_check_finds_nothing_in_the_predictions_and_probabilities(reader: str) -> None:
    loaded = load_predictions(sample_predictions_path(reader), na_probs=sample_na_probs_path(reader))
    assert (loaded.findings, check_predictions(part("dev"), loaded.predictions)) == ((), ())


@pytest.mark.parametrize("reader", SAMPLE_READERS)
def test_a_reader_abstains_exactly_above_its_threshold(reader: str) -> None:
    na_probs = na_probs_of(reader)
    assert all(0 < na_prob < 1 for na_prob in na_probs.values())
    above = {identity for identity, na_prob in na_probs.items() if na_prob > CHARACTERS[reader].threshold}
    assert {identity for identity, text in texts_of(reader).items() if not text} == above


def test_the_eager_reader_always_answers_and_the_cautious_one_abstains_most() -> None:
    abstained = {reader: list(texts_of(reader).values()).count("") for reader in SAMPLE_READERS}
    unanswerable = sum(question.is_impossible for _, question in questions("dev"))
    assert abstained["eager"] == 0
    assert abstained["cautious"] > abstained["balanced"] > unanswerable


@pytest.mark.parametrize("reader", SAMPLE_READERS)
def test_readers_score_what_the_official_script_says(reader: str) -> None:
    scores = scores_of(reader)
    has = [scores[question.id] for _, question in questions("dev") if question.answers]
    no = [scores[question.id] for _, question in questions("dev") if not question.answers]

    def percent(values: list[tuple[float, float]], column: int) -> float:
        return 100 * sum(value[column] for value in values) / len(values)

    found = (percent(has + no, 0), percent(has + no, 1), percent(has, 0), percent(has, 1), percent(no, 0))
    assert found == pytest.approx(OFFICIAL[reader], abs=1e-9)


def test_every_kind_of_outcome_occurs() -> None:
    answerable = {question.id for _, question in questions("dev") if question.answers}
    kinds: Counter[str] = Counter()
    for reader in SAMPLE_READERS:
        scores = scores_of(reader)
        for identity, text in texts_of(reader).items():
            em, overlap = scores[identity]
            if identity not in answerable:
                kinds["answered but unanswerable" if text else "rightly abstained"] += 1
            elif not text:
                kinds["abstained but answerable"] += 1
            else:
                kinds["right" if em else "partly" if overlap else "wrong"] += 1
    assert set(kinds) == {
        "right",
        "partly",
        "wrong",
        "answered but unanswerable",
        "abstained but answerable",
        "rightly abstained",
    }
    assert min(kinds.values()) >= 10


def test_readers_disagree_on_many_questions_and_make_some_mistakes_alike() -> None:
    texts = [texts_of(reader) for reader in SAMPLE_READERS]
    scores = [scores_of(reader) for reader in SAMPLE_READERS]
    ids = part("dev").question_ids
    disagreed = [i for i in ids if len({score[i][0] for score in scores}) > 1]
    alike = [i for i in ids if len({text[i] for text in texts}) == 1 and scores[0][i][0] == 0]
    assert len(disagreed) > len(ids) / 2
    assert alike


@pytest.mark.parametrize("reader", SAMPLE_READERS)
def test_the_plausible_answer_is_the_usual_bait(reader: str) -> None:
    texts = texts_of(reader)
    answered = [q for _, q in questions("dev") if q.is_impossible and texts[q.id]]
    taken = [q for q in answered if texts[q.id] == q.plausible_answers[0].text]
    assert len(taken) > len(answered) / 2


# Paths and pages


@pytest.mark.parametrize(
    ("path", "name", "message"),
    [
        (sample_path, "test", "the sample benchmark has no part 'test'; it has train, dev"),
        (
            sample_predictions_path,
            "bert",
            "the sample benchmark has no reader 'bert'; it has eager, cautious, balanced",
        ),
        (sample_na_probs_path, "bert", "the sample benchmark has no reader 'bert'; it has eager, cautious, balanced"),
    ],
)
def test_a_name_that_does_not_exist_is_refused_with_those_that_do(
    path: Callable[[str], Path], name: str, message: str
) -> None:
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        path(name)


def test_the_licence_lies_beside_the_files() -> None:
    text = " ".join((sample_path("dev").parent / "LICENSE.txt").read_text("utf-8").split())
    assert "Creative Commons Attribution 4.0 International licence (CC BY 4.0)" in text
    assert "No crowd was asked" in text
    assert "No system produced them" in text


def test_the_export_lies_beside_them_and_is_under_the_same_licence() -> None:
    export = sample_export_path()
    assert export.read_bytes().startswith(b"<mediawiki ")
    assert export.name in (export.parent / "LICENSE.txt").read_text("utf-8")


def test_the_page_lists_the_articles_as_they_are(root: Path) -> None:
    page = (root / "docs" / "samples.md").read_text("utf-8")
    rows = re.findall(r"^\| (train|dev) \| ([^|]+) \| [^|]+ \| (\d+) \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
    counted = [
        (
            name,
            article.title,
            str(len(article.paragraphs)),
            str(sum(len(paragraph.questions) for paragraph in article.paragraphs)),
            str(sum(question.is_impossible for paragraph in article.paragraphs for question in paragraph.questions)),
        )
        for name in ("dev", "train")
        for article in part(name).articles
    ]
    assert rows == counted


def test_the_page_counts_the_categories_as_they_are(root: Path) -> None:
    page = (root / "docs" / "samples.md").read_text("utf-8")
    rows = re.findall(r"^\| ([a-z ]+) \| [^|]+ \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
    counts = {name: Counter(question.category for _, question in questions(name)) for name in SAMPLE_PARTS}
    assert {row[0]: (int(row[1]), int(row[2])) for row in rows if row[0] in CATEGORIES} == {
        category: (counts["dev"][category], counts["train"][category]) for category in CATEGORIES
    }


def test_the_page_states_the_characters_and_the_scores_as_they_are(root: Path) -> None:
    page = (root / "docs" / "samples.md").read_text("utf-8")
    for reader in SAMPLE_READERS:
        c = CHARACTERS[reader]
        numbers = (c.right, c.near, c.centre, c.gap, c.noise, c.threshold)
        assert f"| {reader} | {' | '.join(f'{number:.2f}' for number in numbers)} |" in page
        abstained = list(texts_of(reader).values()).count("")
        assert f"| {reader} | {' | '.join(f'{value:.1f}' for value in OFFICIAL[reader])} | {abstained} |" in page
