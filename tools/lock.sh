#!/usr/bin/env bash
# Resolve the newest versions of everything afresh on Python 3.11, the oldest supported, and write the pins.
set -euo pipefail

out=requirements/ci.txt
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

PYTHON=${PYTHON:-python3.11} bash tools/provide.sh venv "$folder/venv"
"$folder/venv/bin/pip" install -qq --upgrade pip # dependency groups need pip 25.1
"$folder/venv/bin/pip" install -qq --editable '.[all]' --group dev
{
    echo "# The versions that checks and tests run with. Written by \`make lock\`; users get the open ranges of pyproject.toml."
    "$folder/venv/bin/pip" freeze --exclude-editable
} >"$folder/ci.txt"
mv "$folder/ci.txt" "$out"
