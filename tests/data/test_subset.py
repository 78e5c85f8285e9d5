"""Parts, samples and unions: nothing lost, nothing twice, the same for the same seed."""

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spanwise.data.dataset import Answer, Article, Dataset, Origin, Paragraph, Question
from spanwise.data.subset import filtered, merge, sample, split
from spanwise.errors import DataError, OptionError
from tests.strategies import datasets


def numbered(articles: int, paragraphs: int = 2, questions: int = 2, prefix: str = "") -> Dataset:
    """Return a dataset whose texts say where they stand."""
    return Dataset(
        tuple(
            Article(
                f"{prefix}A{a}",
                tuple(
                    Paragraph(
                        f"{prefix}A{a}P{p}",
                        tuple(Question(f"{prefix}A{a}P{p}Q{q}", "?", (Answer("A", 0),)) for q in range(questions)),
                    )
                    for p in range(paragraphs)
                ),
            )
            for a in range(articles)
        ),
        "1.1",
        "numbered",
    )


def titles(dataset: Dataset) -> list[str]:
    return [article.title for article in dataset.articles]


def contexts(dataset: Dataset) -> list[str]:
    return [paragraph.context for article in dataset.articles for paragraph in article.paragraphs]


@given(n=st.integers(3, 60), seed=st.integers())
def test_each_article_is_in_one_part_in_file_order(n: int, seed: int) -> None:
    dataset = numbered(n, 1, 1)
    parts = split(dataset, seed=seed)
    assert Counter(article for part in parts for article in part.articles) == Counter(dataset.articles)
    for part in parts:
        assert [a for a in dataset.articles if a in part.articles] == list(part.articles)
        assert (part.version, part.name) == (dataset.version, dataset.name)


@given(
    n=st.integers(2, 60),
    weights=st.lists(st.integers(1, 9), min_size=2, max_size=5),
    seed=st.integers(0, 3),
)
def test_each_part_has_its_share_within_one_article_and_at_least_one(n: int, weights: list[int], seed: int) -> None:
    assume(n >= len(weights))
    shares = [weight / sum(weights) for weight in weights]
    sizes = [len(part.articles) for part in split(numbered(n, 1, 1), shares, seed=seed)]
    assert sum(sizes) == n
    assert min(sizes) >= 1
    if all(share * n >= 1 for share in shares):
        assert all(abs(size - share * n) < 1 + 1e-9 for size, share in zip(sizes, shares, strict=True))


def test_squads_shares_are_the_default() -> None:
    # 536 articles, split 80/10/10 (Rajpurkar et al., 2016, section 3).
    assert [len(part.articles) for part in split(numbered(536, 1, 1), seed=0)] == [429, 54, 53]


def test_a_seed_gives_the_same_parts_in_every_release() -> None:
    # CPython promises that random.Random(13).random() gives these numbers in every release:
    # 0.26, 0.69, 0.68, 0.85, 0.19, 0.23, 0.15, 0.23, 0.73, 0.13. A8 has the last but one, A3 the last.
    parts = split(numbered(10, 1, 1), seed=13)
    assert [titles(part) for part in parts] == [["A0", "A1", "A2", "A4", "A5", "A6", "A7", "A9"], ["A8"], ["A3"]]
    assert split(numbered(10, 1, 1), seed=13) == parts
    assert split(numbered(10, 1, 1), seed=14) != parts


def test_a_dataset_of_one_article_is_split_by_paragraph_on_demand() -> None:
    dataset = numbered(1, 10)
    with pytest.raises(DataError, match="the dataset has 1 article, too few for 3 parts; split by paragraph"):
        split(dataset, seed=0)
    parts = split(dataset, seed=0, by="paragraph")
    assert [titles(part) for part in parts] == [["A0"]] * 3
    assert sorted(context for part in parts for context in contexts(part)) == sorted(contexts(dataset))


def test_articles_that_get_no_paragraph_are_left_out_of_a_part() -> None:
    parts = split(numbered(2, 1), (0.5, 0.5), seed=0, by="paragraph")
    assert sorted(titles(part) for part in parts) == [["A0"], ["A1"]]


@pytest.mark.parametrize(
    "shares", [(), (1.0,), (0.5, 0.6), (0.5, 0.4), (1.5, -0.5), (0.0, 1.0), (80, 10, 10), (float("nan"), 0.5)]
)
def test_shares_that_split_nothing_are_refused(shares: tuple[float, ...]) -> None:
    with pytest.raises(OptionError, match="give two or more above 0 that add up to 1"):
        split(numbered(5), shares, seed=0)


def test_units_that_do_not_exist_are_refused() -> None:
    with pytest.raises(OptionError, match="there is no split by 'question'; there are article, paragraph"):
        split(numbered(5), seed=0, by="question")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="there is no sample by 'paragraph'; there are question, article"):
        sample(numbered(5), 1, seed=0, by="paragraph")  # type: ignore[arg-type]


@given(dataset=datasets(), seed=st.integers(0, 9), data=st.data())
def test_a_sample_is_n_questions_in_file_order_and_part_of_every_larger_sample(
    dataset: Dataset, seed: int, data: st.DataObject
) -> None:
    ids = dataset.question_ids
    assume(ids)
    n = data.draw(st.integers(1, len(ids)))
    drawn = sample(dataset, n, seed=seed)
    assert len(drawn.question_ids) == n
    assert [i for i in ids if i in drawn.question_ids] == list(drawn.question_ids)
    assert all(article.paragraphs and all(p.questions for p in article.paragraphs) for article in drawn.articles)
    if n < len(ids):
        assert set(drawn.question_ids) < set(sample(dataset, n + 1, seed=seed).question_ids)


