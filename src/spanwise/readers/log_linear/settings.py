"""What a log-linear reader is trained with: its groups of features and how the weights are found."""

import msgspec

from spanwise.errors import OptionError
from spanwise.language.constituents import CANDIDATE_RULES, DEFAULT_RULE, CandidateRule

__all__ = ["FEATURES_VERSION", "GROUPS", "Settings"]

FEATURES_VERSION = 1
"""Counted up whenever a feature changes its meaning, so that weights are never read with other features."""

GROUPS = {
    "matching-words": "sums of TF-IDF of the words in question and sentence: left, right, inside the span, whole",
    "matching-bigrams": "the same of bigrams, weighted by their n-gram IDF (Shirakawa et al., 2015)",
    "root-match": "whether the roots of question and sentence match, and whether each holds the other's",
    "lengths": "the number of words left, right, inside the span and in the sentence",
    "span-words": "the sum of TF-IDF of the words in the span",
    "constituent-label": "what kind of phrase the span is, with and without the wh-word",
    "span-tags": "the part-of-speech tags of the span, with and without the wh-word",
    "lexicalised": "lemmas of the question with lemmas in the span, and with those within two arcs of it",
    "dependency-paths": "the path from each shared word to the span, with and without that from the wh-word to it",
    "entity-types": "the types of the entities in the span, with the wh-word and with the noun that is asked for",
}
"""The groups of features by name; the last is not the paper's, which has no entity in its reader."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a log-linear reader is trained; the defaults are the paper's but for what says so."""

    without: tuple[str, ...] = ()
    """Groups of features to leave out."""
    passes: int = 3
    learning_rate: float = 0.1
    l2: float = 0.1
    """The penalty on the whole of the training set; each paragraph takes its share of it."""
    first_square: float = 1.0
    """What AdaGrad's sum of squares starts with; ours. From 0, the first step of a weight is the learning rate however
    small its gradient, and millions of weights that one candidate of one paragraph touches are pushed as far as those
    that matter: F1 on SQuAD's development set was 39 instead of 47."""
    least_paragraphs: int = 3
    """Paragraphs of the training set that must hold a feature for it to have a weight; ours. Nine features of ten stand
    in one or two paragraphs: they learn these by heart, and what is left to learn for the others is less."""
    candidates: str = DEFAULT_RULE.name
    """Which spans are weighed, by the name of a rule of `CANDIDATE_RULES`."""
    buckets: int = 10
    """Parts of equal mass that continuous features are cut into."""

    folds: int = 3
    """Parts that articles are cut into where there are unanswerable questions: the null option is fitted on what
    readers trained on the other parts say, since a reader is far surer of what it was trained on. 0: no option."""

    def __post_init__(self) -> None:
        """Refuse what has no meaning.

        Raises:
            OptionError: A group is unknown, all are left out, or a number is out of its range.
        """
        if unknown := [group for group in self.without if group not in GROUPS]:
            raise OptionError(f"no group of features is called {unknown[0]!r}; there are {', '.join(GROUPS)}")
        if set(self.without) == set(GROUPS):
            raise OptionError("every group of features is left out; leave one in")
        if self.candidates not in CANDIDATE_RULES:
            raise OptionError(
                f"no rule of candidates is called {self.candidates!r}; there are {', '.join(CANDIDATE_RULES)}"
            )
        if self.least_paragraphs < 1:
            raise OptionError(f"a feature held by {self.least_paragraphs} paragraphs; the least is 1")
        if self.passes < 1 or self.buckets < 2:
            raise OptionError(
                f"{self.passes} passes with {self.buckets} buckets; at least 1 pass and 2 buckets are needed"
            )
        if self.folds == 1 or self.folds < 0:
            raise OptionError(f"{self.folds} folds; the null option needs 2 or more, and 0 leaves it out")
        if not (self.learning_rate > 0 and self.l2 >= 0 and self.first_square > 0):
            raise OptionError("the learning rate and the first square must be above 0, and l2 not below")

    @property
    def rule(self) -> CandidateRule:
        """The rule that says which spans are weighed."""
        return CANDIDATE_RULES[self.candidates]

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups that are used."""
        return tuple([group for group in GROUPS if group not in self.without])

    @property
    def components(self) -> tuple[str, ...]:
        """What a pipeline must have for these groups: without lemmas, say, every word would be shared."""
        return ("parser", "tagger", "lemmatizer", *(("ner",) if "entity-types" in self.groups else ()))
