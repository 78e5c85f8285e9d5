"""Accounts and quality of negatives for programs."""

import json

from spanwise.benchmarks.negatives.made import Resources
from spanwise.benchmarks.negatives.quality import negative_quality
from spanwise.benchmarks.negatives.result import negatives
from spanwise.data.formats import read
from spanwise.data.samples import sample_path
from spanwise.language.annotate import Annotator
from spanwise.report.negatives_plain import plain_negatives, plain_quality


def test_shares_are_in_percent_and_accounts_in_counts(annotator: Annotator) -> None:
    sample = read(sample_path("dev"))
    result = negatives(sample, "removed", Resources(annotator), ratio=0.5)
    [account] = plain_negatives([result.report])
    assert (account["kind"], account["made"], account["answerable"]) == ("removed", 54, 108)
    quality = negative_quality([sample, result.dataset], annotator)
    plain = plain_quality(quality)
    assert [row["group"] for row in plain["groups"]] == ["answerable", "human", "removed"]
    assert plain["groups"][1]["overlap"]["value"] == 100 * float(quality.rows[1].overlap)
    assert plain["groups"][0]["plausible"]["reason"] == "every question has an answer"
    assert json.loads(json.dumps(plain)) == plain
