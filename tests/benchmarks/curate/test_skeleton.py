from collections.abc import Iterator, Set
from pathlib import Path

import pytest

from spanwise.benchmarks.curate.account import Account
from spanwise.benchmarks.curate.document import Document, Page, Progress
from spanwise.benchmarks.curate.skeleton import Skeleton, SkeletonSettings, skeleton
from spanwise.benchmarks.curate.source_files import document_source
from spanwise.data.check import check
from spanwise.data.loaded import Loaded
from spanwise.data.samples import sample_export_path
from spanwise.errors import DataError, OptionError


def sample(**settings: object) -> Skeleton:
    return skeleton(document_source(sample_export_path()), SkeletonSettings(**settings))  # type: ignore[arg-type]


class Star:
    """Pages of which all link to the first, and the first to the second."""

    name = "star"

    def __init__(self, texts: list[str]) -> None:
        self._texts = texts

    def pages(self, account: Account, progress: Progress | None = None) -> Iterator[Page]:
        del account, progress
        for number in range(len(self._texts)):
            yield Page(str(number), f"P{number}", ("0",) if number else ("1",))

    def documents(
        self, chosen: Set[int], account: Account, progress: Progress | None = None
    ) -> Iterator[tuple[int, Document]]:
        del account, progress
        for number, text in enumerate(self._texts):
            if number in chosen:
                yield number, Document(f"P{number}", (text,), f"r{number}")


def titles(made: Skeleton) -> list[str]:
    return [article.title for article in made.dataset.articles]


def test_the_articles_of_highest_rank_are_drawn_from() -> None:
    texts = [f"{'x' * 500} {number}" for number in range(30)]
    assert titles(skeleton(Star(texts), SkeletonSettings(top=2))) == ["P0", "P1"]
    drawn = [titles(skeleton(Star(texts), SkeletonSettings(articles=5, seed=seed))) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert len(drawn[0]) == 5
    fewer = titles(skeleton(Star(texts), SkeletonSettings(articles=3, seed=1)))
    assert set(fewer) < set(drawn[0])


def test_paragraphs_have_500_code_points_or_more() -> None:
    made = skeleton(Star(["😀" * 500, "x" * 499]), SkeletonSettings())
    assert titles(made) == ["P0"]
    assert {note.what: note.count for note in made.notes} == {
        "paragraphs of fewer than 500 characters": 1,
        "articles that no paragraph is left of": 1,
    }


def test_of_copies_the_first_stays_and_a_copy_of_a_copy_is_compared_with_what_stays() -> None:
    words = [f"w{i}" for i in range(100)]
    near, far = words[:90] + ["n"] * 10, ["m"] * 10 + words[10:90] + ["n"] * 10
    made = skeleton(Star([" ".join(text) for text in (words, near, far)]), SkeletonSettings(shortest=0))
    assert titles(made) == ["P0", "P2"]
    assert titles(skeleton(Star(["same"] * 3), SkeletonSettings(shortest=0, similarity=0))) == ["P0", "P1", "P2"]


def test_the_sample_export_becomes_a_skeleton_without_faults() -> None:
    made = sample()
    assert check(Loaded(made.dataset, "squad")) == ()
    assert (made.pages, made.links) == (12, 38)
    paragraphs = [paragraph for article in made.dataset.articles for paragraph in article.paragraphs]
    assert len(paragraphs) == 13
    assert all(len(paragraph.context) >= 500 and not paragraph.questions for paragraph in paragraphs)
    noted = {note.what: note.count for note in made.notes}
    assert noted["redirects"] == noted["paragraphs nearly the same as an earlier one"] == 1


def test_each_article_s_revision_is_recorded() -> None:
    made = sample()
    assert [record.title for record in made.records] == titles(made)
    sarl = next(record for record in made.records if record.title == "Sarl")
    assert (sarl.page, sarl.revision, sarl.paragraphs) == ("9", "2067", 1)
    first = max(made.records, key=lambda record: record.pagerank)
    assert first.title == "Sarn"


def test_articles_may_be_named() -> None:
    made = sample(titles=("Sarl", "Atlantis", "Brack"))
    assert titles(made) == ["Brack", "Sarl"]
    assert any("asked for" in note.what and note.examples == ("Atlantis",) for note in made.notes)
    with pytest.raises(DataError, match="none of the 1 titles"):
        sample(titles=("Atlantis",))


def test_nothing_to_ask_about_is_refused_with_the_reasons(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no paragraph is left .*fewer than 9,000 characters: "):
        sample(shortest=9000)
    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(DataError, match=r"no article in it .*files that cannot be read: 1"):
        skeleton(document_source(tmp_path), SkeletonSettings())


@pytest.mark.parametrize("settings", [{"top": 0}, {"articles": 0}, {"shortest": -1}, {"similarity": 1.5}])
def test_settings_that_choose_nothing_are_refused(settings: dict[str, float]) -> None:
    with pytest.raises(OptionError):
        sample(**settings)
