import pytest

import spanwise as sw
from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.diagnosis.scored_rows import duplicates_of, scored_rows, scoring_rules
from spanwise.errors import OptionError
from spanwise.scoring.columns import Duplicates
from spanwise.scoring.rules import LENIENT, SQUAD_2

DATASET = Dataset(
    (
        Article(
            "Kites",
            (
                Paragraph("red kite", (Question("q", "What?", (Answer("red", 0),)), Question("p", "Who?"))),
                Paragraph("blue kite", (Question("q", "Which?", (Answer("blue", 0),)),)),
            ),
        ),
    ),
    name="kites",
)
SAID = sw.Predictions({"q": sw.Prediction("q", "red"), "p": sw.Prediction("p", "")}, reader="r")


@pytest.mark.parametrize("rule", ["first", "last", "all"])
def test_the_rows_are_those_that_were_scored_however_doubled_ids_were_taken(rule: Duplicates) -> None:
    scores = sw.score(DATASET, SAID, duplicates=rule)
    assert duplicates_of(scores) == rule
    rows = scored_rows(DATASET, scores)
    assert [row.question.id for row in rows] == list(scores.columns.ids)
    assert [float(any(a.text == "red" for a in row.question.answers)) for row in rows if row.question.answers] == [
        em for em, has in zip(scores.columns.em, scores.columns.has_answer, strict=True) if has
    ]


def test_scores_of_another_dataset_are_refused() -> None:
    scores = sw.score(DATASET, SAID, duplicates="first")
    with pytest.raises(OptionError, match="another dataset"):
        scored_rows(Dataset(DATASET.articles[:0], name="empty"), scores)


def test_rules_are_found_by_the_name_in_the_signature_unless_given() -> None:
    scores = sw.score(DATASET, SAID, duplicates="first")
    assert scoring_rules(scores, None) == SQUAD_2
    assert scoring_rules(scores, LENIENT) == LENIENT
