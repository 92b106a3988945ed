#!/usr/bin/env bash
# Checks that all files have one version.
. "$(dirname "$0")/common.sh"
exec jobs/packaging/version.sh
