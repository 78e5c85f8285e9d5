from spanwise.benchmarks.catalog_human import HUMAN, mrqa_file, mrqa_split


def test_the_six_human_benchmarks_of_the_study_and_its_subsamples_are_here() -> None:
    columns = [entry.column for entry in HUMAN if entry.column]
    assert columns == [
        *("SQuAD (All)", "SQuAD 1K", "SQuAD 10K", "SQuAD 20K", "SQuAD 40K", "SQuAD 60K"),
        *("MRQA NewsQA", "MRQA NaturalQuestions", "MRQA DROP", "MRQA HotpotQA", "QAMR"),
    ]


def test_only_natural_questions_has_tags_to_turn_into_words() -> None:
    tagged = {entry.name for entry in HUMAN for split in entry.splits if split.options.get("tags")}
    assert tagged == {"mrqa-naturalquestions"}


def test_a_part_of_mrqa_expects_its_own_header() -> None:
    part = mrqa_split("dev", mrqa_file("dev", "DROP", "0" * 32), "DROP", 1503)
    assert part.options == {"dataset": "DROP"}
    assert part.files[0].pinned == "makers"
