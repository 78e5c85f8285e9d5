"""The human line of a benchmark under the vote, where the answers on its file are all there is.

SQuAD 1.1's line (82.3 EM, 91.2 F1) is one person's answers, SQuAD 2.0's (86.9, 89.5) a vote's. To set a vote beside
the former, the people of the file are parted anew for each question: some vote, others are the key, and nobody is both.
"""

import math
import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from spanwise.data.dataset import Dataset
from spanwise.diagnosis.judge import Judge, Pair, mean_pair
from spanwise.diagnosis.vote import SQUAD_2_VOTE, VoteRule, vote
from spanwise.errors import DataError, OptionError
from spanwise.scoring.columns import Row, kept_rows
from spanwise.scoring.human import Line
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.rules import Rules, rules_for
from spanwise.stats.estimate import choose_clusters, difference_estimate

__all__ = ["VoteCell", "VoteLine", "votes_from_answers"]

MOST_PARTINGS = 200
"""Above this many ways to part a question's people, as many partings at random take their place."""


class VoteCell(msgspec.Struct, frozen=True):
    """The vote of some people against the answers of some others."""

    voters: int
    key: int
    """How many answers the vote is scored against."""
    line: Line
    gain: Line | None
    """By how much the vote is above one voter against as many answers, question by question; None for one voter."""


class VoteLine(msgspec.Struct, frozen=True):
    """What votes score on a benchmark, against answers of people who took no part in them."""

    benchmark: str
    rules: str
    rule: VoteRule
    answers: int
    """The number of people that are parted: a question needs so many answers."""
    questions: int
    left_out: int
    """Questions with fewer answers, the unanswerable ones among them."""
    cells: tuple[VoteCell, ...]
    """Every number of voters with every number of answers in the key that add up to at most `answers`."""

    def cell(self, voters: int, key: int) -> VoteCell:
        """Return the vote of so many people against so many answers.

        Raises:
            OptionError: The two add up to more people than there are, or one is below 1.
        """
        for cell in self.cells:
            if (cell.voters, cell.key) == (voters, key):
                return cell
        raise OptionError(f"{voters} voters and a key of {key} are not to be had from {self.answers} people")


def votes_from_answers(
    dataset: Dataset,
    *,
    answers: int = 3,
    rule: VoteRule = SQUAD_2_VOTE,
    rules: Rules | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> VoteLine:
    """Return what the vote of a file's people scores against the answers of others of them.

    For each question with enough answers: the mean, over all ways to draw voters and then a key from the rest, of the
    score of the voters' vote against the key. Nobody who voted is in the key: a vote scored against the answers it
    was made from is one of them, and right by construction. All cells are over the same questions, and only cells
    with the same key may be compared, since a longer key is easier to hit.

    The file says nothing of people who found no answer, so these votes are on the text alone.

    Args:
        dataset: A benchmark with the answers of several people a question, such as SQuAD 1.1's development set.
        answers: How many answers a question must have, 2 or more. More makes more voters possible, on fewer questions.
        rule: How votes are counted and ties broken.
        rules: How texts are compared; None: what the dataset asks for.
        level: The confidence level of the intervals, a fraction.
        seed: For the partings, where a question has too many people to go through all of them.

    Raises:
        OptionError: ``answers`` is below 2.
        DataError: No question has so many answers.
    """
    if answers < 2:
        raise OptionError(f"{answers} people cannot be parted into voters and a key; 2 or more would do")
    rules = rules or rules_for(dataset)
    kept, _ = kept_rows(dataset)
    rows = [row for row in kept if len(row.question.answers) >= answers]
    if not rows:
        raise DataError(f"no question of {dataset.name!r} has {answers} answers; ask for fewer, or take another file")
    judge = Judge(rules, (answer.text for row in rows for answer in row.question.answers))
    said = [[judge.normal[answer.text] for answer in row.question.answers] for row in rows]
    rng = random.Random(seed)
    pairs = {
        (voters, key): [_expected(texts, voters, key, judge, rule=rule, rng=rng) for texts in said]
        for key in range(1, answers)
        for voters in range(1, answers - key + 1)
    }
    return VoteLine(
        benchmark=dataset.name,
        rules=rules.name,
        rule=rule,
        answers=answers,
        questions=len(rows),
        left_out=len(kept) - len(rows),
        cells=tuple(
            VoteCell(
                voters=voters,
                key=key,
                line=_line(own, rows, level),
                gain=None if voters == 1 else _gain(own, pairs[1, key], rows, level),
            )
            for (voters, key), own in pairs.items()
        ),
    )


def _partings(n: int, voters: int, key: int, rng: random.Random) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """Give the ways to part n people into voters, a key and the rest; as many as are gone through."""
    if math.comb(n, voters) * math.comb(n - voters, key) <= MOST_PARTINGS:
        for voting in combinations(range(n), voters):
            rest = [i for i in range(n) if i not in voting]
            for keyed in combinations(rest, key):
                yield voting, keyed
        return
    for _ in range(MOST_PARTINGS):
        drawn = rng.sample(range(n), voters + key)
        yield drawn[:voters], drawn[voters:]


def _expected(texts: Sequence[str], voters: int, key: int, judge: Judge, *, rule: VoteRule, rng: random.Random) -> Pair:
    if texts.count(texts[0]) == len(texts):
        return judge.score(texts[0], texts[:1])
    return mean_pair(
        [
            judge.score(vote([texts[i] for i in voting], rule).option, [texts[i] for i in keyed])
            for voting, keyed in _partings(len(texts), voters, key, rng)
        ]
    )


def _line(pairs: Sequence[Pair], rows: Sequence[Row], level: float) -> Line:
    columns = {"em": [em for em, _ in pairs], "f1": [f1 for _, f1 in pairs]}
    em, f1 = Intervals(level=level).means_over(columns, rows)
    return Line(em=em, f1=f1)


def _gain(pairs: Sequence[Pair], single: Sequence[Pair], rows: Sequence[Row], level: float) -> Line:
    unit, clusters = choose_clusters(
        {
            "article": [row.article for row in rows],
            "paragraph": [row.paragraph for row in rows],
            "question": range(len(rows)),
        }
    )
    em, f1 = (
        difference_estimate(
            [pair[metric] for pair in pairs],
            [pair[metric] for pair in single],
            clusters,
            level=level,
            cluster_unit=unit,
        )
        for metric in (0, 1)
    )
    return Line(em=em, f1=f1)
