"""What the commands that attack have in common."""

from spanwise.benchmarks.adversarial.variant import Adversarial, changed_question
from spanwise.cli.adversaries import attacked_part, plain_made
from spanwise.data.dataset import Answer, Article, Dataset, Origin, Paragraph, Question

ASKED = tuple(Question(f"q{i}", "Who lit it?", (Answer("Ann", 0),)) for i in range(5))
DATA = Dataset((Article("a", (Paragraph("Ann lit it.", ASKED),)),))


def test_a_sample_is_the_same_for_a_seed_and_all_questions_where_more_are_asked_for() -> None:
    parts = [attacked_part(DATA, {"questions": 2, "seed": seed}) for seed in (0, 0, 1, 2, 3)]
    assert parts[0] == parts[1]
    assert len({part.question_ids for part in parts}) > 1
    assert attacked_part(DATA, {"questions": 9, "seed": 0}) is DATA
    assert attacked_part(DATA, {"questions": None, "seed": 0}) is DATA


def test_the_account_counts_questions_and_variants_apart() -> None:
    made = [
        changed_question(DATA.articles[0].paragraphs[0], ASKED[0], text, Origin("q0", "typos"), number)
        for number, text in enumerate(("Who ilt it?", "Who tli it?"))
    ]
    plain = plain_made(Adversarial.of("typos", 2, made, {"q1": "no word"}, ["a note"]))
    assert (plain["questions"], plain["attacked"], plain["variants"]) == (2, 1, 2)
    assert plain["not_made"] == [{"reason": "no word", "questions": 1, "examples": ["q1"]}]
    assert plain["notes"] == ["a note"]
