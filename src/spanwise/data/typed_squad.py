"""Clean SQuAD JSON, 1.1 or 2.0, decoded straight into the dataset's types."""

import msgspec

from spanwise.data.dataset import Article, Dataset

__all__ = ["decode_squad"]


class _File(msgspec.Struct, frozen=True):
    data: tuple[Article, ...]
    version: str


_DECODER = msgspec.json.Decoder(_File)


def decode_squad(data: bytes) -> Dataset | None:
    """Return the dataset of a clean SQuAD file, or None where anything about its form is odd.

    None sends the caller to `squad.squad_from_value`, which finds out what is odd.
    """
    try:
        file = _DECODER.decode(data)
    except (msgspec.MsgspecError, RecursionError):
        return None
    for article in file.data:
        for paragraph in article.paragraphs:
            for question in paragraph.questions:
                if question.is_impossible and question.answers and not any(a.text for a in question.answers):
                    return None
    return Dataset(articles=file.data, version=file.version)
