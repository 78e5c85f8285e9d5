"""Two readers side by side: where one wins and the other loses, and which questions to read first."""

from collections.abc import Sequence

import msgspec

from spanwise.diagnosis.question_facts import Facts
from spanwise.errors import OptionError
from spanwise.scoring.compare import Metric
from spanwise.scoring.scores import Scores

__all__ = ["Duel", "ReadingList", "ToRead", "reading_list"]


class Duel(msgspec.Struct, frozen=True):
    """How often each of two readers does better; the five add up to n."""

    column: str
    """The column of the slice; empty: all questions."""
    value: str
    n: int
    won: int
    """Questions on which a scores more."""
    lost: int
    """Questions on which b scores more."""
    both_right: int
    """Both score 1."""
    both_wrong: int
    """Both score 0."""
    both_partly: int
    """Both score the same, between 0 and 1."""


class ToRead(msgspec.Struct, frozen=True):
    """A question worth reading."""

    id: str
    a: float
    b: float
    """The scores of the two readers."""


class ReadingList(msgspec.Struct, frozen=True):
    """Reader a against reader b."""

    a: str
    b: str
    metric: Metric
    overall: Duel
    slices: tuple[Duel, ...]
    """Slices with at least one question, column by column."""
    first: tuple[ToRead, ...]
    """The questions to read first, the most telling first."""


def reading_list(a: Scores, b: Scores, facts: Facts, *, metric: Metric = "f1", most: int = 20) -> ReadingList:
    """Return won, lost and both wrong by slice, and the questions on which two readers differ most.

    The order of reading: questions won and lost in turn; within each, the greatest difference in score first; among
    equal ones those whose human answers all agree, since there the fault is the reader's and not the answer's; and no
    second question of an article while another article has one of the same kind, so that a short list is not
    about one topic. What is left is in file order. The same files give the same list.

    Args:
        a: Scores of one reader.
        b: Scores of the other on the same questions.
        facts: The columns to count by; without the column "agreement" that rule falls away.
        metric: What to compare by.
        most: How many questions to name, 0 or more.

    Raises:
        OptionError: The two were scored on different questions or by different rules, or the facts are of others.
    """
    if a.signature.rules != b.signature.rules or a.signature.dataset != b.signature.dataset:
        raise OptionError(f"{a.reader!r} and {b.reader!r} were scored by different rules or on different datasets")
    if not a.columns.ids == b.columns.ids == facts.ids:
        raise OptionError(f"{a.reader!r}, {b.reader!r} and the facts are not of the same questions")
    if most < 0:
        raise OptionError(f"a list of {most} questions cannot be read; 0 or more would do")
    left, right = (s.columns.em if metric == "em" else s.columns.f1 for s in (a, b))
    pairs = list(zip(left, right, strict=True))
    duels = []
    for column in facts.columns:
        own: dict[str, list[tuple[float, float]]] = {value: [] for value in column.order}
        for value, pair in zip(column.values, pairs, strict=True):
            if value is not None:
                own[value].append(pair)
        duels += [_duel(column.name, value, chosen) for value, chosen in own.items() if chosen]
    agreement = next((column.values for column in facts.columns if column.name == "agreement"), None)
    order = _order(pairs, a.columns.article, agreement)
    return ReadingList(
        a=a.reader,
        b=b.reader,
        metric=metric,
        overall=_duel("", "", pairs),
        slices=tuple(duels),
        first=tuple(ToRead(facts.ids[i], *pairs[i]) for i in order[:most]),
    )


def _duel(column: str, value: str, pairs: Sequence[tuple[float, float]]) -> Duel:
    same = [x for x, y in pairs if x == y]
    return Duel(
        column=column,
        value=value,
        n=len(pairs),
        won=sum(x > y for x, y in pairs),
        lost=sum(x < y for x, y in pairs),
        both_right=same.count(1.0),
        both_wrong=same.count(0.0),
        both_partly=len(same) - same.count(1.0) - same.count(0.0),
    )


def _order(
    pairs: Sequence[tuple[float, float]], articles: Sequence[int], agreement: Sequence[str | None] | None
) -> list[int]:
    """Return the positions of the questions that differ, in the order to read them."""
    lists = []
    for sign in (1, -1):
        places = [i for i, (x, y) in enumerate(pairs) if sign * (x - y) > 0]
        keys = {
            i: (-round(abs(pairs[i][0] - pairs[i][1]), 9), agreement is not None and agreement[i] == "not all the same")
            for i in places
        }
        met: dict[tuple[int, float, bool], int] = {}
        rank = {}
        for i in places:
            kind = (articles[i], *keys[i])
            rank[i] = met[kind] = met.get(kind, -1) + 1
        lists.append(sorted(places, key=lambda i: (keys[i], rank[i])))
    won, lost = lists
    both = min(len(won), len(lost))
    in_turn = [i for pair in zip(won[:both], lost[:both], strict=True) for i in pair]
    return in_turn + won[both:] + lost[both:]
