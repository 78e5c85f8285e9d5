"""English inflection: the form of a lemma that a Penn tag asks for, so that an antonym can stand where the word stood.

Regular forms by rule, irregular ones by table; no form is made where English has none in one word ("importanter").
"""

import re

from spanwise.errors import OptionError

__all__ = ["cased_like", "inflected"]

# Past tense and past participle; where two are in use ("proved", "proven") one.
_VERBS = {
    lemma: (past, participle)
    for lemma, past, participle in (
        row.split()
        for row in """
arise arose arisen|awake awoke awoken|be was been|bear bore borne|beat beat beaten|become became become
begin began begun|bend bent bent|bet bet bet|bid bid bid|bind bound bound|bite bit bitten|bleed bled bled
blow blew blown|break broke broken|breed bred bred|bring brought brought|broadcast broadcast broadcast
build built built|burst burst burst|buy bought bought|cast cast cast|catch caught caught|choose chose chosen
cling clung clung|come came come|cost cost cost|creep crept crept|cut cut cut|deal dealt dealt|dig dug dug
do did done|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed fed
feel felt felt|fight fought fought|find found found|flee fled fled|fling flung flung|fly flew flown
forbid forbade forbidden|forecast forecast forecast|foresee foresaw foreseen|forget forgot forgotten
forgive forgave forgiven|forsake forsook forsaken|freeze froze frozen|get got gotten|give gave given|go went gone
grind ground ground|grow grew grown|hang hung hung|have had had|hear heard heard|hide hid hidden|hit hit hit
hold held held|hurt hurt hurt|keep kept kept|know knew known|lay laid laid|lead led led|leave left left
lend lent lent|let let let|lie lay lain|lose lost lost|make made made|mean meant meant|meet met met
mislead misled misled|mistake mistook mistaken|misunderstand misunderstood misunderstood|outdo outdid outdone
overcome overcame overcome|oversee oversaw overseen|overtake overtook overtaken|overthrow overthrew overthrown
pay paid paid|prove proved proven|put put put|quit quit quit|read read read|rebuild rebuilt rebuilt|rid rid rid
ride rode ridden|ring rang rung|rise rose risen|run ran run|say said said|see saw seen|seek sought sought
sell sold sold|send sent sent|set set set|shake shook shaken|shed shed shed|shine shone shone|shoot shot shot
show showed shown|shrink shrank shrunk|shut shut shut|sing sang sung|sink sank sunk|sit sat sat|sleep slept slept
slide slid slid|speak spoke spoken|spend spent spent|spin spun spun|split split split|spread spread spread
spring sprang sprung|stand stood stood|steal stole stolen|stick stuck stuck|sting stung stung|strike struck struck
strive strove striven|swear swore sworn|sweep swept swept|swim swam swum|swing swung swung|take took taken
teach taught taught|tear tore torn|tell told told|think thought thought|throw threw thrown|thrust thrust thrust
undergo underwent undergone|understand understood understood|undertake undertook undertaken|undo undid undone
unwind unwound unwound|uphold upheld upheld|upset upset upset|wake woke woken|wear wore worn|weave wove woven
weep wept wept|win won won|wind wound wound|withdraw withdrew withdrawn|withhold withheld withheld
withstand withstood withstood|write wrote written|sew sewed sewn|sow sowed sown|swell swelled swollen
light lit lit|slay slew slain|speed sped sped|inlay inlaid inlaid|recast recast recast|cleave cleft cleft
redo redid redone|remake remade remade|rewrite rewrote rewritten|retake retook retaken|repay repaid repaid
""".replace("\n", "|").split("|")
        if row
    )
}
_PREFIXES = re.compile(r"(over|out|under|mis)(?=\w{3})")
"""What an irregular verb keeps its forms behind; not "re", since "relayed" has nothing to do with "lay"."""
_PRESENT = {"be": ("is", "are"), "have": ("has", "have"), "do": ("does", "do")}
_PLURALS = dict(
    pair.split()
    for pair in """
man men|woman women|child children|foot feet|tooth teeth|goose geese|mouse mice|ox oxen|louse lice|die dice
knife knives|life lives|wife wives|half halves|leaf leaves|loaf loaves|shelf shelves|self selves|wolf wolves
thief thieves|calf calves|elf elves|scarf scarves|sheep sheep|fish fish|deer deer|series series|species species
aircraft aircraft|offspring offspring|swine swine|phenomenon phenomena|criterion criteria|bacterium bacteria
medium media|datum data|stratum strata|alumnus alumni|nucleus nuclei|fungus fungi|stimulus stimuli|radius radii
cactus cacti|larva larvae|alga algae|vertebra vertebrae|axis axes|index indices|matrix matrices|vertex vertices
hero heroes|potato potatoes|tomato tomatoes|echo echoes|veto vetoes|torpedo torpedoes|mosquito mosquitoes
volcano volcanoes|people people|police police|cattle cattle|clergy clergy|personnel personnel
stomach stomachs|monarch monarchs|epoch epochs|patriarch patriarchs|quiz quizzes|bus buses|gas gases
means means|headquarters headquarters|crossroads crossroads|goods goods|chassis chassis|Chinese Chinese
""".replace("\n", "|").split("|")
    if pair
)
_DEGREES = {
    "good": ("better", "best"),
    "well": ("better", "best"),
    "bad": ("worse", "worst"),
    "badly": ("worse", "worst"),
    "ill": ("worse", "worst"),
    "far": ("farther", "farthest"),
    "little": ("less", "least"),
    "much": ("more", "most"),
    "many": ("more", "most"),
    "early": ("earlier", "earliest"),
}
# Of more than one syllable, yet the last consonant is doubled: most of them are stressed there.
_STRESSED = """
abet abhor abut acquit admit allot annul commit compel concur confer control defer demur deter dispel emit enrol
equip excel expel forget impel incur infer instil kidnap occur omit patrol permit prefer propel rebel rebut recur
refer regret remit repel submit transfer transmit unplug worship format handicap program
"""
_STRESSED_LAST = frozenset(_STRESSED.split())
_DOUBLES = re.compile(r"(?:[^aeiou]|qu|^)[aeiouy][bdgklmnprtzv]$")
_VOWELS = re.compile(r"[aeiouy]+")
_AS_IT_IS = frozenset({"NN", "NNP", "VB", "JJ", "RB"})
_VERB_TAGS = frozenset({"VBD", "VBG", "VBN", "VBP", "VBZ"})
_NOUN_TAGS = frozenset({"NNS", "NNPS"})
_DEGREE_TAGS = {"JJR": 0, "JJS": 1, "RBR": 0, "RBS": 1}


