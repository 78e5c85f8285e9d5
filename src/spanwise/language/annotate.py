"""Texts annotated by a spaCy pipeline, each once: what was annotated is kept on disk by content and pipeline."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from spanwise.errors import OptionError
from spanwise.language import DEFAULT_PIPELINE
from spanwise.language.annotated import Annotated
from spanwise.language.cache import AnnotationCache, Kept, key_of
from spanwise.language.detection import warn_of_other_languages
from spanwise.language.pieces import joined, pieces
from spanwise.language.pipelines import Pipeline, pipeline_named

__all__ = ["Annotator"]

_WORK = {
    "parser": "a parser",
    "tagger": "a tagger",
    "ner": "an entity recogniser",
    "lemmatizer": "a lemmatizer",
}


class Annotator:
    """Annotates texts with one pipeline.

    Ask for the texts of a whole dataset at once: each different text is annotated once, by every process that may help,
    and found in the cache ever after.
    """

    def __init__(
        self,
        pipeline: str = DEFAULT_PIPELINE,
        *,
        cache: Path | None = None,
        processes: int = 1,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Name the pipeline; nothing is read or loaded before it is needed.

        Args:
            pipeline: The package of a spaCy pipeline, or the path of one.
            cache: The folder in which annotation is kept; None keeps nothing.
            processes: How many processes annotate. The result is the same for any number. Python starts them as it does
                others, so where it spawns them (macOS, Windows, Python 3.14) a script needs its
                ``if __name__ == "__main__"``.
            progress: Called with how many texts are done and how many there are to do, before the first and after each
                batch; never where all are in the cache. A text of more than 10,000 code points counts as several.

        Raises:
            OptionError: There are fewer processes than one.
        """
        if processes < 1:
            raise OptionError(f"processes is {processes}; 1 or more would do")
        self.pipeline = pipeline
        self.cache = cache
        self.processes = processes
        self.progress = progress
        self._warned = False

    @cached_property
    def _pipeline(self) -> Pipeline:
        return pipeline_named(self.pipeline)

    @cached_property
    def _kept(self) -> AnnotationCache | None:
        return None if self.cache is None else AnnotationCache(self.cache, self.identity)

    @property
    def identity(self) -> str:
        """The pipeline and versions that the annotation depends on, such as to be kept beside a trained model.

        Raises:
            MissingExtraError: spaCy is not installed.
            OptionError: There is no such pipeline.
        """
        return self._pipeline.identity

    @property
    def language(self) -> str:
        """The language that the pipeline is for, as spaCy codes it: "en", "de", ...; "xx" for many."""
        return self._pipeline.language

    def require(self, *components: str, what: str) -> None:
        """Refuse a pipeline that can't say what is needed of it, before any work is done.

        Args:
            components: Of "parser" (heads, relations, noun chunks), "tagger" (parts of speech), "ner" (entities) and
                "lemmatizer".
            what: What needs them, for the message: "the reader log-linear".

        Raises:
            MissingExtraError: spaCy is not installed.
            OptionError: There is no such pipeline, or it lacks one of the components.
        """
        lacking = [component for component in components if not self._pipeline.has(component)]
        if lacking:
            has = ", ".join(name for name, _ in self._pipeline.components) or "none"
            raise OptionError(
                f"{what} needs {' and '.join(_WORK.get(name, name) for name in lacking)}, which the pipeline "
                f"{self.pipeline} is without (its components: {has}); a pipeline such as {DEFAULT_PIPELINE} would do"
            )

    def annotate(self, texts: Sequence[str]) -> tuple[Annotated, ...]:
        """Return the annotation of each text, in order; equal texts share one.

        Texts of any length and content are taken. Those of more than 10,000 code points are annotated in pieces that
        end where a paragraph, line or sentence does, so that memory stays bounded.

        Raises:
            MissingExtraError: spaCy, or what the pipeline needs beside it, is not installed.
            OptionError: There is no such pipeline, or it can't be loaded.
            SpanwiseError: One of several processes was ended from outside.

        Warns:
            SpanwiseWarning: The texts are in another language than the pipeline's, or the cache can't be used.
        """
        parts = {text: pieces(text) for text in texts}
        wanted = dict.fromkeys(piece for cut in parts.values() for piece in cut)
        found: dict[str, Annotated] = {}
        languages: list[str] = []
        decoder = _Decoder()
        for piece, language, value in self._annotations(tuple(wanted)):
            found[piece] = decoder.decoded(piece, value)
            if piece and not piece.isspace():
                languages.append(language)
        if not self._warned:
            self._warned = warn_of_other_languages(languages, self.pipeline, self.language)
        made = {text: joined(text, [found[piece] for piece in cut]) for text, cut in parts.items()}
        return tuple([made[text] for text in texts])

    def _annotations(self, texts: Sequence[str]) -> Iterator[tuple[str, str, bytes]]:
        """Give each text with its language and encoded columns: those from the cache first, then the others."""
        missing = {key_of(text): text for text in texts}
        if self._kept is not None:
            for key, language, value in self._kept.read(list(missing)):
                yield missing.pop(key), language, value
        if not missing:
            self._pipeline  # noqa: B018  # that a pipeline is missing is said even where there is nothing to annotate
            return
        from spanwise.language.workers import annotated_batches

        done, total = 0, len(missing)
        self._report(done, total)
        for batch in annotated_batches(self._pipeline, tuple(missing.values()), processes=self.processes):
            if self._kept is not None:
                self._kept.write([Kept(key_of(text), language, value) for text, (language, value) in batch])
            done += len(batch)
            self._report(done, total)
            for text, (language, value) in batch:
                yield text, language, value

    def _report(self, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(done, total)


class _Decoder:
    """Decodes columns, with one string for all equal ones: a dataset's parts of speech are 17, not a million."""

    def __init__(self) -> None:
        self._decoder = msgspec.msgpack.Decoder(Annotated)
        self._strings: dict[str, str] = {}

    def decoded(self, text: str, value: bytes) -> Annotated:
        columns = self._decoder.decode(value)
        one = self._strings.setdefault
        return msgspec.structs.replace(
            columns,
            text=text,
            lemmas=tuple(map(one, columns.lemmas, columns.lemmas)),
            pos=tuple(map(one, columns.pos, columns.pos)),
            tags=tuple(map(one, columns.tags, columns.tags)),
            dependencies=tuple(map(one, columns.dependencies, columns.dependencies)),
        )
