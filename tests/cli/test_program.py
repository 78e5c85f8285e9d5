import subprocess
import sys
from pathlib import Path

import pytest


def test_a_program_ends_with_the_code_of_its_command_and_all_its_output(dev: str, tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "spanwise", "convert", dev, "-"], capture_output=True, check=False)
    assert done.returncode == 0
    assert done.stdout.endswith(b"}]}")
    lost = subprocess.run([sys.executable, "-m", "spanwise", "check", tmp_path / "x"], capture_output=True, check=False)
    assert lost.returncode == 2
    assert lost.stderr.startswith(b"spanwise: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full to stand for a full disk")
def test_a_full_disk_behind_standard_output_is_one_sentence(dev: str) -> None:
    script = f"{sys.executable} -m spanwise describe {dev} --json > /dev/full"
    done = subprocess.run(["bash", "-c", script], capture_output=True, check=False, text=True)
    assert done.returncode == 2
    assert done.stderr == "spanwise: standard output cannot be written (No space left on device)\n"