def inflected(lemma: str, tag: str) -> str | None:
    """Return the form of a lemma that has a Penn tag: "decrease" as VBD is "decreased".

    Of a phrase the verb is its first word ("switched off"), the noun its last ("police officers"). The tag does not
    tell "was" from "were", nor "am" from "are": "be" gets "was" and "are". Spelling is American ("traveled").

    Returns:
        None where English has no such form in one word: adjectives of three syllables, and most of two, take "more"
        and "most", which is another word in the sentence.

    Raises:
        OptionError: The tag is none of a noun, a verb, an adjective or an adverb.
    """
    if tag in _AS_IT_IS:
        return lemma
    if tag in _VERB_TAGS:
        verb, blank, rest = lemma.partition(" ")
        return _verb_form(verb, tag) + blank + rest
    if tag in _NOUN_TAGS:
        before, blank, noun = lemma.rpartition(" ")
        return before + blank + _plural(noun)
    if tag in _DEGREE_TAGS:
        return _degree(lemma, _DEGREE_TAGS[tag])
    known = sorted({*_AS_IT_IS, *_VERB_TAGS, *_NOUN_TAGS, *_DEGREE_TAGS})
    raise OptionError(f"{tag!r} is not the tag of a word that is inflected; these are: {', '.join(known)}")


def cased_like(word: str, model: str) -> str:
    """Return a word with the capitals of another: in the place of "Northern" stands "Southern", of "USED" "UNUSED".

    A word that has capitals of its own ("Paris") keeps them.
    """
    if model.isupper() and len(model) > 1:
        return word.upper()
    if model[:1].isupper():
        return word[:1].upper() + word[1:]
    return word


def _verb_form(verb: str, tag: str) -> str:
    if verb in _PRESENT and tag in ("VBZ", "VBP"):
        return _PRESENT[verb][tag == "VBP"]
    if tag == "VBP":
        return verb
    if tag == "VBZ":
        return verb + "es" if _after_consonant(verb, "o") else _with_s(verb)
    if tag == "VBG":
        return _with_ing(verb)
    stem = _irregular(verb)
    return verb.removesuffix(stem) + _VERBS[stem][tag == "VBN"] if stem else _with_ed(verb)


def _irregular(verb: str) -> str:
    """Return the irregular verb of the table that a verb is, or is with a prefix ("overhear"); "" for a regular one."""
    stem = verb if verb in _VERBS else _PREFIXES.sub("", verb, count=1)
    return stem if stem in _VERBS else ""


def _plural(noun: str) -> str:
    if noun in _PLURALS:
        return _PLURALS[noun]
    if noun.endswith(("man", "child")) and len(noun) > 5 and not noun.endswith(("human", "german", "roman", "ottoman")):
        return noun[:-2] + "en" if noun.endswith("man") else noun + "ren"
    if noun.endswith("sis"):
        return noun[:-2] + "es"
    return _with_s(noun)


def _degree(word: str, step: int) -> str | None:
    if word in _DEGREES:
        return _DEGREES[word][step]
    syllables = len(_VOWELS.findall(word.removesuffix("e")))
    # "-ly" makes adverbs, which take "more"; "-ed" and "-ing" make participles.
    short = syllables <= 1 and not word.endswith(("ing", "ed"))
    easy = syllables == 2 and word.endswith(("y", "ow", "le")) and not word.endswith("ly")
    if not word.isalpha() or not (short or easy):
        return None
    return _joined(word, ("er", "est")[step])


def _with_s(word: str) -> str:
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    return word[:-1] + "ies" if _after_consonant(word, "y") else word + "s"


def _with_ing(verb: str) -> str:
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) and verb != "be":
        return verb[:-1] + "ing"
    return (verb + verb[-1] if _doubled(verb) else verb + "k" * verb.endswith("ic")) + "ing"


def _with_ed(verb: str) -> str:
    return _joined(verb + "k" * verb.endswith("ic"), "ed")


def _joined(word: str, ending: str) -> str:
    """Return a word with an ending that begins with "e"."""
    if word.endswith("e"):
        return word + ending[1:]
    if _after_consonant(word, "y"):
        return word[:-1] + "i" + ending
    return (word + word[-1] if _doubled(word) else word) + ending


def _after_consonant(word: str, letter: str) -> bool:
    return word.endswith(letter) and len(word) > 1 and word[-2].lower() not in "aeiou"


def _doubled(word: str) -> bool:
    """Say whether the last consonant is doubled: after one short, stressed vowel ("stop", "refer", not "open")."""
    if not _DOUBLES.search(word):
        return False
    one_syllable = len(_VOWELS.findall(_PREFIXES.sub("", word, count=1).removeprefix("qu"))) == 1
    return one_syllable or bool(_irregular(word)) or word in _STRESSED_LAST
