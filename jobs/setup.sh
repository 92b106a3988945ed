#!/usr/bin/env bash
# Sourced by quickstart.sh and tests/run.sh: finds or installs what the build needs, then configures and builds a release.
#   set_up build|tests [CMake options]     leaves the program in build/release/icsweep
# What is there is decided by CMake's configuration, not by a package manager: libraries loaded as modules count.

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$project/build/release
log=$project/build/setup.log

# mpirun refuses to run as root unless told twice.
if [ "$(id -u)" = 0 ]; then export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; fi

say() { printf '%s\n' "$*" >&2; }

packages() {  # packages build | packages tests
  awk -v kind="$1" -v distribution="$(. /etc/os-release 2>/dev/null && echo "${ID:-}")" '
    /^#/ || ($1 == "debian" && distribution != "debian") { next }
    $1 == "build" || kind == "tests" { print $2 }' "$project/jobs/packages.txt" | xargs
}

configure() {
  local program
  for program in cmake ninja mpirun; do
    command -v "$program" >/dev/null || { say "$program is not here"; return 1; }
  done
  cmake -S "$project" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@"
}

install_packages() {  # as root or through sudo; otherwise says what to do
  local apt="apt-get install -y --no-install-recommends $(packages "$1")" sudo=""
  if ! command -v apt-get >/dev/null; then
    say "Some libraries are missing (see $log) and this is no Debian or Ubuntu: load their modules, or install what"
    say "corresponds to: $(packages "$1")"
    return 1
  fi
  if [ "$(id -u)" != 0 ]; then
    sudo=sudo
    if ! sudo -n true 2>/dev/null && ! { [ -t 0 ] && command -v sudo >/dev/null; }; then
      say "Some packages are missing and only root can install them. As root, run:"
      say "  $apt"
      return 1
    fi
  fi
  say "Installing packages ..."
  $sudo apt-get update -qq >>"$log" 2>&1
  $sudo env DEBIAN_FRONTEND=noninteractive $apt >>"$log" 2>&1 || {
    say "The packages could not be installed, see $log. The command was:"
    say "  $apt"
    return 1
  }
}

# Everything but figures works without gnuplot, so a machine without it is no reason to stop, or to ask for a password.
want_gnuplot() {
  command -v gnuplot >/dev/null && return
  if command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; then
    say "Installing gnuplot ..."
    $([ "$(id -u)" = 0 ] || echo sudo) env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends gnuplot-nox >>"$log" 2>&1
  fi
  command -v gnuplot >/dev/null || say "There is no gnuplot here, which draws the figures (Debian and Ubuntu: gnuplot-nox): going on without."
}

set_up() {
  local kind=$1
  shift
  mkdir -p "$project/build"
  if ! configure "$@" >"$log" 2>&1; then
    install_packages "$kind" || return 1
    configure "$@" >>"$log" 2>&1 || { grep -A 20 'CMake Error' "$log" >&2 || tail -n 20 "$log" >&2; return 1; }
  fi
  want_gnuplot
  say "Building in ${build#"$project"/} (log: ${log#"$project"/}) ..."
  cmake --build "$build" >>"$log" 2>&1 || { grep -E -A 5 'error|FAILED' "$log" | head -n 40 >&2; return 1; }
}

# Processor cores this process may use: one rank each. mpirun counts cores, not hardware threads, as its places.
cores() {
  local threads physical
  threads=$(nproc)
  physical=$(lscpu -p=CORE,SOCKET 2>/dev/null | grep -v '^#' | sort -u | wc -l)
  echo $((physical > 0 && physical < threads ? physical : threads))
}
