"""Write a MediaWiki export of any size, made up and always the same, to measure curation on."""

import random
import sys
from pathlib import Path

__all__ = ["write_export"]

_WORDS = 20_000
_HEAD = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
  <siteinfo><namespaces><namespace key="1" case="first-letter">Talk</namespace></namespaces></siteinfo>
"""


def write_export(path: Path, size: int) -> int:
    """Write an export of at least so many bytes, and return how many pages it has.

    Pages are as long as Wikipedia's are on average (some 4 kB of markup, 30 links, three paragraphs above 500
    characters), with templates, notes, a table and a list in each; every eighth page is a redirect.
    """
    rng = random.Random(0)
    vocabulary = ["".join(rng.choices("abcdefghilmnoprstu", k=rng.randint(2, 9))) for _ in range(_WORDS)]
    pages = max(size // 3_700, 10)
    written = count = 0
    with path.open("w", encoding="utf-8") as out:
        written += out.write(_HEAD)
        while written < size:
            count += 1
            written += out.write(_page(count, pages, vocabulary, rng))
        out.write("</mediawiki>\n")
    return count


def _page(number: int, pages: int, vocabulary: list[str], rng: random.Random) -> str:
    if number % 8 == 0:
        target = _title(rng.randint(1, pages))
        return (
            f'  <page><title>{_title(number)}</title><ns>0</ns><id>{number}</id><redirect title="{target}" />\n'
            f"    <revision><id>{number}</id><text>#REDIRECT [[{target}]]</text></revision></page>\n"
        )
    parts = [f"{{{{Infobox thing\n| name = {_title(number)}\n| size = {{{{convert|{number % 90}|km}}}}\n}}}}"]
    parts += [_paragraph(pages, vocabulary, rng) for _ in range(4)]
    parts.append("== Parts ==\n" + "\n".join(f"* [[{_title(_skewed(pages, rng))}]]" for _ in range(6)))
    parts.append('{| class="wikitable"\n! a !! b\n|-\n| 1 || 2\n|}\n[[Category:Things]]')
    text = "\n\n".join(parts).replace("&", "&amp;").replace("<", "&lt;")
    return (
        f"  <page><title>{_title(number)}</title><ns>0</ns><id>{number}</id>\n    <revision><id>{number}</id>"
        f"<timestamp>2024-01-01T00:00:00Z</timestamp><text>{text}</text></revision></page>\n"
    )


def _title(number: int) -> str:
    return f"Thing number {number}"


def _skewed(pages: int, rng: random.Random) -> int:
    """Return a page's number; low ones come up far more often, as well-known articles do."""
    return 1 + int(pages * rng.random() ** 4)


def _paragraph(pages: int, vocabulary: list[str], rng: random.Random) -> str:
    words = rng.choices(vocabulary, k=rng.randint(70, 160))
    for _ in range(6):
        words[rng.randrange(len(words))] = f"[[{_title(_skewed(pages, rng))}|{rng.choice(vocabulary)}]]"
    words[len(words) // 2] += "<ref>{{cite book|title=A book|year=1990}}</ref>"
    return f"'''{words[0].title()}''' {' '.join(words[1:])}."


if __name__ == "__main__":
    print(f"{write_export(Path(sys.argv[1]), int(float(sys.argv[2]) * 1e9)):,} pages")
