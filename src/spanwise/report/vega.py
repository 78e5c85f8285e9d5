"""Figures as SVG or PNG files through Vega-Lite, and the libraries for it where they are installed."""

from pathlib import Path
from typing import Any

from spanwise import files
from spanwise.errors import MissingExtraError, OptionError

__all__ = ["COLOURS", "altair_module", "require_figure_name", "write_figure"]

COLOURS = ("#1d5fae", "#b3420f", "#1a7346", "#7a3da3", "#0d6c78", "#a3276a", "#665f0c", "#6b5847")
"""Those of the page, in its order."""
_SCALE = 2.0
"""Pixels of a PNG for each unit of the drawing."""
_ENDINGS = (".svg", ".png")


def require_figure_name(target: str | Path) -> None:
    """Refuse a file for a figure whose ending does not say as what to write it, before anything is computed.

    Raises:
        OptionError: It is neither .svg nor .png.
    """
    if Path(target).suffix.lower() not in _ENDINGS:
        raise OptionError(f"{target}: a figure is written as .svg or .png; give the file one of these endings")


def write_figure(chart: Any, target: str | Path) -> None:
    """Write an Altair chart to a file, whole or not at all; its ending, .svg or .png, says as what.

    Raises:
        OptionError: It has another ending.
        MissingExtraError: vl-convert-python is not installed.
        FormatError: The file cannot be written.
    """
    require_figure_name(target)
    spec = chart.to_dict()
    convert = _convert()
    if Path(target).suffix.lower() == ".svg":
        written: bytes = convert.vegalite_to_svg(spec).encode("utf-8")
    else:
        written = convert.vegalite_to_png(spec, scale=_SCALE)
    files.write_bytes(target, written)


def altair_module() -> Any:
    """Return Altair.

    Raises:
        MissingExtraError: It is not installed.
    """
    try:
        import altair as alt
    except ImportError:
        raise _missing() from None
    return alt


def _convert() -> Any:
    try:
        import vl_convert
    except ImportError:
        raise _missing() from None
    return vl_convert


def _missing() -> MissingExtraError:
    return MissingExtraError(
        'figures are drawn by Altair and vl-convert-python; install them with: pip install "spanwise[plot]"'
    )
