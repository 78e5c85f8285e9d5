#!/usr/bin/env bash
# Provide what `make` needs and a fresh Debian lacks: `provide.sh venv FOLDER` or `provide.sh chromium`.
# As root with apt-get it installs what is missing; otherwise it says in one sentence what to install.
set -euo pipefail

fail() {
    echo "spanwise: $1" >&2
    exit 1
}

# install PACKAGE REASON
install() {
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "spanwise: $2; installing $1" >&2
        DEBIAN_FRONTEND=noninteractive apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null
    else
        fail "$2; install it first (Debian: sudo apt-get install $1)"
    fi
}

# The first Python of at least 3.11: the one named in PYTHON, or whatever the system calls so.
python() {
    local name
    for name in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$name"
            return
        fi
    done
    fail "no Python 3.11 or newer found; name one with make PYTHON=/path/to/python3"
}

venv() {
    local python
    python=$(python)
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        install python3-venv "$python cannot make virtual environments"
    fi
    # --clear: a folder left behind by an interrupted run is not an environment.
    "$python" -m venv --clear "$1"
}

chromium() {
    local name
    for name in ${SPANWISE_CHROMIUM:-chromium chromium-browser google-chrome google-chrome-stable}; do
        if command -v "$name" >/dev/null; then
            return
        fi
    done
    install chromium "the tests of the report page need Chromium"
}

"$@"
