#!/usr/bin/env bash
# mypy --strict finds nothing in the Python package; its pyproject.toml says so.
. "$(dirname "$0")/common.sh"
command -v mypy >/dev/null || skip "there is no mypy"
cd io/python && mypy --cache-dir=/dev/null || fail "see above"
