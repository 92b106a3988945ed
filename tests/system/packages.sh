#!/usr/bin/env bash
# Installs and uses the packages of cpack in clean roots: the .deb by apt-get with its dependencies, and the archive
# with only Open MPI. Takes two minutes and needs the network.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
: "${BUILD:?the build folder}"
. "$here/clean_root.sh"
need cpack file patchelf dpkg-shlibdeps

cpack --config "$BUILD/CPackConfig.cmake" -B "$folder/packed" >cpack.log 2>&1 || fail "cpack: $(tail -n 20 cpack.log)"
deb=$(ls packed/*.deb) archive=$(ls packed/*.tar.gz)
for package in libhdf5-openmpi libopenmpi openmpi-bin libsqlite3 libzmq5 libfmt libc6; do
  dpkg-deb -f "$deb" Depends | grep -q "$package" || fail "the .deb does not depend on $package: $(dpkg-deb -f "$deb" Depends)"
done

bare_root
# The session of a user, in the user's folder.
as_root=(OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1)
use='mkdir -p /root/work && cd /root/work
small="--scale quick --set sequences=256 --set test_sequences=64 --set epochs=1"
icsweep version
! ldd "$(command -v icsweep)" | grep "not found"
icsweep plan fig5 $small >/dev/null
mpirun -n 2 icsweep run fig5 $small -o store.h5
icsweep launch -n 2 fig5 store.h5 $small --set seed=1 --add
icsweep query store.h5 "SELECT count(*) AS n, count(DISTINCT rank) AS ranks FROM augmented_all WHERE status = '\''done'\''" --format csv
icsweep verify store.h5 --sample 1
icsweep report store.h5
icsweep slurm fig5 other.h5 --ntasks 2 >job.sh && bash -n job.sh'

cp -a "$bare" deb && cp "$deb" deb/root/icsweep.deb || fail "the root cannot be copied"
in_root "$folder/deb" 'apt-get update -qq && apt-get install -y -qq --no-install-recommends /root/icsweep.deb' >apt.log 2>&1 || skip "apt-get reaches no packages: $(tail -n 2 apt.log)"
in_root "$folder/deb" "$use" "${as_root[@]}" >deb.log 2>&1 || fail "the program of the .deb fails: $(cat deb.log)"
grep -qx '12,2' deb.log || fail "the program of the .deb ran other experiments: $(cat deb.log)"
for file in man/man1/icsweep-run.1.gz bash-completion/completions/icsweep zsh/vendor-completions/_icsweep doc/icsweep/copyright; do
  [ -f "deb/usr/share/$file" ] || fail "the .deb lacks $file"
done
in_root "$folder/deb" 'apt-get purge -y -qq icsweep' >purge.log 2>&1 || fail "purge: $(cat purge.log)"
[ -z "$(find deb/usr -name '*icsweep*')" ] || fail "files are left after the removal: $(find deb/usr -name '*icsweep*')"

cp -a "$bare" archive && mkdir 'archive/root/some place' && tar -xzf "$archive" -C 'archive/root/some place' --strip-components 1 || fail "the archive cannot be unpacked"
in_root "$folder/archive" 'apt-get update -qq && apt-get install -y -qq --no-install-recommends openmpi-bin' >apt.log 2>&1 || fail "$(cat apt.log)"
in_root "$folder/archive" "PATH='/root/some place/bin':\$PATH; $use; ldd '/root/some place/bin/icsweep' >/root/ldd.txt" "${as_root[@]}" >archive.log 2>&1 || fail "the program of the archive fails: $(cat archive.log)"
grep -qx '12,2' archive.log || fail "the program of the archive ran other experiments: $(cat archive.log)"
for library in hdf5_openmpi sqlite3 zmq sodium fmt muparser pcre2-8 boost_program_options icsweep_kernels z curl; do
  grep -q "lib$library.* => /root/some place/bin/\.\./lib/\|lib$library.* => /root/some place/lib/" archive/root/ldd.txt || fail "the archive lacks $library: $(cat archive/root/ldd.txt)"
done
grep 'libmpi.so' archive/root/ldd.txt | grep -q 'some place' && fail "the archive contains MPI"
[ "$(ls 'archive/root/some place/share/doc/icsweep' | wc -l)" -gt 10 ] || fail "the archive lacks the copyright of its libraries"
echo "$(basename "$deb") and $(basename "$archive") work in clean roots of $VERSION_CODENAME"
