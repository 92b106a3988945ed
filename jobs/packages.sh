#!/usr/bin/env bash
# Installs the packages of jobs/packages.txt and others, as root or with sudo:  jobs/packages.sh build|tests|wheel [PACKAGE...]
# Daemons among them are not started. The quick start and tests/run.sh install what they need themselves.
set -u
. "$(dirname "$0")/setup.sh"
case ${1:-} in build | tests | wheel) ;; *) sed -n '2s/^.*:  //p' "$0" >&2; exit 2 ;; esac
mkdir -p "$project/build"
install_packages "$@"
