"""How many strings a JSON text holds: by that a key that stands twice is told without a slow decoder."""

__all__ = ["string_count"]


def string_count(data: bytes) -> int:
    """Return how many strings a valid JSON text holds, keys included.

    A map of n texts with no key twice holds exactly 2n of them. Counting bytes costs a tenth of decoding with a hook
    on every object.
    """
    if b"\\" in data:
        # Backslashes pair up from the left, and once the pairs are gone, the one before a quote escapes it.
        data = data.replace(b"\\\\", b"")
    return (data.count(b'"') - data.count(b'\\"')) // 2
