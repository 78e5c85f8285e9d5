"""The features of one question and one candidate, listed one by one as the paper names them, slowly and plainly."""

import bisect
from collections import deque
from collections.abc import Iterator, Sequence

from spanwise.language.annotated import Annotated, TokenSpan
from spanwise.readers.log_linear.asked import EMPTY_WORDS
from spanwise.readers.log_linear.context import ContextFacts
from spanwise.readers.log_linear.frequencies import Frequencies

WH_WORDS = ("who", "whom", "whose", "what", "which", "when", "where", "why", "how")


class Listing:
    """Lists the features of a question for the candidates of a context."""

    def __init__(self, facts: ContextFacts, question: Annotated, frequencies: Frequencies) -> None:
        self.facts, self.context, self.question, self.frequencies = facts, facts.annotated, question, frequencies

    def bounds(self, candidate: int) -> tuple[TokenSpan, TokenSpan]:
        """Return the candidate's tokens and its sentence's."""
        c = self.facts.candidates
        span = TokenSpan(int(c.starts[candidate]), int(c.ends[candidate]))
        return span, next(s for s in self.context.sentences if s.start <= span.start < s.end)

    def names(self, group: str, candidate: int) -> list[str]:
        """Return the name of each feature of a group that a candidate has, each as often as it has it."""
        listed = {
            "constituent-label": self._label,
            "span-tags": self._tags,
            "lexicalised": self._lexicalised,
            "dependency-paths": self._paths,
            "entity-types": self._entities,
        }
        return list(listed[group](candidate)) if group in listed else []

    def measured(self, group: str, candidate: int) -> list[float]:
        """Return the measures of a group."""
        span, sentence = self.bounds(candidate)
        if group in ("matching-words", "lengths"):
            value = self._shared if group == "matching-words" else lambda t: float(self._is_word(t))
            parts = ((sentence.start, span.start), (span.end, sentence.end), span, sentence)
            return [sum(value(t) for t in range(*part)) for part in parts]
        if group == "span-words":
            return [sum(self._idf(t) for t in range(*span))]
        if group == "matching-bigrams":
            found = [0.0, 0.0, 0.0, 0.0]
            for t in range(sentence.start, sentence.end - 1):
                sides = [t + 1 < span.start, t >= span.end, span.start <= t and t + 1 < span.end, True]
                found = [had + side * self._bigram(t) for had, side in zip(found, sides, strict=True)]
            return found
        return []

    def roots(self, candidate: int) -> tuple[bool, bool, bool]:
        """Return whether the roots match, the sentence has the question's, the question the sentence's."""
        _, sentence = self.bounds(candidate)
        asked = self.question
        roots = [asked.lemmas[t] for t in range(len(asked)) if asked.heads[t] == t]
        root = roots[0].lower() if roots else ""
        own = next(t for t in range(*sentence) if self.context.heads[t] == t)
        lemma = self.context.lemmas[own].lower()
        words = {asked.lemmas[t].lower() for t in range(len(asked)) if asked.pos[t] not in ("PUNCT", "SPACE")}
        return lemma == root, root in [self.context.lemmas[t].lower() for t in range(*sentence)], lemma in words

    def _is_word(self, token: int) -> bool:
        return self.context.pos[token] not in ("PUNCT", "SPACE")

    def _words(self) -> list[str]:
        asked = self.question
        return [asked.lemmas[t].lower() for t in range(len(asked)) if asked.pos[t] not in ("PUNCT", "SPACE")]

    def _idf(self, token: int) -> float:
        return self.frequencies.idf(self.context.lemmas[token].lower()) if self._is_word(token) else 0.0

    def _shared(self, token: int) -> float:
        return self._idf(token) if self.context.lemmas[token].lower() in self._words() else 0.0

    def _bigram(self, token: int) -> float:
        lower = [lemma.lower() for lemma in self.question.lemmas]
        pair = self.context.lemmas[token].lower(), self.context.lemmas[token + 1].lower()
        held = any((lower[t], lower[t + 1]) == pair for t in range(len(lower) - 1))
        return self.frequencies.bigram_idf(pair) if held else 0.0

    def wh_token(self) -> int | None:
        """Return the first wh-word."""
        for t, lemma in enumerate(self.question.lemmas):
            if lemma.lower() in WH_WORDS or self.question.tags[t] in ("WP", "WDT", "WRB", "WP$"):
                return t
        return None

    def wh_word(self) -> str:
        """Return the wh-word, with what follows "how"."""
        token = self.wh_token()
        if token is None:
            return "none"
        lower = [lemma.lower() for lemma in self.question.lemmas]
        return " ".join(lower[token : token + 1 + (lower[token] == "how")])

    def _label(self, candidate: int) -> Iterator[str]:
        c = self.facts.candidates
        label = f"phrase {c.labels[candidate]} as {self.context.dependencies[c.heads[candidate]]}"
        yield f"any question & {label}"
        yield f"wh-word {self.wh_word()} & {label}"

    def _tags(self, candidate: int) -> Iterator[str]:
        span, _ = self.bounds(candidate)
        tags = "tags " + " ".join(self.context.tags[t] for t in range(*span))
        yield f"any question & {tags}"
        yield f"wh-word {self.wh_word()} & {tags}"

    def _entities(self, candidate: int) -> Iterator[str]:
        span, _ = self.bounds(candidate)
        inside = {e.type for t in range(*span) for e in self.context.entities if e.start <= t < e.end}
        whole = any((e.start, e.end) == span for e in self.context.entities)
        held = ("entity " if whole else "words with entity ") + ("+".join(sorted(inside)) or "none")
        token = self.wh_token()
        nouns = () if token is None else range(token + 1, len(self.question))
        focus = [self.question.lemmas[t].lower() for t in nouns if self.question.pos[t] in ("NOUN", "PROPN")]
        phrase = f"{held}, phrase {self.facts.candidates.labels[candidate]}"
        yield f"any question & {held}"
        yield f"wh-word {self.wh_word()} & {held}"
        yield f"wh-word {self.wh_word()} & {phrase}"
        yield f"asked for {focus[0] if focus else 'none'} & {phrase}"

    def _lexicalised(self, candidate: int) -> Iterator[str]:
        span, _ = self.bounds(candidate)
        distance = distances(self.context.heads, range(*span))
        for lemma in dict.fromkeys(self._words()):
            for t in range(*span):
                if self._is_word(t):
                    yield f"question {lemma} & answer {self.context.lemmas[t].lower()}"
            for t, far in distance.items():
                if 0 < far <= 2 and self._is_word(t):
                    yield f"question {lemma} & near {self.context.lemmas[t].lower()}"

    def _paths(self, candidate: int) -> Iterator[str]:
        span, sentence = self.bounds(candidate)
        head = int(self.facts.candidates.heads[candidate])
        asked = self.question
        first: dict[str, int] = {}
        for t, lemma in enumerate(asked.lemmas):
            if asked.pos[t] not in ("PUNCT", "SPACE") and lemma.lower() not in EMPTY_WORDS:
                first.setdefault(lemma.lower(), t)
        for t in range(*sentence):
            lemma = self.context.lemmas[t].lower()
            if not self._is_word(t) or lemma not in first:
                continue
            path = walk(self.context, t, head, "path")
            if span.start <= t < span.end:
                path += " & from inside the span"
            wh = self.wh_token()
            there = "in question: no path" if wh is None else walk(asked, wh, first[lemma], "in question")
            yield path
            yield f"{path} & {there}"


