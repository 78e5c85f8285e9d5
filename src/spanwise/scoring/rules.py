"""The rules a score is made by, as frozen values with names.

Today "F1" means five different things in as many tools. Here it always comes with the name of one of these.
"""

from typing import Literal

import msgspec

from spanwise.data.dataset import Dataset
from spanwise.errors import OptionError
from spanwise.text.normalize import LENIENT as LENIENT_PROFILE
from spanwise.text.normalize import MLQA_LANGUAGES, SQUAD, Profile, mlqa_profile

__all__ = ["LENIENT", "MRQA", "RULES", "SQUAD_1", "SQUAD_2", "Rules", "mlqa", "rules_for", "rules_named"]


class Rules(msgspec.Struct, frozen=True):
    """How a prediction is compared with the answers to its question."""

    name: str
    profile: Profile
    unanswerable: Literal["refused", "empty"]
    """What a question without answers means: an error, or that the empty prediction is right."""
    empty_answers: Literal["kept", "dropped"]
    """Whether answers that normalise to nothing count. SQuAD 1.1's script keeps them: any prediction that also
    normalises to nothing then has exact match 1 and F1 0. SQuAD 2.0's script drops them; where none is left, the
    empty prediction is right."""


SQUAD_1 = Rules("squad1", SQUAD, unanswerable="refused", empty_answers="kept")
"""The official script of SQuAD 1.1 (Rajpurkar et al., 2016), to the last digit."""
SQUAD_2 = Rules("squad2", SQUAD, unanswerable="empty", empty_answers="dropped")
"""The official script of SQuAD 2.0 (Rajpurkar, Jia and Liang, 2018), to the last digit."""
MRQA = Rules("mrqa", SQUAD, unanswerable="refused", empty_answers="kept")
"""The official script of the MRQA 2019 shared task, which compares as SQuAD 1.1's does."""
LENIENT = Rules("lenient", LENIENT_PROFILE, unanswerable="empty", empty_answers="dropped")
"""Spanwise's own: forgives Unicode forms, dashes, quotation marks; keeps different numbers apart."""


def mlqa(language: str) -> Rules:
    """Return the rules of MLQA's official script for a language of the answers.

    Raises:
        OptionError: The script does not know the language.
    """
    if language not in MLQA_LANGUAGES:
        raise OptionError(f"MLQA has no rules for {language!r}; it has {', '.join(MLQA_LANGUAGES)}")
    return Rules(f"mlqa:{language}", mlqa_profile(language), unanswerable="refused", empty_answers="kept")


RULES: dict[str, Rules] = {
    "squad1": SQUAD_1,
    "squad2": SQUAD_2,
    "mrqa": MRQA,
    "lenient": LENIENT,
} | {f"mlqa:{language}": mlqa(language) for language in MLQA_LANGUAGES}
"""All rules by name."""


def rules_named(name: str) -> Rules:
    """Return the rules of a name such as "squad2" or "mlqa:de".

    Raises:
        OptionError: There are no such rules; the message lists them.
    """
    try:
        return RULES[name]
    except KeyError:
        raise OptionError(f"there are no rules {name!r}; there are {', '.join(RULES)}") from None


def rules_for(dataset: Dataset) -> Rules:
    """Return the rules a dataset asks for: SQuAD 2.0's where it says so or any question is unanswerable, else 1.1's."""
    if dataset.version.lower().lstrip("v").startswith("2") or dataset.has_unanswerable:
        return SQUAD_2
    return SQUAD_1
