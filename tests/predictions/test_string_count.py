import json

from hypothesis import given
from hypothesis import strategies as st

from spanwise.predictions.string_count import string_count

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


def strings_in(value: object) -> int:
    """Count strings the slow way."""
    if isinstance(value, str):
        return 1
    if isinstance(value, list):
        return sum(strings_in(item) for item in value)
    return sum(1 + strings_in(item) for item in value.values()) if isinstance(value, dict) else 0


@given(JSON, st.booleans())
def test_strings_are_counted_through_every_escape(value: object, ascii_only: bool) -> None:
    assert string_count(json.dumps(value, ensure_ascii=ascii_only).encode()) == strings_in(value)
