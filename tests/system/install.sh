#!/usr/bin/env bash
# An installed program works without the source: in a moved prefix, from any folder, with sweeps by name.
. "$(dirname "$0")/common.sh"
: "${BUILD:?the build folder}"
"${CMAKE:-cmake}" --install "$BUILD" --prefix "$folder/first" >install.log 2>&1 || fail "the installation fails: $(cat install.log)"
mv first 'second place' && prefix="$folder/second place"
unset ICSWEEP
export PATH=$prefix/bin:$PATH
mkdir elsewhere && cd elsewhere || exit 1
for file in bin/icsweep lib/libicsweep_kernels.so share/doc/icsweep/{README.md,guides/running.md,background/architecture.svg} share/icsweep/{launch.sh,sweeps/fig5.toml,slurm/sweep.sbatch,python/icsweep/program.py} \
  share/man/man1/icsweep{,-run,-bench-sweep}.1 share/bash-completion/completions/icsweep share/zsh/site-functions/_icsweep; do
  [ -f "$prefix/$file" ] || fail "$file is not installed"
done
icsweep version | grep -q '^instruction-set level in use: [a-z]' || fail "the kernels are not installed"

if command -v man >/dev/null; then
  [ "$(man -w icsweep-run 2>/dev/null)" = "$prefix/share/man/man1/icsweep-run.1" ] || fail "man does not find icsweep-run: $(man -w icsweep-run 2>&1)"
fi

icsweep help sweep-files | cmp -s - <(grep -v '^<!--' "$prefix/share/doc/icsweep/reference/sweep-files.md") || fail "help does not print the installed page"
icsweep help | grep -q '^  sweep-files  *Sweep files$' || fail "help does not list the pages: $(icsweep help)"

# Every command that takes a sweep accepts its name, with the same result as for its path.
small=(--scale quick --set sequences=256 --set test_sequences=64 --set epochs=1 --set depth=1)
icsweep plan fig5 "${small[@]}" >plan.txt || fail "plan fig5 fails"
icsweep simulate fig5 "${small[@]}" --ranks 2 >simulate.txt || fail "simulate fig5 fails"
icsweep run fig5 -o store.h5 "${small[@]}" 2>run.log || fail "run fig5: $(cat run.log)"
(mkdir here && cd here && icsweep run fig5 "${small[@]}" 2>run.log && [ "$(echo *.h5)" = fig5.h5 ]) || fail "run fig5 without -o makes no fig5.h5 here: $(cat here/run.log)"
icsweep run fig5 -o store.h5 --check "${small[@]}" | grep -q '"done":1' || fail "run --check fig5 does not report one done experiment"
[ "$(icsweep plan fig5 --points)" = "$(icsweep plan "$prefix/share/icsweep/sweeps/fig5.toml" --points)" ] || fail "the name and the file are different sweeps"
# all.toml includes the other files in its folder.
icsweep plan all --points >points.txt && [ "$(wc -l <points.txt)" -gt "$(icsweep plan fig5 --points | wc -l)" ] || fail "plan all fails"

# A file of that name takes precedence; a folder does not. For an unknown name, the error suggests the nearest name.
mkdir fig5 && icsweep plan fig5 "${small[@]}" >plan.txt || fail "a folder hides the sweep"
rmdir fig5 && printf '[[grid]]\ntask = "augmented"\ndepth = [1, 2, 3]\n' >fig5
[ "$(icsweep plan fig5 --points | wc -l)" = 3 ] || fail "the file fig5 does not take precedence"
icsweep plan fig55 2>error.txt && fail "fig55 is accepted as a sweep"
grep -q "fig55: .* in $prefix/share/icsweep/sweeps, did you mean fig5?" error.txt || fail "$(cat error.txt)"
icsweep plan unrelated 2>error.txt && fail "unrelated is accepted as a sweep"
grep -q "unrelated: .* in $prefix/share/icsweep/sweeps; name one of them" error.txt || fail "$(cat error.txt)"
icsweep plan fig55.toml 2>error.txt && fail "fig55.toml is accepted as a file"
grep -q 'fig55.toml: there is no such sweep file, check the name' error.txt || fail "$(cat error.txt)"

icsweep help seaches 2>error.txt && fail "help accepts the misspelt page seaches"
grep -q '^icsweep: help: there is no page and no command "seaches", did you mean searches? icsweep help lists them$' error.txt || fail "$(cat error.txt)"

# Without the files that are installed beside it, the program reports this.
cp -r "$prefix" ../bare && rm -r ../bare/share
../bare/bin/icsweep plan fig9 2>error.txt && fail "fig9 is accepted without the installed sweeps"
grep -q 'fig9: there is no such sweep file, and none came with icsweep' error.txt || fail "$(cat error.txt)"
../bare/bin/icsweep help running 2>error.txt && fail "help prints a page without the installed documentation"
grep -q 'there is no share/doc/icsweep beside' error.txt || fail "$(cat error.txt)"
../bare/bin/icsweep launch -n 1 fig9 x.h5 2>error.txt && fail "launch succeeds without launch.sh"
grep -q 'there is no share/icsweep/launch.sh beside' error.txt || fail "$(cat error.txt)"

icsweep launch -n 1 "$prefix/share/icsweep/sweeps/fig5.toml" launched.h5 "${small[@]}" 2>run.log || fail "launch: $(cat run.log)"
[ "$(icsweep query launched.h5 "SELECT digest FROM augmented")" = "$(icsweep query store.h5 "SELECT digest FROM augmented")" ] || fail "launch gives other rows"
echo "$(find "$prefix" -type f | wc -l) files, moved, work from another folder"
