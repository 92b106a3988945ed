#!/usr/bin/env bash
# tests/run.sh names the packages with daemons that it installs, and starts none of the daemons. policy-rc.d forbids
# this during the installation. It is removed afterwards, also if the installation fails. An existing policy-rc.d stays
# unchanged. Scripts replace apt-get, dpkg and systemctl: nothing is installed.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the sources}"
mkdir bin
cat >bin/apt-get <<'E2'
#!/usr/bin/env bash
[ "$1" = install ] || exit 0
cp "$POLICY" policy-meanwhile 2>/dev/null
printf '%s\n' "$@" >asked
exit "${APT_STATUS:-0}"
E2
printf '#!/bin/sh\nexit 1\n' >bin/dpkg # no package is installed yet
printf '#!/bin/sh\nshift\necho "$@" >>systemctl.log\n' >bin/systemctl
printf '#!/bin/sh\n[ "$1" = -u ] && echo 0\n' >bin/id
chmod +x bin/*

# installs KIND: installs as jobs/setup.sh does, with its policy in this folder
installs() {
  (PATH=$PWD/bin:$PATH && . "$PROJECT/jobs/setup.sh" && policy=$POLICY log=$PWD/log && install_packages "$1") 2>said.txt
}
export POLICY=$PWD/policy-rc.d
for status in 0 100; do
  rm -f policy-meanwhile
  APT_STATUS=$status installs tests
  [ $? = $((status > 0)) ] || fail "an installation that ends with $status: $(cat said.txt)"
  grep -qx munge asked && grep -qx slurmd asked || fail "a package is not installed: $(cat asked)"
  grep -q '^The packages munge slurmctld slurmd contain daemons. These are not started or enabled' said.txt || fail "the daemons are not named: $(cat said.txt)"
  [ -e policy-meanwhile ] || fail "the daemons are not forbidden"
  sh policy-meanwhile
  [ $? = 101 ] || fail "the policy forbids nothing: $(cat policy-meanwhile)"
  [ ! -e "$POLICY" ] || fail "the policy is left"
done

echo "somebody's" >"$POLICY"
installs tests || fail "the installation with an existing policy: $(cat said.txt)"
[ "$(cat "$POLICY")" = "somebody's" ] || fail "an existing policy was removed"
rm "$POLICY" policy-meanwhile
installs build || fail "the installation of the packages for a build: $(cat said.txt)"
! grep -q daemons said.txt && [ ! -e policy-meanwhile ] || fail "daemons for a build: $(cat said.txt)"
echo "daemons are named and forbidden while they install"
