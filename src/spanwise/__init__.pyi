"""The public names, for type checkers and editors: the modules that `__init__.py` loads them from."""

from spanwise._version import __version__
from spanwise.benchmarks.adversarial.add_any import WordSearch, add_words
from spanwise.benchmarks.adversarial.add_sent import SentenceMaker, add_one_sent, add_sent
from spanwise.benchmarks.adversarial.human_queue import QueueLine, from_queue, queue_lines, read_queue, write_queue
from spanwise.benchmarks.adversarial.rewordings import reworded
from spanwise.benchmarks.adversarial.variant import Adversarial, with_originals
from spanwise.benchmarks.catalog import BENCHMARKS, benchmark_named
from spanwise.benchmarks.conversion import Conversion, ConversionReport
from spanwise.benchmarks.converted import converted
from spanwise.benchmarks.curate.leaks import LeakReport, LeakSettings, leaks
from spanwise.benchmarks.curate.part_table import PartTable, part_table
from spanwise.benchmarks.curate.question_filter import FilteredQuestions, filtered_questions
from spanwise.benchmarks.curate.skeleton import Skeleton, SkeletonSettings, skeleton
from spanwise.benchmarks.curate.skeleton_files import write_skeleton
from spanwise.benchmarks.curate.source_files import document_source
from spanwise.benchmarks.curate.writers_of_questions import read_writers
from spanwise.benchmarks.entry import Benchmark
from spanwise.benchmarks.negatives.made import Resources
from spanwise.benchmarks.negatives.quality import NegativeQuality, negative_quality
from spanwise.benchmarks.negatives.result import NegativesReport, NegativesResult, negatives, only_negatives
from spanwise.benchmarks.published import published_em
from spanwise.benchmarks.synthetic.fuzzy import FuzzyMaker, FuzzySettings
from spanwise.benchmarks.synthetic.generation import GenerationReport, generate
from spanwise.benchmarks.synthetic.graph_files import read_graph
from spanwise.benchmarks.synthetic.knowledge import Knowledge
from spanwise.benchmarks.synthetic.passage_files import TextSettings, passage_source
from spanwise.benchmarks.synthetic.wikidata import WikidataMaker, WikidataSettings
from spanwise.benchmarks.synthetic.wikidata_dump import read_dump
from spanwise.data.check import check
from spanwise.data.dataset import Answer, Article, Dataset, Origin, Paragraph, Question
from spanwise.data.describe import describe
from spanwise.data.finding import Finding
from spanwise.data.formats import load, read
from spanwise.data.human_answers import HumanAnswer, HumanAnswers, read_human_answers, write_human_answers
from spanwise.data.repair import repair
from spanwise.data.samples import sample_export_path, sample_na_probs_path, sample_path, sample_predictions_path
from spanwise.data.subset import merge, sample, split
from spanwise.data.writers import write
from spanwise.diagnosis.ablation import Ablation, ablation
from spanwise.diagnosis.abstention import Abstention, abstention
from spanwise.diagnosis.attack import AttackReport, attack_report, expected_f1
from spanwise.diagnosis.calibration import Calibration, calibration, calibration_change
from spanwise.diagnosis.calibration_fit import cross_fitted, fit_map, split_by_article
from spanwise.diagnosis.calibration_map import CalibrationMap, apply_map, read_map, write_map
from spanwise.diagnosis.ceiling import Ceiling, ceiling
from spanwise.diagnosis.checklist import ChecklistReport, checklist_report
from spanwise.diagnosis.checklist_suite import Suite, read_suite, suite_dataset
from spanwise.diagnosis.claims import Claim, Figures, HumanFigures, claim, figures
from spanwise.diagnosis.columns_file import with_columns
from spanwise.diagnosis.contrast_sets import Consistency, consistency
from spanwise.diagnosis.curves import AbstentionCurves, abstention_curves
from spanwise.diagnosis.explanations import Explained, explanations
from spanwise.diagnosis.forecasts import Forecasts, forecasts
from spanwise.diagnosis.gate import Gate, Limits, gate
from spanwise.diagnosis.language_facts import with_language
from spanwise.diagnosis.leaderboard import history, read_leaderboard
from spanwise.diagnosis.learning_curve import LearningCurve, learning_curve
from spanwise.diagnosis.measured_claim import claim_against, claim_on
from spanwise.diagnosis.mistakes import Mistakes, mistakes
from spanwise.diagnosis.operating_point import (
    Costs,
    Goal,
    OperatingPoint,
    read_operating_point,
    score_at,
    write_operating_point,
)
from spanwise.diagnosis.people import People, people, vote_predictions
from spanwise.diagnosis.perturbations import perturbed
from spanwise.diagnosis.plausible import Plausible, plausible
from spanwise.diagnosis.question_facts import Facts, question_facts
from spanwise.diagnosis.reading_list import ReadingList, reading_list
from spanwise.diagnosis.sample_size import SampleSize, sample_size
from spanwise.diagnosis.shift import Shift, shift
from spanwise.diagnosis.shortcuts import Shortcuts, perturbed_predictions, shortcuts
from spanwise.diagnosis.signals import signals_in, with_signal
from spanwise.diagnosis.simulate import SimulatedAnnotator, simulate
from spanwise.diagnosis.slices import Slice, slices
from spanwise.diagnosis.study_runs import StudyRuns
from spanwise.diagnosis.tuning import Tuned, tuned
from spanwise.diagnosis.variant_groups import VariantReport, variant_report
from spanwise.diagnosis.vote_line import VoteLine, votes_from_answers
from spanwise.errors import SpanwiseError, SpanwiseWarning
from spanwise.language.annotate import Annotator
from spanwise.language.annotated import Annotated, Entity, TokenSpan
from spanwise.language.answer_type import answer_type
from spanwise.language.constituents import CANDIDATE_RULES, CandidateRule, Constituents, constituents
from spanwise.language.divergence import Divergence, syntactic_divergence
from spanwise.language.lexicon import Lexicon
from spanwise.language.neighbours import Neighbour, Neighbours
from spanwise.language.vector_files import glove_6b_50d, read_vectors, write_vectors
from spanwise.language.vectors import WordVectors
from spanwise.predictions.formats import load_predictions, read_predictions
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.predictions.reader import Reader, Trainable
from spanwise.predictions.writers import write_predictions
from spanwise.readers import READERS
from spanwise.readers.always_abstain import AlwaysAbstain
from spanwise.readers.first_sentence import FirstSentence
from spanwise.readers.log_linear.explain import Explanation, explain
from spanwise.readers.log_linear.store import read_model, write_model
from spanwise.readers.log_linear.trainer import LogLinear
from spanwise.readers.named import reader_named
from spanwise.readers.random_guess import RandomGuess
from spanwise.readers.sliding_window import SlidingWindow
from spanwise.report.gather import gathered, with_facts
from spanwise.report.page import report_page, write_report
from spanwise.report.page_input import PageInput
from spanwise.scoring.compare import Comparison, Matrix, compare, compare_all
from spanwise.scoring.evaluate import score
from spanwise.scoring.human import HumanLine, answer_curve, human_line, matched
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.metric import squad, squad_v2
from spanwise.scoring.official import official_scores
from spanwise.scoring.rules import LENIENT, MRQA, SQUAD_1, SQUAD_2, Rules, mlqa, rules_named
from spanwise.scoring.scores import Scores, Signature
from spanwise.scoring.variants import worst_case
from spanwise.stats.estimate import Estimate
from spanwise.text.span import Span

