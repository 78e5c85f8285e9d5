"""Datasets so plain that it is known what must be learnt from them."""

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")
THINGS = ("boats", "lamps", "nets", "bells", "maps", "ropes", "sails", "oars")


def asked(context: str, *questions: tuple[str, str | None], title: str = "") -> Article:
    """Return an article of one paragraph; a question is its text with its answer, or None for no answer."""
    made = []
    for number, (text, answer) in enumerate(questions):
        given = () if answer is None else (Answer(answer, context.index(answer)),)
        made.append(Question(f"{title}-{number}", text, given, is_impossible=answer is None))
    return Article(title, (Paragraph(context, tuple(made)),))


def sales(articles: int, *, first: int = 0, unanswerable: bool = False) -> Dataset:
    """Return articles of a sentence on who sold how much of what, with a question after each of them."""
    made = []
    for number in range(first, first + articles):
        name, thing = NAMES[number % 8], THINGS[(number // 8 + 3 * number) % 8]
        context = f"{name} sold {7 + number} {thing} in the market."
        questions: list[tuple[str, str | None]] = [
            (f"How many {thing} did {name} do?", str(7 + number)),
            (f"Who sold the {thing}?", name),
        ]
        if unanswerable:
            other = THINGS[(number + number // 8 + 1) % 8 - 1]
            missing = other if other != thing else THINGS[number % 8 - 2]
            questions += [(f"How many {missing} did Zoe do?", None), (f"Who sold the {missing}?", None)]
        made.append(asked(context, *questions, title=f"a{number}"))
    return Dataset(tuple(made), name="sales")
