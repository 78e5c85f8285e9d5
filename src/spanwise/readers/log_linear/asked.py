"""What features read in a question: its words, its root, its wh-word, the noun that is asked for."""

from functools import cached_property
from itertools import pairwise

import msgspec

from spanwise.language.annotated import Annotated

__all__ = ["EMPTY_WORDS", "WORDLESS", "Asked", "lower_lemmas"]

WORDLESS = ("PUNCT", "SPACE")
"""Parts of speech that are no words."""

EMPTY_WORDS = frozenset(
    [
        *(
            "a",
            "an",
            "the",
            "of",
            "in",
            "on",
            "at",
            "to",
            "for",
            "by",
            "with",
            "from",
            "as",
            "into",
            "and",
            "or",
            "but",
        ),
        *("not", "no", "than", "that", "this", "these", "those", "it", "its", "'s", "do", "be", "have", "can", "could"),
        *("will", "would", "may", "might", "must", "shall", "should"),
        *("who", "whom", "whose", "what", "which", "when", "where", "why", "how"),
    ]
)
"""Lemmas whose being in question and sentence tells nothing of where the answer is."""

_WH_TAGS = ("WP", "WDT", "WRB", "WP$")
_WH_WORDS = frozenset(["who", "whom", "whose", "what", "which", "when", "where", "why", "how"])


def lower_lemmas(annotated: Annotated) -> list[str]:
    """Return the lemma of each token in lower case, shape (n,): what is compared between question and context."""
    return [lemma.lower() for lemma in annotated.lemmas]


class Asked(msgspec.Struct, frozen=True, dict=True):
    """A question as features read it."""

    annotated: Annotated

    @cached_property
    def lemmas(self) -> list[str]:
        """The lemma of each token."""
        return lower_lemmas(self.annotated)

    @cached_property
    def words(self) -> dict[str, int]:
        """Each lemma that is a word, with the first token that has it."""
        found: dict[str, int] = {}
        for token, (lemma, pos) in enumerate(zip(self.lemmas, self.annotated.pos, strict=True)):
            if pos not in WORDLESS:
                found.setdefault(lemma, token)
        return found

    @cached_property
    def telling_words(self) -> dict[str, int]:
        """The words that say something of what is asked."""
        return {lemma: token for lemma, token in self.words.items() if lemma not in EMPTY_WORDS}

    @cached_property
    def bigrams(self) -> frozenset[tuple[str, str]]:
        """The pairs of neighbouring lemmas."""
        return frozenset(pairwise(self.lemmas))

    @cached_property
    def root(self) -> str:
        """The lemma of the first root, or nothing where the question has no token."""
        return next((self.lemmas[t] for t, head in enumerate(self.annotated.heads) if head == t), "")

    @cached_property
    def wh_token(self) -> int | None:
        """The first wh-word, or None where the question has none."""
        tags = self.annotated.tags
        tokens = range(len(self.annotated))
        return next((t for t in tokens if self.lemmas[t] in _WH_WORDS or tags[t] in _WH_TAGS), None)

    @cached_property
    def wh_word(self) -> str:
        """The lemma of the wh-word, "how" with the word that follows ("how many"); "none" where there is none."""
        token = self.wh_token
        if token is None:
            return "none"
        word = self.lemmas[token]
        return f"how {self.lemmas[token + 1]}" if word == "how" and token + 1 < len(self.lemmas) else word

    @cached_property
    def focus(self) -> str:
        """The first noun behind the wh-word, which often says what kind of thing is asked for; "none" without one."""
        start = len(self.lemmas) if self.wh_token is None else self.wh_token + 1
        pos = self.annotated.pos
        return next((self.lemmas[t] for t in range(start, len(pos)) if pos[t] in ("NOUN", "PROPN")), "none")