def distances(heads: Sequence[int], sources: range) -> dict[int, int]:
    """Return how many arcs each token is from the nearest source, by breadth-first search."""
    found = dict.fromkeys(sources, 0)
    queue = deque(sources)
    while queue:
        here = queue.popleft()
        for t in range(len(heads)):
            if t not in found and (heads[here] == t or heads[t] == here):
                found[t] = found[here] + 1
                queue.append(t)
    return found


def walk(text: Annotated, source: int, goal: int, what: str) -> str:
    """Return the path between two tokens: up from the source to the lowest word above both, then down to the goal."""

    def above(token: int) -> list[int]:
        chain = [token]
        while text.heads[chain[-1]] != chain[-1]:
            chain.append(text.heads[chain[-1]])
        return chain

    ups, downs = above(source), above(goal)
    meeting = next((t for t in ups if t in downs), None)
    if meeting is None:
        return f"{what}: no path"
    up, down = ups[: ups.index(meeting)], downs[: downs.index(meeting)][::-1]
    steps = [f"up {text.dependencies[t]} {text.pos[text.heads[t]]}" for t in up]
    steps += [f"down {text.dependencies[t]} {text.pos[t]}" for t in down]
    return " ".join([f"{what}: {text.pos[source]}", *steps])


def bucket(edges: Sequence[float], value: float) -> int:
    """Return the bucket of a value: how many edges are not above it."""
    return bisect.bisect_right(edges, value)
