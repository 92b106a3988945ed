#!/usr/bin/env bash
# Sourced by quickstart.sh and tests/run.sh. Installs the packages that the build lacks, then configures and builds a
# release.
#   set_up build|tests [CMake options]     builds build/release/icsweep, or only the ${targets[@]}
# Packages are installed only if CMake's configuration fails, so libraries loaded as modules are used.

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$project/build/release
log=$project/build/setup.log
. "$project/jobs/build_progress.sh"

# mpirun refuses to run as root unless both variables are set.
if [ "$(id -u)" = 0 ]; then export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; fi

say() { printf '%s\n' "$*" >&2; }

packages() {  # packages build|tests|wheel: prints the names of the packages, without those of other distributions
  awk -v kind="$1" -v distribution="$(. /etc/os-release 2>/dev/null && echo "${ID:-}")" '
    /^#/ || ($1 == "debian" && distribution != "debian") { next }
    $1 == "build" || $1 == kind || kind == "tests" { print $2 }' "$project/jobs/packages.txt" | xargs
}

configure() {
  local program
  for program in cmake ninja mpirun; do
    command -v "$program" >/dev/null || { say "$program is not installed"; return 1; }
  done
  cmake -S "$project" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON "$@"
}

install_packages() {  # KIND [PACKAGE...]: as root or through sudo; otherwise prints the command that root must run
  local apt sudo=""
  apt="apt-get install -y --no-install-recommends $(packages "$1" | xargs echo "${@:2}")"
  if ! command -v apt-get >/dev/null; then
    say "Some libraries are missing (see $log). This system has no apt-get, so load their modules, or install the"
    say "packages that correspond to: $(packages "$1")"
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
  forbid_daemons "$1" "$sudo"
  # shellcheck disable=SC2064  # $sudo is local: expanded now
  trap "allow_daemons $sudo" EXIT  # for an interruption
  # shellcheck disable=SC2086  # $apt is a command and its arguments
  $sudo env DEBIAN_FRONTEND=noninteractive $apt >>"$log" 2>&1
  local status=$?
  trap - EXIT
  allow_daemons "$sudo"
  [ $status = 0 ] && return
  say "The packages could not be installed, see $log. The command was:"
  say "  $apt"
  return 1
}

# Keeps the daemons of new packages from starting: a policy-rc.d forbids it during the installation, and afterwards they
# are disabled.
policy=/usr/sbin/policy-rc.d policy_is_ours="" new_daemons=""
forbid_daemons() {
  local package
  new_daemons=""
  for package in munge slurmctld slurmd; do
    [[ " $(packages "$1") " = *" $package "* ]] && ! dpkg -s "$package" >/dev/null 2>&1 && new_daemons+=" $package"
  done
  [ -n "$new_daemons" ] || return 0
  say "The packages$new_daemons contain daemons. These are not started or enabled; the tests run their own as this user."
  [ -e $policy ] && ! grep -q 'by icsweep' $policy && return
  printf '#!/bin/sh\n# put here by icsweep while packages install; may be removed\nexit 101\n' | $2 tee $policy >/dev/null && $2 chmod +x $policy && policy_is_ours=1
}
allow_daemons() {
  if [ -n "$policy_is_ours" ]; then $1 rm -f $policy; fi
  # shellcheck disable=SC2086  # $new_daemons is several names
  if [ -n "$new_daemons" ] && [ -d /run/systemd/system ]; then $1 systemctl disable --quiet $new_daemons >>"$log" 2>&1; fi
  policy_is_ours="" new_daemons=""
}

# Installs gnuplot if that needs no password. Only figures need it, so the build continues without it.
want_gnuplot() {
  command -v gnuplot >/dev/null && return
  if command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; then
    say "Installing gnuplot ..."
    $([ "$(id -u)" = 0 ] || echo sudo) env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends gnuplot-nox >>"$log" 2>&1
  fi
  command -v gnuplot >/dev/null || say "Figures need gnuplot (Debian and Ubuntu: gnuplot-nox), which is not installed; continuing without it."
}

set_up() {
  local kind=$1
  shift
  mkdir -p "$project/build"
  if ! configure "$@" >"$log" 2>&1; then
    # Packages do not help against a wrong value of an option.
    ! grep -q '^  ICSWEEP_[A-Z_]*: ' "$log" || { sed -n '/^  ICSWEEP_[A-Z_]*: /,/^$/p' "$log" | paste -sd ' ' | tr -s ' ' >&2; return 1; }
    install_packages "$kind" || return 1
    configure "$@" >>"$log" 2>&1 || { grep -A 20 'CMake Error' "$log" >&2 || tail -n 20 "$log" >&2; return 1; }
  fi
  want_gnuplot
  say "Building in ${build#"$project"/} (log: ${log#"$project"/}) ..."
  cmake --build "$build" ${targets:+--target "${targets[@]}"} 2>&1 | show_build "$log"
  [ "${PIPESTATUS[0]}" = 0 ] || { grep -E -A 5 'error|FAILED' "$log" | head -n 40 >&2; return 1; }
}

# Prints the number of processor cores that this process may use: one rank per core. mpirun counts cores as slots, not
# hardware threads.
cores() {
  local threads physical
  threads=$(nproc)
  physical=$(lscpu -p=CORE,SOCKET 2>/dev/null | grep -v '^#' | sort -u | wc -l)
  echo $((physical > 0 && physical < threads ? physical : threads))
}
