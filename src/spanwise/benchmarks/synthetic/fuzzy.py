"""FuzzySyntheticQA: a passage, one of its words left out of what stands around it, and that made fuzzy."""

import random
import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec

from spanwise.benchmarks.synthetic.generation import Made, Noted, noted
from spanwise.benchmarks.synthetic.passage import Passage, PassageSource, index
from spanwise.benchmarks.synthetic.squad_stream import Item
from spanwise.benchmarks.synthetic.substitutes import Substitutes
from spanwise.data.dataset import Answer, Question
from spanwise.errors import DataError, OptionError
from spanwise.language.vectors import WordVectors
from spanwise.text.normalize import SQUAD, normalized_alone

__all__ = ["FuzzyMaker", "FuzzySettings", "can_be_answer"]

_PLACEHOLDER = re.compile(r"<.+>|-[A-Z]+-")
_TRIES = 100


class FuzzySettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a question is made of a passage; the defaults are the study's, but for what says so."""

    window: int = 10
    """The most tokens around the answer that a question is made of, half of them before it, half behind; near the ends
    of the passage there are fewer."""
    neighbours: int = 100
    """How many nearest neighbours of a token it is replaced by one of, each as likely."""
    among: int | None = 50_000
    """How many of the first words of the vectors can be neighbours; ours. Among all 400,000 of GloVe 6B they are rare
    strings from web pages."""
    replace: float = 1.0
    """How likely a token is replaced."""
    move: int = 3
    """No token moves by more places: positions are sorted after adding to each a number from 0 up to `move` + 1
    (Lample et al., 2018)."""
    drop: float = 0.2
    """How likely a token is left out."""
    mask: str = "XXXXX"
    """What stands in the question for the answer; ours, after the Children's Book Test. It moves as tokens do."""
    unknown: Literal["drop", "keep", "refuse"] = "drop"
    """What is done about a token that has no vector; ours. Kept as it is, it would give its place away."""

    def __post_init__(self) -> None:
        """Refuse what has no meaning.

        Raises:
            OptionError: A number is out of its range, or there is no mask.
        """
        if self.window < 1 or self.neighbours < 1 or self.move < 0:
            raise OptionError(
                f"a window of {self.window}, {self.neighbours} neighbours, moves of {self.move}; they must be at least "
                "1, 1 and 0"
            )
        if not (0 <= self.replace <= 1 and 0 <= self.drop <= 1):
            raise OptionError(f"replace is {self.replace} and drop {self.drop}; both must lie between 0 and 1")
        if self.mask.split() != [self.mask]:
            raise OptionError(f"the mask is {self.mask!r}; it must be one word")


def can_be_answer(token: str) -> bool:
    """Whether a token of a passage can be an answer: it has a letter or a digit, and is no article or placeholder.

    Of marks and articles nothing is left when answers are compared, so that a reader that abstains would be right; and
    "<unk>" is no word.
    """
    word = any(map(str.isalnum, token)) and _PLACEHOLDER.fullmatch(token) is None
    return word and bool(normalized_alone(token, SQUAD))


class _Drawn(NamedTuple):
    """A passage with the place of its answer, and the generator with which its question goes on."""

    number: int
    passage: Passage
    place: int
    rng: random.Random


