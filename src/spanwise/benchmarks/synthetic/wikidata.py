"""WikidataSyntheticQA: a passage of triples around an entity, and one of them as a question with a part left out."""

import random
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import numpy as np

from spanwise.benchmarks.synthetic.generation import Made, Noted, noted
from spanwise.benchmarks.synthetic.knowledge import Knowledge, Names
from spanwise.benchmarks.synthetic.passage import index
from spanwise.benchmarks.synthetic.squad_stream import Item
from spanwise.data.dataset import Answer, Question
from spanwise.errors import DataError, OptionError
from spanwise.stats.pagerank import pagerank
from spanwise.text.normalize import SQUAD, normalized_alone

__all__ = ["WikidataMaker", "WikidataSettings"]


class WikidataSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How passages and questions are made of triples; the defaults are the study's, but for what says so."""

    triples: int = 50
    """Triples in a passage, drawn from those of an entity and its neighbours."""
    seeds: int = 10_000
    """How many entities, those of the highest PageRank, passages are made around."""
    aliases: bool = True
    """Whether names are drawn from aliases too. Without them a name is always the label, and a question can be answered
    by matching words."""
    delimiter: str = " . "
    """What stands between two triples; ours, so that what reads sentences takes each for one."""
    mask: str = "XXXXX"
    """What stands in the question for the answer; ours."""
    inverse: float = 0.5
    """How likely a question is asked with the inverse of its relation, where there is one; ours."""
    hypernym: float = 0.5
    """How likely the entity in a question is replaced by what it is a kind of, where that is known; ours."""
    ask_object: float = 0.5
    """How likely the object of a triple is the answer, and not its subject; ours."""

    def __post_init__(self) -> None:
        """Refuse what has no meaning.

        Raises:
            OptionError: A number is out of its range, there is no mask, or nothing stands between triples.
        """
        if self.triples < 1 or self.seeds < 1:
            raise OptionError(f"{self.triples} triples around each of {self.seeds} entities; both must be 1 or more")
        chances = {"inverse": self.inverse, "hypernym": self.hypernym, "ask_object": self.ask_object}
        for name, chance in chances.items():
            if not 0 <= chance <= 1:
                raise OptionError(f"{name} is {chance}; it must lie between 0 and 1")
        if self.mask.split() != [self.mask] or not self.delimiter:
            raise OptionError(
                f"the mask is {self.mask!r} and the delimiter {self.delimiter!r}; one word, and some text"
            )


class _Said(NamedTuple):
    """A triple as it stands in a passage."""

    triple: int
    starts: tuple[int, int]
    """Where subject and object begin."""
    names: tuple[str, str]


class _Asked(NamedTuple):
    """What a question leaves out of a triple, and how it calls the rest."""

    said: _Said
    side: int
    """Of the answer: 0 is the subject, 1 the object."""
    kind: int | None
    """The hypernym that stands for the other side, or None."""