def test_a_sample_of_articles_takes_them_whole() -> None:
    dataset = numbered(10)
    drawn = sample(dataset, 3, seed=5, by="article")
    assert len(drawn.articles) == 3
    assert [a for a in dataset.articles if a in drawn.articles] == list(drawn.articles)


def test_each_question_is_as_likely_as_any_other() -> None:
    counts = Counter(sample(numbered(1, 1, 10), 3, seed=seed).question_ids for seed in range(1000))
    drawn = Counter(identity for ids, times in counts.items() for identity in ids for _ in range(times))
    # 300 expected each; the standard deviation is sqrt(1000 * 0.3 * 0.7) = 14.5, so this is beyond five of them.
    assert len(drawn) == 10
    assert all(abs(times - 300) < 75 for times in drawn.values())


@pytest.mark.parametrize("n", [0, -1, 9])
def test_a_sample_that_cannot_be_drawn_is_refused_with_what_can(n: int) -> None:
    with pytest.raises(
        OptionError, match=rf"a sample of {n} questions cannot be drawn; the dataset has 8, give 1 to 8"
    ):
        sample(numbered(2), n, seed=0)


def test_questions_of_one_id_are_sampled_apart() -> None:
    question = Question("same", "?")
    dataset = Dataset((Article("T", (Paragraph("c", (question,) * 6),)),))
    assert len(sample(dataset, 4, seed=0).question_ids) == 4


@given(dataset=datasets())
def test_filtering_keeps_what_is_asked_for_and_nothing_empty(dataset: Dataset) -> None:
    kept = filtered(dataset, lambda question: not question.answers)
    assert list(kept.question_ids) == [q.id for _, _, q in dataset.questions() if not q.answers]
    assert all(article.paragraphs and all(p.questions for p in article.paragraphs) for article in kept.articles)
    assert (kept.version, kept.name) == (dataset.version, dataset.name)


@given(seed=st.integers(0, 99))
def test_merging_the_parts_of_a_split_gives_the_whole_again(seed: int) -> None:
    dataset = numbered(7)
    merged = merge(split(dataset, seed=seed))
    assert sorted(merged.articles, key=lambda a: a.title) == sorted(dataset.articles, key=lambda a: a.title)
    by_paragraph = merge(split(dataset, seed=seed, by="paragraph"))
    assert {a.title: set(a.paragraphs) for a in by_paragraph.articles} == {
        a.title: set(a.paragraphs) for a in dataset.articles
    }


def test_datasets_stand_one_after_the_other() -> None:
    merged = merge([numbered(2, prefix="x"), numbered(1, prefix="y")])
    assert titles(merged) == ["xA0", "xA1", "yA0"]
    assert (merged.version, merged.name) == ("1.1", "numbered")


def test_articles_of_one_title_become_one_and_paragraphs_of_one_context_too() -> None:
    left = Dataset((Article("T", (Paragraph("c", (Question("a", "?"),)), Paragraph("d", (Question("b", "?"),)))),))
    right = Dataset((Article("T", (Paragraph("e", (Question("x", "?"),)), Paragraph("c", (Question("y", "?"),)))),))
    (article,) = merge([left, right]).articles
    assert [(p.context, [q.id for q in p.questions]) for p in article.paragraphs] == [
        ("c", ["a", "y"]),
        ("d", ["b"]),
        ("e", ["x"]),
    ]


def test_what_is_twice_within_one_dataset_stays_as_it_is() -> None:
    article = Article("T", (Paragraph("c", (Question("a", "?"),)),) * 2)
    dataset = Dataset((article, article))
    assert merge([dataset]) == dataset


def test_articles_with_made_up_titles_stay_apart() -> None:
    def untitled(name: str) -> Dataset:
        return Dataset((Article("article-1", (Paragraph("c", (Question(name, "?"),)),)),), name=name)

    assert titles(merge([untitled("left"), untitled("right")])) == ["article-1", "right article-1"]
    merged = merge([untitled("x"), untitled("x"), untitled("x")], prefixes=["a", "b", "c"])
    assert titles(merged) == ["article-1", "x article-1", "x article-1 (2)"]


def test_versions_that_differ_leave_none() -> None:
    left, right = numbered(1, prefix="x"), Dataset(numbered(1, prefix="y").articles, "v2.0", "other")
    assert (merge([left, right]).version, merge([left, right]).name) == ("", "numbered+other")


def test_ids_in_two_datasets_are_refused_and_named() -> None:
    with pytest.raises(DataError, match=r"8 ids stand in more than one of the datasets: 'A0P0Q0', .* and 5 more; give"):
        merge([numbered(2), numbered(3)])


def test_prefixes_rename_ids_and_the_parents_that_are_in_the_dataset() -> None:
    questions = (
        Question("a", "?"),
        Question("b", "?", origin=Origin("a", "typo")),
        Question("c", "?", origin=Origin("z", "typo")),
    )
    dataset = Dataset((Article("T", (Paragraph("c", questions),)),))
    merged = merge([dataset, dataset], prefixes=["x-", "y-"])
    assert merged.question_ids == ("x-a", "x-b", "x-c", "y-a", "y-b", "y-c")
    origins = [q.origin.parent_id for _, _, q in merged.questions() if q.origin]
    assert origins == ["x-a", "z", "y-a", "z"]


def test_silly_merges_are_refused() -> None:
    with pytest.raises(OptionError, match="there is nothing to merge"):
        merge([])
    with pytest.raises(OptionError, match="1 prefixes do not fit 2 datasets; give one for each"):
        merge([numbered(1), numbered(1)], prefixes=["x"])
