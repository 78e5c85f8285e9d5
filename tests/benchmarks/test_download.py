"""Downloads from a server of the test's own, which can be told to cut off, to change its file, or to refuse."""

import contextlib
import errno
import hashlib
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from spanwise.benchmarks.download import download
from spanwise.benchmarks.entry import SourceFile
from spanwise.errors import FormatError, MissingExtraError

CONTENT = bytes(range(256)) * 4000
LOST = 1 << 14
"""Bytes of a piece that is not whole when the connection ends."""


def resumed_at(asked: str | None) -> int:
    assert asked is not None
    return int(asked.removeprefix("bytes=").removesuffix("-"))


class Served:
    """What the server sends, and what it was asked for."""

    def __init__(self) -> None:
        self.content = CONTENT
        self.cuts: list[int] = []
        """After how many bytes each coming answer is cut off."""
        self.status = 200
        self.marked = True
        self.asked: list[str | None] = []
        self.sent = 0
        self.address = ""


def handler(served: Served) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked.append(self.headers.get("Range"))
            if served.status != 200:
                self.send_error(served.status)
                return
            mark = f'"{hashlib.md5(served.content).hexdigest()}"'
            start = 0
            wanted = self.headers.get("Range")
            if wanted and self.headers.get("If-Range") == mark:
                start = int(wanted.removeprefix("bytes=").removesuffix("-"))
                self.send_response(206)
                self.send_header("Content-Range", f"bytes {start}-{len(served.content) - 1}/{len(served.content)}")
            else:
                self.send_response(200)
            if served.marked:
                self.send_header("ETag", mark)
            body = served.content[start:]
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if served.cuts:
                body = body[: served.cuts.pop(0)]
                self.close_connection = True
            served.sent += len(body)
            with contextlib.suppress(OSError):
                self.wfile.write(body)

        def log_message(self, *arguments: Any) -> None:
            pass

    return Handler


@pytest.fixture
def served() -> Iterator[Served]:
    state = Served()
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler(state))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    state.address = f"http://127.0.0.1:{server.server_port}/set.json"
    yield state
    server.shutdown()
    thread.join()
    server.server_close()


def source(served: Served, *, pinned: bool = True) -> SourceFile:
    digest = hashlib.sha256(CONTENT).hexdigest() if pinned else ""
    return SourceFile("set.json", served.address, sha256=digest, pinned="makers" if pinned else "")


def test_a_file_is_downloaded_once_with_its_progress(served: Served, tmp_path: Path) -> None:
    seen: list[tuple[int, int | None]] = []
    path = download(source(served), tmp_path / "cache", progress=lambda there, total: seen.append((there, total)))
    assert path.read_bytes() == CONTENT
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert seen == sorted(seen)
    assert download(source(served), tmp_path / "cache") == path
    assert served.asked == [None]
    assert [file.name for file in (tmp_path / "cache").iterdir()] == ["set.json"]


def test_a_download_that_is_cut_off_goes_on_where_it_stopped(served: Served, tmp_path: Path) -> None:
    served.cuts = [300_000]
    assert download(source(served), tmp_path).read_bytes() == CONTENT
    assert served.asked[0] is None
    assert resumed_at(served.asked[1]) in range(300_000 - LOST, 300_001)
    assert served.sent <= len(CONTENT) + LOST


def test_after_three_cuts_it_stops_and_the_next_call_goes_on(served: Served, tmp_path: Path) -> None:
    served.cuts = [300_000, 100_000, 50_000]
    with pytest.raises(FormatError, match="it was cut off; what came is kept, and the next call goes on from there"):
        download(source(served), tmp_path)
    assert not (tmp_path / "set.json").exists()
    assert download(source(served), tmp_path).read_bytes() == CONTENT
    assert resumed_at(served.asked[-1]) in range(450_000 - 3 * LOST, 450_001)
    assert served.sent <= len(CONTENT) + 3 * LOST
    assert [file.name for file in tmp_path.iterdir()] == ["set.json"]


def test_a_file_that_changed_between_two_calls_is_sent_whole(served: Served, tmp_path: Path) -> None:
    served.cuts = [300_000, 0, 0]
    with pytest.raises(FormatError):
        download(source(served, pinned=False), tmp_path)
    served.content = CONTENT[::-1]
    assert download(source(served, pinned=False), tmp_path).read_bytes() == CONTENT[::-1]


def test_without_a_mark_of_the_file_a_cut_starts_over(served: Served, tmp_path: Path) -> None:
    served.marked = False
    served.cuts = [300_000]
    assert download(source(served), tmp_path).read_bytes() == CONTENT
    assert served.asked == [None, None]


def test_a_wrong_checksum_leaves_nothing(served: Served, tmp_path: Path) -> None:
    served.content = b"something else"
    with pytest.raises(FormatError, match=r"what came has not the checksum sha256:[0-9a-f]+; .* put it at .*set\.json"):
        download(source(served), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_an_earlier_call_left_of_another_file_does_no_harm(served: Served, tmp_path: Path) -> None:
    (tmp_path / ".set.json.part").write_bytes(b"other")
    (tmp_path / ".set.json.part.etag").write_text(f'"{hashlib.md5(CONTENT).hexdigest()}"')
    assert download(source(served), tmp_path).read_bytes() == CONTENT


def test_a_pinned_file_that_is_damaged_in_the_cache_is_fetched_anew(served: Served, tmp_path: Path) -> None:
    (tmp_path / "set.json").write_bytes(CONTENT[:10])
    assert download(source(served), tmp_path).read_bytes() == CONTENT


def test_a_refusal_is_named_and_says_what_to_fetch_and_where_to_put_it(served: Served, tmp_path: Path) -> None:
    served.status = 404
    with pytest.raises(FormatError, match=r"the server says 404 Not Found\); fetch it by other means and put it at"):
        download(source(served), tmp_path)


def test_without_a_connection_it_says_what_to_fetch_and_where_to_put_it(tmp_path: Path) -> None:
    file = SourceFile("set.json", "http://127.0.0.1:9/set.json")
    with pytest.raises(FormatError) as raised:
        download(file, tmp_path)
    assert str(raised.value) == (
        "http://127.0.0.1:9/set.json: cannot be fetched (there is no connection); fetch it by other means "
        f"and put it at {tmp_path / 'set.json'}, or give it with --from"
    )


def test_a_full_disk_is_named_and_the_file_takes_no_place(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Path.open

    def full(self: Path, *arguments: Any, **more: Any) -> Any:
        stream = opened(self, *arguments, **more)
        if self.name.endswith(".part"):

            def write(data: bytes) -> int:
                raise OSError(errno.ENOSPC, "No space left on device")

            monkeypatch.setattr(stream, "write", write, raising=False)
        return stream

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(FormatError, match=r"set\.json: cannot be written \(No space left on device\); make room"):
        download(source(served), tmp_path)
    assert not (tmp_path / "set.json").exists()


def test_a_file_without_an_address_says_how_a_person_gets_it(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="has no address to download from: ask its makers; fetch it by other means"):
        download(SourceFile("set.json", hint="ask its makers"), tmp_path)


def test_without_the_extra_the_message_has_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pooch", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'spanwise\[benchmarks\]'; or fetch it by other means"):
        download(SourceFile("set.json", "http://127.0.0.1:9/set.json"), tmp_path)
