#!/usr/bin/env bash
# Checks the Python package by mypy; its pyproject.toml sets --strict.
. "$(dirname "$0")/common.sh"
command -v mypy >/dev/null || skip "mypy is not installed"
cd io/python && found=$(mypy --cache-dir=/dev/null) || fail "mypy: $found"
echo "$found"
