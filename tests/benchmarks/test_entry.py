from spanwise.benchmarks.entry import Benchmark, SourceFile, Split


def test_a_digest_names_its_method_and_sha256_goes_first() -> None:
    assert SourceFile("a", sha256="12", md5="34").digest == "sha256:12"
    assert SourceFile("a", md5="34").digest == "md5:34"
    assert not SourceFile("a").digest


def test_a_part_is_found_by_its_name() -> None:
    part = Split("dev", (), "squad")
    entry = Benchmark("b", "B", "human", "", "", "", splits=(part,))
    assert entry.split("dev") is part
    assert entry.split("train") is None
