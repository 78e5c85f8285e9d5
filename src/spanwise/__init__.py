"""The workbench for extractive question answering.

    >>> import spanwise as sw
    >>> scores = sw.score(sw.read("dev.json"), sw.read_predictions("predictions.json"))  # doctest: +SKIP
    >>> print(scores.f1.percent())  # doctest: +SKIP
    81.78 [79.35, 84.20]

Every public name is here and is loaded when it is first used, so that importing the package costs nothing.
"""

import importlib
from typing import Any

from spanwise._version import __version__

_MODULES = {
    "benchmarks.adversarial.add_any": "WordSearch add_words",
    "benchmarks.adversarial.add_sent": "SentenceMaker add_one_sent add_sent",
    "benchmarks.adversarial.human_queue": "QueueLine from_queue queue_lines read_queue write_queue",
    "benchmarks.adversarial.rewordings": "reworded",
    "benchmarks.adversarial.variant": "Adversarial with_originals",
    "benchmarks.catalog": "BENCHMARKS benchmark_named",
    "benchmarks.conversion": "Conversion ConversionReport",
    "benchmarks.converted": "converted",
    "benchmarks.curate.leaks": "LeakReport LeakSettings leaks",
    "benchmarks.curate.part_table": "PartTable part_table",
    "benchmarks.curate.question_filter": "FilteredQuestions filtered_questions",
    "benchmarks.curate.skeleton": "Skeleton SkeletonSettings skeleton",
    "benchmarks.curate.skeleton_files": "write_skeleton",
    "benchmarks.curate.source_files": "document_source",
    "benchmarks.curate.writers_of_questions": "read_writers",
    "benchmarks.entry": "Benchmark",
    "benchmarks.negatives.made": "Resources",
    "benchmarks.negatives.quality": "NegativeQuality negative_quality",
    "benchmarks.negatives.result": "NegativesReport NegativesResult negatives only_negatives",
    "benchmarks.published": "published_em",
    "benchmarks.synthetic.fuzzy": "FuzzyMaker FuzzySettings",
    "benchmarks.synthetic.generation": "GenerationReport generate",
    "benchmarks.synthetic.graph_files": "read_graph",
    "benchmarks.synthetic.knowledge": "Knowledge",
    "benchmarks.synthetic.passage_files": "TextSettings passage_source",
    "benchmarks.synthetic.wikidata": "WikidataMaker WikidataSettings",
    "benchmarks.synthetic.wikidata_dump": "read_dump",
    "data.check": "check",
    "data.dataset": "Answer Article Dataset Origin Paragraph Question",
    "data.describe": "describe",
    "data.finding": "Finding",
    "data.formats": "load read",
    "data.human_answers": "HumanAnswer HumanAnswers read_human_answers write_human_answers",
    "data.repair": "repair",
    "data.samples": "sample_export_path sample_na_probs_path sample_path sample_predictions_path",
    "data.subset": "merge sample split",
    "data.writers": "write",
    "diagnosis.ablation": "Ablation ablation",
    "diagnosis.abstention": "Abstention abstention",
    "diagnosis.attack": "AttackReport attack_report expected_f1",
    "diagnosis.calibration": "Calibration calibration calibration_change",
    "diagnosis.calibration_fit": "cross_fitted fit_map split_by_article",
    "diagnosis.calibration_map": "CalibrationMap apply_map read_map write_map",
    "diagnosis.ceiling": "Ceiling ceiling",
    "diagnosis.checklist": "ChecklistReport checklist_report",
    "diagnosis.checklist_suite": "Suite read_suite suite_dataset",
    "diagnosis.claims": "Claim Figures HumanFigures claim figures",
    "diagnosis.columns_file": "with_columns",
    "diagnosis.contrast_sets": "Consistency consistency",
    "diagnosis.curves": "AbstentionCurves abstention_curves",
    "diagnosis.explanations": "Explained explanations",
    "diagnosis.forecasts": "Forecasts forecasts",
    "diagnosis.gate": "Gate Limits gate",
    "diagnosis.language_facts": "with_language",
    "diagnosis.leaderboard": "history read_leaderboard",
    "diagnosis.learning_curve": "LearningCurve learning_curve",
    "diagnosis.measured_claim": "claim_against claim_on",
    "diagnosis.mistakes": "Mistakes mistakes",
    "diagnosis.operating_point": "Costs Goal OperatingPoint read_operating_point score_at write_operating_point",
    "diagnosis.people": "People people vote_predictions",
    "diagnosis.perturbations": "perturbed",
    "diagnosis.plausible": "Plausible plausible",
    "diagnosis.question_facts": "Facts question_facts",
    "diagnosis.reading_list": "ReadingList reading_list",
    "diagnosis.sample_size": "SampleSize sample_size",
    "diagnosis.shift": "Shift shift",
    "diagnosis.shortcuts": "Shortcuts perturbed_predictions shortcuts",
    "diagnosis.signals": "signals_in with_signal",
    "diagnosis.simulate": "SimulatedAnnotator simulate",
    "diagnosis.slices": "Slice slices",
    "diagnosis.study_runs": "StudyRuns",
    "diagnosis.tuning": "Tuned tuned",
    "diagnosis.variant_groups": "VariantReport variant_report",
    "diagnosis.vote_line": "VoteLine votes_from_answers",
    "errors": "SpanwiseError SpanwiseWarning",
    "language.annotate": "Annotator",
    "language.annotated": "Annotated Entity TokenSpan",
    "language.answer_type": "answer_type",
    "language.constituents": "CANDIDATE_RULES CandidateRule Constituents constituents",
    "language.divergence": "Divergence syntactic_divergence",
    "language.lexicon": "Lexicon",
    "language.neighbours": "Neighbour Neighbours",
    "language.vector_files": "glove_6b_50d read_vectors write_vectors",
    "language.vectors": "WordVectors",
    "predictions.formats": "load_predictions read_predictions",
    "predictions.prediction": "Prediction Predictions",
    "predictions.reader": "Reader Trainable",
    "predictions.writers": "write_predictions",
    "readers": "READERS",
    "readers.always_abstain": "AlwaysAbstain",
    "readers.first_sentence": "FirstSentence",
    "readers.log_linear.explain": "Explanation explain",
    "readers.log_linear.store": "read_model write_model",
    "readers.log_linear.trainer": "LogLinear",
    "readers.named": "reader_named",
    "readers.random_guess": "RandomGuess",
    "readers.sliding_window": "SlidingWindow",
    "report.gather": "gathered with_facts",
    "report.page": "report_page write_report",
    "report.page_input": "PageInput",
    "scoring.compare": "Comparison Matrix compare compare_all",
    "scoring.evaluate": "score",
    "scoring.human": "HumanLine answer_curve human_line matched",
    "scoring.intervals": "Intervals",
    "scoring.metric": "squad squad_v2",
    "scoring.official": "official_scores",
    "scoring.rules": "LENIENT MRQA SQUAD_1 SQUAD_2 Rules mlqa rules_named",
    "scoring.scores": "Scores Signature",
    "scoring.variants": "worst_case",
    "stats.estimate": "Estimate",
    "text.span": "Span",
}
"""The module of each public name; `__init__.pyi` imports them for who reads types."""
_HOME = {name: module for module, names in _MODULES.items() for name in names.split()}

__all__ = ["__version__", *_HOME]  # noqa: PLE0604  # type checkers and editors read __init__.pyi


def __getattr__(name: str) -> Any:
    """Load a public name from its module when it is first asked for."""
    if name not in _HOME:
        raise AttributeError(f"module 'spanwise' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"spanwise.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted(__all__)
