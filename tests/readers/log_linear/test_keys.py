import hashlib
import subprocess
import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spanwise.readers.log_linear.keys import Keys

keys_64 = st.integers(0, 2**64 - 1)


def splitmix(value: int) -> int:
    """Return the finaliser of splitmix64, in Python's integers (Steele, Lea and Flood, 2014, figure 16)."""
    mask = 2**64 - 1
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & mask
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & mask
    return value ^ (value >> 31)


@given(st.text())
def test_a_key_is_the_blake2b_hash_of_the_name(name: str) -> None:
    digest = hashlib.blake2b(name.encode(), digest_size=8).digest()
    assert Keys().key(name) == int.from_bytes(digest, "little")


def test_a_name_with_half_a_surrogate_pair_has_a_key() -> None:
    assert Keys().key("\ud83c") != Keys().key("\ud83d")


@given(keys_64, keys_64)
def test_a_crossed_key_is_the_mix_of_both(a: int, b: int) -> None:
    mask = 2**64 - 1
    pair = np.array([a], dtype=np.uint64), np.array([b], dtype=np.uint64)
    expected = splitmix(((a * 0x9E3779B97F4A7C15) & mask) ^ ((b + 0xBF58476D1CE4E5B9) & mask))
    assert Keys().crossed(*pair).tolist() == [expected]


@given(st.text(min_size=1), st.text(min_size=1), st.text(min_size=1))
def test_a_step_is_the_key_crossed_with_the_step_s_name(a: str, b: str, c: str) -> None:
    keys = Keys()
    path = keys.step(keys.step(keys.key(a), b), c)
    assert path == keys.crossed(keys.crossed(keys.array([a]), keys.array([b])), keys.array([c]))[0]


def test_pairs_are_made_by_broadcasting_and_have_an_order() -> None:
    keys = Keys()
    a, b = keys.array(["x", "y", "z"]), keys.array(["u", "v"])
    table = keys.crossed(a[:, None], b)
    assert table.shape == (3, 2)
    assert table[2, 1] == keys.crossed(a[2:], b[1:])[0]
    assert keys.crossed(a[:1], b[:1]) != keys.crossed(b[:1], a[:1])
    assert keys.crossed(a[:0], b[:0]).shape == (0,)


def test_different_pairs_have_different_keys() -> None:
    keys = Keys()
    names = keys.array(str(number) for number in range(300))
    assert len(np.unique(keys.crossed(names[:, None], names))) == 300 * 300


def test_keys_are_the_same_in_another_process() -> None:
    # Of this module in version 0.1.0. A change of any makes all models unreadable and needs a new FEATURES_VERSION.
    code = (
        "from spanwise.readers.log_linear.keys import Keys; k = Keys();"
        "print(k.key('phrase NP'), k.step(k.key('a'), 'b'), k.crossed(k.array(['a']), k.array(['c']))[0])"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.split() == ["15794527295273653538", "17393666603650717095", "4413177707777875704"]


def test_names_are_remembered_where_asked_for() -> None:
    keys = Keys(named=True)
    path = keys.step(keys.key("path: NOUN"), "up nsubj VERB")
    crossed = keys.crossed(np.array([path], dtype=np.uint64), keys.array(["in question: VERB"]))
    joined = keys.crossed(keys.array(["a"]), keys.array(["b"]), join=" then ")
    assert keys.names is not None
    assert keys.names[path] == "path: NOUN up nsubj VERB"
    assert keys.names[int(crossed[0])] == "path: NOUN up nsubj VERB & in question: VERB"
    assert keys.names[int(joined[0])] == "a then b"
    assert Keys().names is None


@given(st.lists(st.text(max_size=3), min_size=1, max_size=5))
def test_remembering_names_changes_no_key(names: list[str]) -> None:
    plain, named = Keys(), Keys(named=True)
    assert plain.array(names).tolist() == named.array(names).tolist()
    crossed = named.crossed(named.array(names)[:, None], named.array(names))
    assert crossed.tolist() == plain.crossed(plain.array(names)[:, None], plain.array(names)).tolist()
    assert set(crossed.ravel().tolist()) <= set(named.names or {})