class FuzzyMaker:
    """Makes the questions of FuzzySyntheticQA.

    Each question has a generator of its own, from the seed and its number.
    """

    def __init__(
        self, source: PassageSource, vectors: WordVectors, *, seed: int = 0, settings: FuzzySettings | None = None
    ) -> None:
        """Take what passages and neighbours come from.

        Raises:
            OptionError: There are fewer vectors than neighbours are asked for.
        """
        self._settings = settings or FuzzySettings()
        self._source = source
        self._seed = seed
        self._substitutes = Substitutes(vectors, count=self._settings.neighbours, among=self._settings.among)
        self.name = f"fuzzy-{source.name}"

    def notes(self) -> tuple[Noted, ...]:
        """Return what was left out of the passages' source."""
        return self._source.notes()

    def make(self, numbers: range, of: int) -> Made:
        """Return the questions of some numbers, of so many in all.

        Raises:
            DataError: No passage holds a word that can be an answer, or, where that is asked, one has no vector.
        """
        drawn = [self._drawn(number, of, random.Random(f"{self._seed} {number}")) for number in numbers]
        # All neighbours at once: one by one they would take most of the time.
        around = [token for one in drawn for token in self._around(one)]
        self._substitutes.prepare([known for token in around if (known := self._substitutes.known(token))])
        unknown: list[str] = []
        items = [self._item(one, of, unknown) for one in drawn]
        done = "kept as they are" if self._settings.unknown == "keep" else "left out"
        return Made(tuple(items), noted(f"tokens of questions {done}: they have no vector", unknown))

    def _drawn(self, number: int, of: int, rng: random.Random) -> _Drawn:
        """Return a passage and the place of an answer, each possible one as likely."""
        for _ in range(_TRIES):
            passage = self._source.passage(number, of, rng)
            for _ in passage.tokens:
                place = index(rng, len(passage.tokens))
                if can_be_answer(passage.tokens[place]):
                    return _Drawn(number, passage, place, rng)
        raise DataError(
            f"{self.name}: {_TRIES} passages held hardly a word that can be an answer, such as {passage.text[:60]!r}; "
            "give a vocabulary or a text with words"
        )

    def _item(self, drawn: _Drawn, of: int, unknown: list[str]) -> Item:
        """Return the question of a passage, with another answer where of the first question only the mask is left."""
        for _ in range(_TRIES):
            text = " ".join(self._fuzzy(drawn, unknown))
            if text != self._settings.mask:
                passage, place = drawn.passage, drawn.place
                answer = Answer(passage.tokens[place], passage.starts[place])
                question = Question(f"{self.name}-{self._seed}-{drawn.number}", text, (answer,))
                return Item(passage.title, passage.text, question)
            drawn = self._drawn(drawn.number, of, drawn.rng)
        raise DataError(
            f"{self.name}: {_TRIES} questions had nothing left but the mask; give vectors of the passages' words, or "
            "drop fewer tokens"
        )

    def _around(self, drawn: _Drawn) -> Iterator[str]:
        before, behind = self._window(drawn)
        yield from before
        yield from behind

    def _window(self, drawn: _Drawn) -> tuple[tuple[str, ...], tuple[str, ...]]:
        half = self._settings.window // 2
        tokens, place = drawn.passage.tokens, drawn.place
        return tokens[max(0, place - half) : place], tokens[place + 1 : place + 1 + self._settings.window - half]

    def _fuzzy(self, drawn: _Drawn, unknown: list[str]) -> list[str]:
        """Return a question: tokens replaced, moved and left out, with the mask among them."""
        settings, rng = self._settings, drawn.rng
        before, behind = self._window(drawn)
        kept: list[str | None] = [*self._replaced(before, rng, unknown), None, *self._replaced(behind, rng, unknown)]
        keys = [place + rng.random() * (settings.move + 1) for place in range(len(kept))]
        moved = [kept[place] for place in sorted(range(len(kept)), key=keys.__getitem__)]
        return [
            settings.mask if token is None else token
            for token in moved
            if token is None or rng.random() >= settings.drop
        ]

    def _replaced(self, tokens: tuple[str, ...], rng: random.Random, unknown: list[str]) -> Iterator[str]:
        for token in tokens:
            known = self._substitutes.known(token)
            if known is None:
                if self._settings.unknown == "refuse":
                    raise DataError(
                        f"{self.name}: {token!r} has no vector; leave it out of the passages, or say that such words "
                        "are to be dropped or kept"
                    )
                unknown.append(token)
                if self._settings.unknown == "keep":
                    yield token
            elif rng.random() < self._settings.replace:
                found = self._substitutes.of(known)
                yield found[index(rng, len(found))]
            else:
                yield token
