# shellcheck shell=bash
# Sourced by tests that install packages: makes a bare root of this distribution and runs commands in copies of it.
# ROOT_CACHE keeps the bare root for the next run.
[ "$(id -u)" = 0 ] || skip "making a root needs root"
# need PROGRAM...: skips the test if one is missing
need() {
  local program
  for program in "$@"; do
    command -v "$program" >/dev/null || skip "$program is not installed (Debian and Ubuntu: cmake file patchelf dpkg-dev debootstrap util-linux)"
  done
}
need debootstrap unshare
unshare --mount --pid --fork true 2>/dev/null || skip "mount namespaces are not available"
. /etc/os-release

# bare_root: sets `bare` to a root with nothing but apt-get
bare_root() {
  local mirror components=main
  bare=${ROOT_CACHE:-$folder/bare}
  [ ! -e "$bare/etc/os-release" ] || return
  mirror=$(apt-get indextargets --format '$(SITE) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' 2>/dev/null | awk -v s="$VERSION_CODENAME" '$2 == s && $3 == "main" { print $1; exit }')
  [ "$ID" != ubuntu ] || components=main,universe
  debootstrap --variant=minbase --components=$components "$VERSION_CODENAME" "$bare" ${mirror:+"$mirror"} >debootstrap.log 2>&1 ||
    skip "debootstrap cannot make a root: $(tail -n 1 debootstrap.log)"
}
# in_root ROOT COMMAND [VARIABLE=VALUE...]: runs the command in this root; /proc, /sys, /tmp and /dev are mounted until it
# ends.
in_root() {
  local root=$1 command=$2
  shift 2
  unshare --mount --pid --fork bash -c '
    mount -t proc proc "$1/proc" && mount -t tmpfs tmpfs "$1/tmp" && mount --rbind /dev "$1/dev" && mount --rbind /sys "$1/sys" && mkdir -p "$1/dev/shm" || exit 70
    cp /etc/resolv.conf "$1/etc/" 2>/dev/null
    root=$1 command=$2; shift 2
    exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive \
      OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl=self,vader ${http_proxy:+http_proxy="$http_proxy"} "$@" bash -ec "$command"' "$root" "$root" "$command" "$@"
}
