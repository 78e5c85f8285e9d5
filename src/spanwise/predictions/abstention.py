"""The words in which readers that generate text say that there is no answer."""

import re

from spanwise.text.normalize import SQUAD, normalized_alone

__all__ = ["ABSTENTION_PHRASES", "is_abstention_phrase", "may_say_nothing"]

ABSTENTION_PHRASES = frozenset(
    """
    answer not found|answer not in context|answer not in passage|answer not in text|answer not present|
    answer unknown|can not answer|can not be answered|cannot answer|cannot be answered|
    cannot be answered from context|cannot be determined|cannot determine|cant answer|cant be answered|cls|
    context does not say|empty|i can not answer|i cannot answer|i cant answer|i do not know|i dont know|idk|
    impossible|impossible to answer|impossible to say|insufficient information|na|nan|nil|no answer|no answer found|
    no answer given|no answer in context|no answer in passage|no answer in text|no information|noanswer|none|
    not answerable|not available|not clear|not enough information|not found|not given|not in context|not in passage|
    not in text|not known|not mentioned|not mentioned in context|not mentioned in passage|not mentioned in text|
    not possible to answer|not provided|not specified|not stated|null|question cannot be answered|
    question is unanswerable|there is no answer|this question cannot be answered|unanswerable|undefined|unknown
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)
"""What is taken for an abstention in words, after the normalisation of the SQuAD scripts: lower case, without
punctuation and articles. "N/A" is here as "na", "not in the text" as "not in text"."""

# Most predictions begin with none of these and need no normalisation.
_BEGINNING = re.compile(
    r"\W*(?:(?:the|an?)\s+)?(?:answer|can(?:not|\W?t)?\b|cls|context|empty|i\b|idk|impossible|insuff|n\W?a|nil|"
    r"no(?:answer|ne|t)?\b|null|question|there\b|this\b|un(?:ans|def|kn))",
    re.IGNORECASE,
)
_OTHER_LETTERS = frozenset("bdfghjklmoprsvwxyzBDFGHJKLMOPRSVWXYZ0123456789")
_LONGEST = 2 * max(map(len, ABSTENTION_PHRASES))


def may_say_nothing(text: str) -> bool:
    """Return False where a text is no abstention phrase and not blank either, as its first character shows.

    It holds for most texts and costs next to nothing; what it lets pass is to be looked at.
    """
    return text[:1] not in _OTHER_LETTERS


def is_abstention_phrase(text: str) -> bool:
    """Return whether a text says in words that there is no answer, and nothing else.

    The official rules credit only the empty text. A text like "none" can be an answer too: look at the context first.
    """
    if not may_say_nothing(text) or len(text) > _LONGEST or not _BEGINNING.match(text):
        return False
    return normalized_alone(text, SQUAD) in ABSTENTION_PHRASES