class WikidataMaker:
    """Makes the questions of WikidataSyntheticQA.

    A question whose wording fits several entities of its passage has several right answers. Another is drawn then, as
    long as there is one; where there is none, all right answers are given.
    """

    name = "wikidata"

    def __init__(self, known: Knowledge, *, seed: int = 0, settings: WikidataSettings | None = None) -> None:
        """Choose the entities to make passages around.

        Raises:
            DataError: None of them has enough triples for a passage.
        """
        self._known = known
        self._seed = seed
        self._settings = settings or WikidataSettings()
        self._forms: dict[Names, tuple[str, ...]] = {}
        # Two entities that several relations link are linked once.
        links = np.unique(known.subjects.astype(np.int64) * len(known.entities) + known.objects)
        sources, targets = (part.astype(np.int32) for part in np.divmod(links, len(known.entities)))
        ranks = np.round(pagerank(sources, targets, len(known.entities), tolerance=1e-12), 12)
        order = sorted(range(len(known.entities)), key=lambda entity: (-ranks[entity], known.identifiers[entity]))
        enough: list[int] = []
        short: list[int] = []
        for entity in order[: self._settings.seeds]:
            size = sum(len(part) for part in self._around(entity))
            (enough if size >= self._settings.triples else short).append(entity)
        self._seeds = enough
        self._notes = noted(
            f"entities left out: fewer than {self._settings.triples} triples of theirs and their neighbours",
            [known.identifiers[entity] for entity in short],
        )
        if not enough:
            raise DataError(
                f"{self.name}: none of {len(short)} entities has {self._settings.triples} triples of its own and its "
                "neighbours; ask for fewer triples, or give more"
            )

    def notes(self) -> tuple[Noted, ...]:
        """Return which triples and which entities were left out."""
        return (*self._known.notes, *self._notes)

    def make(self, numbers: range, of: int) -> Made:
        """Return the questions of some numbers.

        Raises:
            DataError: No triple of a passage has a name that can be an answer.
        """
        del of
        several: list[str] = []
        counts: dict[str, list[str]] = {"an inverse relation": [], "a hypernym": []}
        items = [self._item(number, several, counts) for number in numbers]
        notes = [note for what, found in counts.items() for note in noted(f"questions with {what}", found)]
        return Made(tuple(items), (*noted("questions with several right answers, all given", several), *notes))

    def _around(self, entity: int) -> Iterator[range]:
        """Give the triples of an entity, and those of each entity that they lead to."""
        own = self._known.triples_of(entity)
        yield own
        for neighbour in dict.fromkeys(self._known.objects[own.start : own.stop].tolist()):
            if neighbour != entity:
                yield self._known.triples_of(neighbour)

    def _item(self, number: int, several: list[str], counts: dict[str, list[str]]) -> Item:
        rng = random.Random(f"{self._seed} {number}")
        entity = self._seeds[index(rng, len(self._seeds))]
        chosen = _drawn([triple for part in self._around(entity) for triple in part], self._settings.triples, rng)
        text, passage = self._passage(chosen, rng)
        asked, right = self._asked(passage, rng)
        identity = f"{self.name}-{self._seed}-{number}"
        if len({one.names[asked.side] for one in right}) > 1:
            several.append(identity)
        answers = dict.fromkeys(Answer(one.names[asked.side], one.starts[asked.side]) for one in (asked.said, *right))
        question, turned = self._question(asked, rng)
        if turned:
            counts["an inverse relation"].append(identity)
        if asked.kind is not None:
            counts["a hypernym"].append(identity)
        return Item(self._known.entities[entity].label, text, Question(identity, question, tuple(answers)))

    def _name(self, names: Names, rng: random.Random) -> str:
        if not self._settings.aliases:
            return names.label
        forms = self._forms.setdefault(names, names.forms)
        return forms[index(rng, len(forms))]

    def _passage(self, chosen: list[int], rng: random.Random) -> tuple[str, tuple[_Said, ...]]:
        known = self._known
        parts: list[str] = []
        said = []
        place = 0
        for triple in chosen:
            subject = self._name(known.entities[known.subjects[triple]], rng)
            verb = self._name(known.relations[known.verbs[triple]], rng)
            thing = self._name(known.entities[known.objects[triple]], rng)
            parts.append(f"{subject} {verb} {thing}")
            behind = place + len(subject) + len(verb) + 2
            said.append(_Said(triple, (place, behind), (subject, thing)))
            place += len(parts[-1]) + len(self._settings.delimiter)
        return self._settings.delimiter.join(parts), tuple(said)

    def _asked(self, passage: tuple[_Said, ...], rng: random.Random) -> tuple[_Asked, tuple[_Said, ...]]:
        """Return what is asked, and every triple of the passage that answers it: one, wherever that can be had."""
        first: tuple[_Asked, tuple[_Said, ...]] | None = None
        for place in _drawn(list(range(len(passage))), len(passage), rng):
            side = int(rng.random() < self._settings.ask_object)
            kinds = self._known.hypernyms.get(self._side(passage[place], 1 - side), ())
            kind = kinds[index(rng, len(kinds))] if kinds and rng.random() < self._settings.hypernym else None
            asked = _Asked(passage[place], side, kind)
            if not normalized_alone(asked.said.names[side], SQUAD):
                continue
            right = tuple([one for one in passage if self._answers(one, asked)])
            if len({self._side(one, side) for one in right}) == 1:
                return asked, right
            first = first or (asked, right)
        if first is None:
            raise DataError(f"{self.name}: no name in {passage[0].names!r} and its like can be an answer; give labels")
        return first

    def _side(self, said: _Said, side: int) -> int:
        return int((self._known.objects if side else self._known.subjects)[said.triple])

    def _answers(self, said: _Said, asked: _Asked) -> bool:
        """Say whether a triple of the passage answers a question, as it is worded."""
        if self._known.verbs[said.triple] != self._known.verbs[asked.said.triple]:
            return False
        other = self._side(said, 1 - asked.side)
        if asked.kind is not None:
            return asked.kind in self._known.hypernyms.get(other, ())
        return other == self._side(asked.said, 1 - asked.side)

    def _question(self, asked: _Asked, rng: random.Random) -> tuple[str, bool]:
        """Return the wording of a question, and whether its relation is turned around."""
        known = self._known
        entity = self._side(asked.said, 1 - asked.side) if asked.kind is None else asked.kind
        name = self._name(known.entities[entity], rng)
        verb = int(known.verbs[asked.said.triple])
        turned = verb in known.inverses and rng.random() < self._settings.inverse
        relation = self._name(known.inverses[verb] if turned else known.relations[verb], rng)
        before, behind = (name, self._settings.mask) if asked.side else (self._settings.mask, name)
        return (f"{behind} {relation} {before}" if turned else f"{before} {relation} {behind}"), turned


def _drawn(items: list[int], count: int, rng: random.Random) -> list[int]:
    """Return so many different items in random order, each selection as likely; takes the list apart."""
    for place in range(count):
        other = place + index(rng, len(items) - place)
        items[place], items[other] = items[other], items[place]
    return items[:count]
