# shellcheck shell=bash
# Sourced after common.sh by the tests on several hosts. h1, h2 and h3 are network namespaces on one machine, connected
# by a bridge in a fourth. Each has its own host name and /etc/hosts; the network of the machine does not change.
# mpirun runs on h1 and starts ranks on the others by a script in place of ssh. The hosts share a disk. Skips without
# root, or in a container that may not make namespaces.
hosts="h1 h2 h3"
prefix=icsweep-$$ # of the namespaces' names: another test may have hosts too
namespace() { echo "$prefix-$1"; }

# Ends all processes in these namespaces, frozen or not, and removes the namespaces.
remove_namespaces() { # PREFIX
  local name pids
  for name in $(ip netns list 2>/dev/null | awk -v p="$1-" 'index($1, p) == 1 { print $1 }'); do
    # shellcheck disable=SC2086  # $pids is several
    while pids=$(ip netns pids "$name") && [ -n "$pids" ]; do kill -KILL $pids 2>/dev/null; sleep 0.02; done
    ip netns del "$name"
  done
}

# Removes namespaces of an earlier test that was killed.
remove_leftovers() {
  local test
  for test in $(ip netns list 2>/dev/null | sed -n 's/^icsweep-\([0-9]*\)-.*/\1/p' | sort -u); do
    [ -e "/proc/$test" ] || remove_namespaces "icsweep-$test"
  done
}

# `on` and mpirun start commands on a host by this script.
write_scripts() {
  # shellcheck disable=SC2154  # $folder is of common.sh
  cat >enter <<EOF2
#!/bin/bash
# enter HOST COMMAND...
host=\$1
shift
exec ip netns exec "$prefix-\$host" unshare --uts --mount bash -c 'hostname "\$0" && mount --bind "$folder/hosts" /etc/hosts && exec "\$@"' "\$host" "\$@"
EOF2
  # As ssh does: over the network, in another session and folder, without this environment except for the sanitizers'
  # options.
  cat >agent <<EOF2
#!/bin/bash
# agent HOST WORD...
host=\$1
shift
timeout 3 bash -c ": </dev/tcp/\$host/22" 2>&1 | grep -q refused || { echo "agent: no way to \$host" >&2; exit 255; }
cd / && exec setsid --wait env -i HOME="\$HOME" PATH="\$PATH" $(env | grep 'SAN_OPTIONS=' | tr '\n' ' ') "$folder/enter" "\$host" sh -c "\$*"
EOF2
  chmod +x enter agent
}

set_up_hosts() {
  local host last=0
  [ "$(id -u)" = 0 ] || skip "hosts in network namespaces need root"
  command -v ip unshare >/dev/null || skip "ip (iproute2) or unshare (util-linux) is missing"
  remove_leftovers
  ip netns add "$(namespace switch)" 2>netns.log || skip "network namespaces cannot be made: $(tail -n 1 netns.log)"
  trap 'remove_namespaces $prefix; rm -rf "$folder"' EXIT
  trap 'exit 1' INT TERM
  unshare --uts --mount true 2>netns.log || skip "other namespaces cannot be made: $(tail -n 1 netns.log)"
  ip -n "$(namespace switch)" link add bridge up type bridge || fail "the bridge cannot be made"
  echo "127.0.0.1 localhost" >hosts
  for host in $hosts; do
    last=$((last + 1))
    echo "10.9.0.$last $host" >>hosts
    ip netns add "$(namespace "$host")" &&
      ip -n "$(namespace switch)" link add "$host" master bridge up type veth peer name eth0 netns "$(namespace "$host")" &&
      ip -n "$(namespace "$host")" address add "10.9.0.$last/24" dev eth0 &&
      ip -n "$(namespace "$host")" link set eth0 up &&
      ip -n "$(namespace "$host")" link set lo up || fail "the host $host cannot be made"
  done
  write_scripts
  export OMPI_MCA_plm_rsh_agent="$folder/agent" OMPI_MCA_oob_tcp_if_include=eth0 OMPI_MCA_btl_tcp_if_include=eth0 OMPI_MCA_btl=self,tcp
  export OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_orte_tmpdir_base="$folder"
}

on() { "$folder/enter" "$@"; }                                                    # on HOST COMMAND...
cut_off() { undisturbed || ip -n "$(namespace switch)" link set "$1" down || fail "$1 was not cut off"; } # disconnects the host
mend() { ip -n "$(namespace switch)" link set "$1" up; }
mpirun_on() { local where=$1; shift; on h1 "$MPIEXEC" --host "$where" "$@"; }    # mpirun_on h1:2,h3:1 COMMAND...
pids_on() { # HOST NAME: prints the processes of that program on the host
  local pid
  for pid in $(ip netns pids "$(namespace "$1")"); do [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = "$2" ] && echo "$pid"; done
}
