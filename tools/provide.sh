#!/usr/bin/env bash
# Provide what `make` needs and a fresh Debian lacks: `provide.sh venv FOLDER` makes a virtual environment there,
# `provide.sh browser FOLDER` what the one that is there needs to drive Chromium, `provide.sh wordnet` the lexicon.
# As root with apt-get it installs what is missing; otherwise it says in one sentence what to install.
set -euo pipefail

fail() {
    echo "spanwise: $1" >&2
    exit 1
}

# install_package PACKAGE REASON
install_package() {
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "spanwise: $2; installing $1" >&2
        local log
        log=$(mktemp)
        export DEBIAN_FRONTEND=noninteractive
        { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$1"; } >"$log" 2>&1 ||
            { cat "$log" >&2 && fail "apt-get could not install $1"; }
        rm "$log"
    else
        fail "$2; install it first (Debian: sudo apt-get install $1)"
    fi
}

# The first Python of at least 3.11: the one named in PYTHON, or whatever the system calls so.
find_python() {
    local name
    for name in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            type -P "$name"
            return
        fi
    done
    fail "no Python 3.11 or newer found; name one with make PYTHON=/path/to/python3"
}

provide_venv() {
    local python
    python=$(find_python)
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        install_package python3-venv "$python cannot make virtual environments"
    fi
    # --clear: a folder left behind by an interrupted run is not an environment.
    "$python" -m venv --clear "$1"
}

provide_browser() {
    local name found=
    for name in ${SPANWISE_CHROMIUM:-chromium chromium-browser google-chrome}; do
        found=${found:-$(type -P "$name" || true)}
    done
    if [ -z "$found" ]; then
        install_package chromium "the tests of the report page need Chromium"
    fi
    # Playwright's driver is a Node.js linked to libatomic, which a minimal Debian lacks.
    if ! "$1/bin/python" -m playwright --version >/dev/null 2>&1; then
        install_package libatomic1 "Playwright's driver does not start without libatomic"
    fi
}

# Without it the tests on the whole of WordNet are skipped, and say so; those on a small database run all the same.
provide_wordnet() {
    if [ ! -f /usr/share/wordnet/index.noun ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        install_package wordnet-base "some tests read WordNet"
    fi
}

"provide_$1" "${@:2}"
