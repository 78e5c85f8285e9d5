"""Which language a text is in, told from the text itself, and a warning where a pipeline is of another."""

import functools
import warnings
from collections import Counter
from collections.abc import Sequence
from typing import Any

from spanwise.errors import MissingExtraError, SpanwiseWarning

__all__ = ["language_name", "language_of", "warn_of_other_languages"]

_READ = 600
"""The first code points of a text that are looked at: more tells no more."""
_SURE = 0.99
_SHARE = 0.1
_MANY = "xx"
"""spaCy's code for a pipeline of many languages."""
_NAMES = {
    "ar": "Arabic",
    "bg": "Bulgarian",
    "bn": "Bengali",
    "ca": "Catalan",
    "cs": "Czech",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "es": "Spanish",
    "et": "Estonian",
    "fa": "Persian",
    "fi": "Finnish",
    "fr": "French",
    "he": "Hebrew",
    "hi": "Hindi",
    "hr": "Croatian",
    "hu": "Hungarian",
    "id": "Indonesian",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "lt": "Lithuanian",
    "lv": "Latvian",
    "mk": "Macedonian",
    "nl": "Dutch",
    "no": "Norwegian",
    "pl": "Polish",
    "pt": "Portuguese",
    "ro": "Romanian",
    "ru": "Russian",
    "sk": "Slovak",
    "sl": "Slovenian",
    "sr": "Serbian",
    "sv": "Swedish",
    "sw": "Swahili",
    "ta": "Tamil",
    "te": "Telugu",
    "th": "Thai",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "ur": "Urdu",
    "vi": "Vietnamese",
    "zh": "Chinese",
}
# What is one language to spaCy, or too close to be told apart in a question.
_SAME = {"nb": "no", "nn": "no", "sr": "hr"}


@functools.lru_cache(maxsize=1)
def _identifier() -> Any:
    try:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier
    except ImportError:
        raise MissingExtraError(
            "telling which language a text is in needs py3langid, which is not installed; install it with: "
            'pip install "spanwise[language]"'
        ) from None
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    # Of its 140 the large ones. Dialects and rare languages (Wu, Nepali, Aragonese) are so close to a large one that
    # short questions are told to be in them, or can't be told at all for fear that they are.
    identifier.set_languages(list(_NAMES))
    return identifier


def language_of(text: str) -> str:
    """Return the ISO 639-1 code of the language of a text, or "" where it can't be told with near certainty.

    Of the 37,000 different questions in SQuAD 1.1 dev and SQuADShifts none is told to be of another language than
    English: questions about foreign words ("How are ergänzungsschulen funded?") are left untold.

    Raises:
        MissingExtraError: py3langid is not installed.
    """
    language, probability = _identifier().classify(text[:_READ])
    return str(language) if probability >= _SURE else ""


def language_name(code: str) -> str:
    """Return the English name of a language, or its code in quotes where we know no name."""
    return _NAMES.get(code, f"language {code!r}")


def warn_of_other_languages(languages: Sequence[str], pipeline: str, language: str) -> bool:
    """Warn, once, where a tenth or more of the texts are in other languages than the pipeline; say whether it was done.

    Args:
        languages: The language of each text as `language_of` gives it, shape (n,).
        pipeline: The pipeline's name, for the message.
        language: The pipeline's language.
    """
    own = _SAME.get(language, language)
    others = Counter(code for code in languages if code and _SAME.get(code, code) != own)
    if language == _MANY or not others or others.total() < _SHARE * len(languages):
        return False
    (most, _), *more = others.most_common(3)
    names = language_name(most) + (" and other languages" if more else "")
    share = f"{100 * others.total() / len(languages):.0f} % of the {len(languages):,} texts are"
    warnings.warn(
        f"{share if len(languages) > 1 else 'the text is'} in {names}, and {pipeline} is a pipeline for "
        f"{language_name(own)}: what it says about them means little; a pipeline for {language_name(most)} would do",
        SpanwiseWarning,
        stacklevel=3,
    )
    return True
