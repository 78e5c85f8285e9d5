"""Numbers that others' programs gave for published predictions, with where each comes from.

Percent throughout, as the scripts print. Unless said otherwise they were measured with the official scripts: SQuAD
1.1's `evaluate-v1.1.py` (the copy kept in the repository of Adversarial SQuAD) and SQuAD 2.0's `evaluate-v2.0.py`
(SQuAD explorer), on the development sets and the predictions that the leaderboard's systems published there.
"""

DEV_1 = "dev-v1.1.json"
DEV_2 = "dev-v2.0.json"

# Exact match and F1.
OFFICIAL: dict[str, tuple[str, float, float]] = {
    "v1.1-logistic-regression.json": (DEV_1, 40.14191106906339, 50.98153647324482),
    "v1.1-match-lstm-ensemble.json": (DEV_1, 67.63481551561021, 76.75556184979696),
    "v1.1-slqa-ensemble.json": (DEV_1, 81.94891201513718, 88.38386312172172),
    "v1.1-co-attention.json": (DEV_1, 67.64427625354777, 76.92409461701762),
    "v1.1-span-classifier.json": (DEV_1, 65.71428571428571, 74.6941571558475),
    "v1.1-bert-ensemble.json": (DEV_1, 86.20624408703878, 92.19557978351129),
    "v2.0-docqa-elmo-single.json": (DEV_2, 65.70369746483618, 67.8764892145134),
    "v2.0-bert-single.json": (DEV_2, 78.74168280973637, 81.77528052374727),
}

BERT_1, BERT_2 = "v1.1-bert-ensemble.json", "v2.0-bert-single.json"
LOGISTIC_REGRESSION = "v1.1-logistic-regression.json"
SYNTHETIC_PROBS = "v2.0-bert-single.synthetic-na-prob.json"

# The 2.0 script on BERT: (exact, F1, number of questions).
BERT_2_HAS_ANS = (74.10593792172739, 80.18183293833516, 5928)
BERT_2_NO_ANS = (83.36417157275021, 83.36417157275021, 5945)

# MLQA's script, `mlqa_evaluation_v1.py`, on BERT's predictions for 1.1 (English, so that only the way that each
# language's rules treat punctuation and articles is seen).
BERT_1_MLQA = {
    "en": (86.27246925260171, 92.24482640570037),
    "es": (84.01135288552507, 91.85009201052017),
    "hi": (84.01135288552507, 91.85016621238634),
    "vi": (84.01135288552507, 91.85016621238634),
    "de": (84.01135288552507, 91.8506006565294),
    "ar": (84.01135288552507, 91.85016621238634),
    "zh": (84.01135288552507, 91.85016621238634),
}

# Human performance: the second answer against the others, scored with the scripts' own functions; 3 questions of 1.1
# have one answer. (exact, F1, number of questions), to four places.
HUMAN_1 = (81.5274, 91.0445, 10_567)
HUMAN_2_HAS_ANS = (81.3059, 91.0996, 5_927)
# The mean over leaving out each answer in turn.
HUMAN_1_LEAVE_ONE_OUT = (81.7875, 91.6352)

# BERT on 1.1 against the first 1, 2, 3 and all answers, to two places.
ANSWER_CURVE_EM = {1: 71.60, 2: 82.09, 3: 85.51, "all": 86.21}
ANSWER_CURVE_F1 = {1: 84.79, 2: 90.23, 3: 91.87, "all": 92.20}

# The published file of the logistic regression lacks this many predictions and holds this many for unknown questions.
LOGISTIC_REGRESSION_MISSING, LOGISTIC_REGRESSION_EXTRA = 13, 28

# The standard error of BERT's F1 on 2.0 by what is taken as independent, computed apart, to three places.
BERT_2_F1_ERROR = {"question": (0.344, 11_873), "paragraph": (0.413, 1_204), "article": (1.179, 35)}

# The made-up probabilities for BERT on 2.0, rounded to 0.1: what the 2.0 script reports, and what its threshold gives.
ROUNDED_OFFICIAL_BEST_EM, ROUNDED_THRESHOLD, ROUNDED_ATTAINABLE_EM = 79.6934, 0.5, 79.5418

# The same probabilities as they are, by the 2.0 script with -n, and its function for the area under precision-recall.
SYNTHETIC_BEST = {
    "best_exact": 79.61761980965215,
    "best_exact_thresh": 0.517154667991798,
    "best_f1": 82.52561986500696,
    "best_f1_thresh": 0.517154667991798,
}
SYNTHETIC_AREAS = {"em": 57.92616071867327, "f1": 68.08422744104104, "oracle": 90.96678648150917}