__all__ = [
    "BENCHMARKS",
    "CANDIDATE_RULES",
    "LENIENT",
    "MRQA",
    "READERS",
    "SQUAD_1",
    "SQUAD_2",
    "Ablation",
    "Abstention",
    "AbstentionCurves",
    "Adversarial",
    "AlwaysAbstain",
    "Annotated",
    "Annotator",
    "Answer",
    "Article",
    "AttackReport",
    "Benchmark",
    "Calibration",
    "CalibrationMap",
    "CandidateRule",
    "Ceiling",
    "ChecklistReport",
    "Claim",
    "Comparison",
    "Consistency",
    "Constituents",
    "Conversion",
    "ConversionReport",
    "Costs",
    "Dataset",
    "Divergence",
    "Entity",
    "Estimate",
    "Explained",
    "Explanation",
    "Facts",
    "Figures",
    "FilteredQuestions",
    "Finding",
    "FirstSentence",
    "Forecasts",
    "FuzzyMaker",
    "FuzzySettings",
    "Gate",
    "GenerationReport",
    "Goal",
    "HumanAnswer",
    "HumanAnswers",
    "HumanFigures",
    "HumanLine",
    "Intervals",
    "Knowledge",
    "LeakReport",
    "LeakSettings",
    "LearningCurve",
    "Lexicon",
    "Limits",
    "LogLinear",
    "Matrix",
    "Mistakes",
    "NegativeQuality",
    "NegativesReport",
    "NegativesResult",
    "Neighbour",
    "Neighbours",
    "OperatingPoint",
    "Origin",
    "PageInput",
    "Paragraph",
    "PartTable",
    "People",
    "Plausible",
    "Prediction",
    "Predictions",
    "Question",
    "QueueLine",
    "RandomGuess",
    "Reader",
    "ReadingList",
    "Resources",
    "Rules",
    "SampleSize",
    "Scores",
    "SentenceMaker",
    "Shift",
    "Shortcuts",
    "Signature",
    "SimulatedAnnotator",
    "Skeleton",
    "SkeletonSettings",
    "Slice",
    "SlidingWindow",
    "Span",
    "SpanwiseError",
    "SpanwiseWarning",
    "StudyRuns",
    "Suite",
    "TextSettings",
    "TokenSpan",
    "Trainable",
    "Tuned",
    "VariantReport",
    "VoteLine",
    "WikidataMaker",
    "WikidataSettings",
    "WordSearch",
    "WordVectors",
    "__version__",
    "ablation",
    "abstention",
    "abstention_curves",
    "add_one_sent",
    "add_sent",
    "add_words",
    "answer_curve",
    "answer_type",
    "apply_map",
    "attack_report",
    "benchmark_named",
    "calibration",
    "calibration_change",
    "ceiling",
    "check",
    "checklist_report",
    "claim",
    "claim_against",
    "claim_on",
    "compare",
    "compare_all",
    "consistency",
    "constituents",
    "converted",
    "cross_fitted",
    "describe",
    "document_source",
    "expected_f1",
    "explain",
    "explanations",
    "figures",
    "filtered_questions",
    "fit_map",
    "forecasts",
    "from_queue",
    "gate",
    "gathered",
    "generate",
    "glove_6b_50d",
    "history",
    "human_line",
    "leaks",
    "learning_curve",
    "load",
    "load_predictions",
    "matched",
    "merge",
    "mistakes",
    "mlqa",
    "negative_quality",
    "negatives",
    "official_scores",
    "only_negatives",
    "part_table",
    "passage_source",
    "people",
    "perturbed",
    "perturbed_predictions",
    "plausible",
    "published_em",
    "question_facts",
    "queue_lines",
    "read",
    "read_dump",
    "read_graph",
    "read_human_answers",
    "read_leaderboard",
    "read_map",
    "read_model",
    "read_operating_point",
    "read_predictions",
    "read_queue",
    "read_suite",
    "read_vectors",
    "read_writers",
    "reader_named",
    "reading_list",
    "repair",
    "report_page",
    "reworded",
    "rules_named",
    "sample",
    "sample_export_path",
    "sample_na_probs_path",
    "sample_path",
    "sample_predictions_path",
    "sample_size",
    "score",
    "score_at",
    "shift",
    "shortcuts",
    "signals_in",
    "simulate",
    "skeleton",
    "slices",
    "split",
    "split_by_article",
    "squad",
    "squad_v2",
    "suite_dataset",
    "syntactic_divergence",
    "tuned",
    "variant_report",
    "vote_predictions",
    "votes_from_answers",
    "with_columns",
    "with_facts",
    "with_language",
    "with_originals",
    "with_signal",
    "worst_case",
    "write",
    "write_human_answers",
    "write_map",
    "write_model",
    "write_operating_point",
    "write_predictions",
    "write_queue",
    "write_report",
    "write_skeleton",
    "write_vectors",
]
