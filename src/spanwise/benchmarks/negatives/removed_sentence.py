"""Negatives by taking the answer's sentence out of the paragraph."""

from bisect import bisect_right
from collections.abc import Sequence

from spanwise.benchmarks.negatives.made import Made, NotMade, Place, sound_answers
from spanwise.benchmarks.negatives.occurrence import holds_any
from spanwise.benchmarks.negatives.plausible import PlausibleAnswers
from spanwise.data.dataset import Answer
from spanwise.text.sentences import sentence_spans
from spanwise.text.span import Span

__all__ = ["RemovedSentences"]


class RemovedSentences:
    """Asks a question of its own paragraph without the sentences that its answers are in.

    All sentences that an answer touches go, and all others that hold its words: they may answer as well.
    """

    def __init__(self, plausible: PlausibleAnswers) -> None:
        self._plausible = plausible

    def make(self, place: Place, attempt: int) -> Made | NotMade:
        """Return the question with what is left of its paragraph; there is but one such negative."""
        if attempt:
            return NotMade("a paragraph can lose its answer but once")
        answers = sound_answers(place)
        if not answers:
            return NotMade("no answer stands in the paragraph where it says")
        context = place.paragraph.context
        sentences = sentence_spans(context)
        spans = [span for _, span in answers]
        kept = [
            sentence
            for sentence in sentences
            if not any(span.start < sentence.end and sentence.start < span.end for span in spans)
            and not holds_any(sentence.of(context), place.question.answers)
        ]
        if not kept:
            return NotMade("every sentence of its paragraph holds an answer")
        left = " ".join(sentence.of(context) for sentence in kept)
        if holds_any(left, place.question.answers):
            return NotMade("what is left of its paragraph has the answer's words across two sentences")
        if any(left == paragraph.context for paragraph in place.article.paragraphs):
            return NotMade("what is left of its paragraph is another paragraph")
        removed = len(sentences) - len(kept)
        plausible = self._found(place, kept)
        changes = ("one sentence removed" if removed == 1 else "several sentences removed",)
        return Made(place.question.text, left, place.number, (plausible,) if plausible else (), changes)

    def _found(self, place: Place, kept: Sequence[Span]) -> Answer | None:
        """Return the plausible answer of the whole paragraph that is left, moved to where it stands now."""
        starts = [sentence.start for sentence in kept]

        def holder(span: Span) -> int | None:
            number = bisect_right(starts, span.start) - 1
            return number if number >= 0 and span.end <= kept[number].end else None

        context = place.paragraph.context
        found = self._plausible.find(place, place.question.text, context, lambda span: holder(span) is not None)
        span = found.span if found else None
        number = holder(span) if span else None
        if found is None or span is None or number is None:
            return None
        before = sum(sentence.end - sentence.start + 1 for sentence in kept[:number])
        return Answer(found.text, before + span.start - kept[number].start)
