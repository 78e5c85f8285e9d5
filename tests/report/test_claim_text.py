import pytest

from spanwise.diagnosis.claims import Claim, Figures, HumanFigures, Protocol, claim, figures
from spanwise.report.claim_text import claim_paragraph, plain_claim


def systems(n: int | None = None) -> list[Figures]:
    return [
        figures("r-net+ ensemble", {"EM": 0.82650, "F1": 0.88493}, n=n),
        figures("SLQA+ ensemble", {"EM": 0.82440, "F1": 0.88607}, n=n),
    ]


def made(n: int | None = None, protocol: Protocol = "one annotator") -> Claim:
    people = HumanFigures(figures("people", {"EM": 0.82304, "F1": 0.91221}, n=n), protocol)
    return claim(systems(n), people, benchmark="SQuAD 1.1 test")


def test_the_2018_claim_is_told_as_the_figures_are() -> None:
    # The board of January 2018: r-net+ ensemble 82.650 / 88.493, SLQA+ ensemble 82.440 / 88.607, human 82.304 / 91.221.
    text = claim_paragraph(made())
    assert text.startswith(
        "On SQuAD 1.1 test, r-net+ ensemble is past the human EM by 0.346 points and short of the human F1 by 2.7 "
        "points. SLQA+ ensemble is past the human EM by 0.136 points and short of the human F1 by 2.6 points. "
    )
    assert "It does not hold that r-net+ ensemble is better than people: it is not past people on F1." in text
    assert "The human line is one person's answers scored against the others'" in text
    assert "What chance can do is not known (the number of questions is not known)" in text
    assert text.endswith("Not given, so nothing is said of it: HasAns; NoAns; the worst case under attack.")
    assert "\n" not in text


def test_with_a_number_of_questions_chance_and_what_is_taken_for_granted_are_told() -> None:
    text = claim_paragraph(made(10_000))
    assert "past the human EM by 0.346 points (-0.71 to +1.40)" in text
    assert (
        "Of the 4 margins that can be tested these are larger than chance explains at level 0.95 after Holm's "
        "correction for 4 margins: r-net+ ensemble F1 (short), SLQA+ ensemble F1 (short)." in text
    )
    assert "Taken for granted: questions are taken as independent" in text


@pytest.mark.parametrize(
    ("protocol", "words"),
    [
        ("vote", "is a vote of several people"),
        ("leave one out", "is the mean of each person scored against the others"),
        ("unknown", "How the human line was made was not given"),
    ],
)
def test_the_protocol_of_the_human_line_is_told(protocol: Protocol, words: str) -> None:
    assert words in claim_paragraph(made(protocol=protocol))


def test_one_margin_is_told_in_the_singular() -> None:
    human = HumanFigures(figures("people", {"EM": 0.5}, n=100), "vote", 4.8)
    text = claim_paragraph(claim([figures("a", {"EM": 0.9}, n=100)], human))
    assert "The margin is larger than chance explains at level 0.95." in text
    assert "with 4.8 answers a question" in text


def test_the_dictionary_says_the_same_in_percent() -> None:
    plain = plain_claim(made(10_000))
    first = plain["systems"][0]
    assert first["margins"][0]["margin"]["value"] == pytest.approx(0.346)
    assert [margin["shown"] for margin in first["margins"]] == [False, True]
    assert first["better_than_people"] == "does not hold"
    assert plain["human"]["scores"]["F1"]["value"] == pytest.approx(91.221)
    assert plain["paragraph"] == claim_paragraph(made(10_000))
