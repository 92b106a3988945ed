#!/usr/bin/env bash
# Every figure is drawn in every format from a store that its own sweep file made, in small; --list says what a store holds; bad input
# gives one line and exit 2. Figure 4 needs a text from ICSWEEP_REFERENCE_DIR and is left out without, which is said.
. "$(dirname "$0")/common.sh"
: "${SWEEPS:?the folder of sweep files}" "${ICSWEEP_REFERENCE_DIR:=}"
command -v gnuplot >/dev/null || skip "no gnuplot"

make() {  # make SWEEP SETTING...: SWEEP.h5
  local sweep=$1 settings=() s
  shift
  for s in "$@"; do settings+=(--set "$s"); done
  "$ICSWEEP" run "$SWEEPS/$sweep.toml" --scale quick "${settings[@]}" -o "$sweep.h5" >"$sweep.log" 2>&1 || fail "$sweep: $(cat "$sweep.log")"
}
drawn() {  # drawn STORE FIGURE WORDS...: the three formats, with these words in the SVG
  local store=$1 figure=$2 format word
  shift 2
  for format in svg pdf png; do
    "$ICSWEEP" figure "$store.h5" "$figure" -o "$figure.$format" >out.txt 2>err.txt || fail "$figure from $store.h5: $(cat err.txt)"
    [ "$(cat out.txt)" = "$figure.$format" ] || fail "$figure: printed $(cat out.txt)"
    [ "$(wc -c <"$figure.$format")" -gt 4000 ] || fail "$figure.$format has $(wc -c <"$figure.$format") bytes"
  done
  [ "$(head -c 5 "$figure.pdf")" = %PDF- ] || fail "$figure.pdf is no PDF"
  [ "$(head -c 4 "$figure.png" | tail -c 3)" = PNG ] || fail "$figure.png is no PNG"
  [ -z "${ICSWEEP_PYTHON:-}" ] || "$ICSWEEP_PYTHON" -c "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])" "$figure.svg" || fail "$figure.svg is no XML"
  for word in "$@"; do grep -qF -- "$word" "$figure.svg" || fail "$figure.svg has no '$word'"; done
  figures=$((figures + 1))
}
refused() {  # refused MESSAGE ARGUMENTS...: one line that has it, exit 2
  local message=$1 status
  shift
  env PATH="${its_path:-$PATH}" "$ICSWEEP" figure "$@" >out.txt 2>err.txt
  status=$?
  [ $status = 2 ] && [ "$(wc -l <err.txt)" = 1 ] && grep -qF -- "$message" err.txt || fail "figure $*: status $status, $(cat err.txt), wanted: $message"
}

figures=0
small="sequences=256 test_sequences=64 batch=64 epochs=2"
prompts="prompts=64 steps=4 decay=2 checkpoints=2 batch=8"
make fig1 && drawn fig1 fig1 "W of seed 0" "W of seed 1"
make fig3 steps=200 seed=[0,1] && drawn fig3 fig2 "θ = 25°" && drawn fig3 fig3 "unitary: A" "orthogonal: P" "the least loss of 2 seeds"
# shellcheck disable=SC2086
{
  make fig5 $small 'seed={count=3}' && drawn fig5 fig5 "Transformer of L layers" "least squares" "interval of 3 seeds" "at the last position"
  make fig10 $small && drawn fig10 fig10 "L steps of gradient descent" "1 seed"
  make fig7 $small && drawn fig7 fig7 "heads H" "least squares"
  make fig8 $small && drawn fig8 fig8 "H = 4, initial" "H = 8, trained"
  make fig9 $small && drawn fig9 fig9 "softmax, MLP" "epoch"
  make covariates-fig2a $prompts && drawn covariates-fig2a covariates-fig2a "interleaved" "linear attention" "predicting zero"
  make covariates-fig2b $prompts && drawn covariates-fig2b covariates-fig2b "sca" "validation loss"
  make covariates-fig2c $prompts && drawn covariates-fig2c covariates-fig2c "lagged"
  make covariates-fig3a $prompts && drawn covariates-fig3a covariates-fig3a "p = 20" "optimum of one head"
  make covariates-fig3b $prompts && drawn covariates-fig3b covariates-fig3b "p = 10" "over points"
}
make fig6 steps=5 && drawn fig6 fig6 "μ = 300" "cosine"
make universality-fig2 && drawn universality-fig2 universality-fig2 "after P₆"
make universality-fig3 sequences=4 length=60 && drawn universality-fig3 universality-fig3 "periodic" "non-linear rotations"
make universality-fig4 sequences=128 length=16 epochs=2 && drawn universality-fig4 universality-fig4 "infinitely many layers" "trained, tied layers"
if [ -d "$ICSWEEP_REFERENCE_DIR/data" ]; then
  ln -s "$(realpath "$ICSWEEP_REFERENCE_DIR")"/data/* .
  make fig4 sequences=2000 && drawn fig4 fig4 "shuffled:" "original:"
else echo "fig4 left out, its text is not on this machine"; fi

# Figures of several sweeps, from one store: a sweep file that includes the others, or one run after the other into it.
for f in a b c; do cp "$SWEEPS/covariates-fig2$f.toml" .; done
printf 'include = ["covariates-fig2a.toml", "covariates-fig2b.toml", "covariates-fig2c.toml"]\n[sweep]\nname = "tokens"\n' >tokens.toml
"$ICSWEEP" run tokens.toml --set width=32 --set heads=1 --set steps=4 --set decay=2 --set checkpoints=2 --set prompts=64 --set seed=0 -o tokens.h5 >tokens.log 2>&1 || fail "$(cat tokens.log)"
drawn tokens covariates-fig2 "(a) one layer, linear" "(b) four layers, linear" "(c) four layers, two-layer network"
for f in a b; do cp "$SWEEPS/covariates-fig3$f.toml" .; done
printf 'include = ["covariates-fig3a.toml", "covariates-fig3b.toml"]\n[sweep]\nname = "patches"\n' >patches.toml
"$ICSWEEP" run patches.toml --set steps=4 --set decay=2 --set checkpoints=2 --set prompts=64 --set seed=0 --only 'depth == 1 || width == 128 && patch < 3' -o patches.h5 >patches.log 2>&1 || fail "$(cat patches.log)"
drawn patches covariates-fig3 "(a) one layer" "(b) four layers" "p = 20"

"$ICSWEEP" figure fig5.h5 --list >list.txt || fail "--list"
[ "$(awk '$2 == "yes" { print $1 }' list.txt | xargs)" = fig5 ] || fail "fig5.h5 holds: $(cat list.txt)"
[ "$(awk '{ if (length($0) > 80) print }' list.txt)" = "" ] || fail "--list is wider than 80 columns"
all=$(awk 'NR > 1' list.txt | wc -l)
[ $figures -ge $((all - 1)) ] || fail "$figures of $all figures drawn"

refused "fig10 wants done experiments of augmented (attention = softmax, mlp > 0) with depth = 1, 2, 3" fig5.h5 fig10
sweeps=$(awk 'NR > 1 { print $1 }' list.txt | while read -r f; do "$ICSWEEP" figure universality-fig2.h5 "$f" -o x.svg 2>&1 </dev/null; done | sed -n 's/.*; run \(.*\) into it.*/\1/p' | tr -d , | xargs -n 1 | sort -u)
[ "$(wc -w <<<"$sweeps")" -gt 10 ] || fail "errors name only $sweeps"
for s in $sweeps; do [ -f "$SWEEPS/$s.toml" ] || fail "an error names the sweep $s, which did not come with icsweep"; done
"$ICSWEEP" run "$SWEEPS/fig5.toml" --scale quick --set epochs=2 --set sequences=256 --set test_sequences=64 --set batch=64 --set depth=[2,3] -o part.h5 2>/dev/null || fail part.h5
refused "with depth = 1, 4, 5, 6; run fig5 into it, or draw what is there with --partial" part.h5 fig5
"$ICSWEEP" figure part.h5 fig5 --partial -o part.svg >/dev/null || fail "--partial"
refused "did you mean fig5?" fig5.h5 fig55
refused "ends in .svg, .pdf or .png" fig5.h5 fig5 -o fig.gif
refused "nowhere/fig5.svg: cannot be written" fig5.h5 fig5 -o nowhere/fig5.svg
refused "no such column: colour" fig5.h5 fig5 --where "colour = 1"
refused "name a figure" fig5.h5
refused "there is no such store" none.h5 fig5
cp fig5.h5 fig5.svg
refused "is the store itself" fig5.svg fig5
"$ICSWEEP" figure fig5.h5 --list --where "depth > 0" | grep -q '^fig5 *yes' || fail "--list --where"
refused "SQL" fig5.h5 fig10 --where "1) OR (1"
ln -s real.svg middle && "$ICSWEEP" figure fig5.h5 fig5 -o plain.svg >/dev/null && ln -s middle link.svg &&
  "$ICSWEEP" figure fig5.h5 fig5 -o link.svg >/dev/null || fail "a link as output"
[ -L link.svg ] && [ -L middle ] && cmp -s plain.svg real.svg || fail "links were not followed to real.svg"
ln -s loop.svg loop.svg && refused "loop.svg: cannot be written" fig5.h5 fig5 -o loop.svg
mkdir home && echo 'set label 99 "start-up file" at screen 0.5,0.5; set output "taken"' >home/.gnuplot
HOME=$folder/home "$ICSWEEP" figure fig5.h5 fig5 -o home.svg >/dev/null && cmp -s plain.svg home.svg || fail "gnuplot's start-up file changes figures"
# The report holds what can be drawn, and says of the rest what it wants.
"$ICSWEEP" report fig5.h5 -o report.html >out.txt 2>err.txt && [ ! -s err.txt ] || fail "report: $(cat err.txt)"
grep -o '"figures":\[{"name":"[a-z0-9-]*"' report.html | grep -q '"fig5"' && grep -q 'Figure 5: linear attention' report.html && grep -q 'u003c/svg' report.html ||
  fail "the report has no figure 5: $(grep -o '"figures":.\{80\}' report.html)"
grep -q '"name":"fig7","reason":"wants plain' report.html || fail "the report does not say what figure 7 wants"
mkdir bin
env PATH="$folder/bin" "$ICSWEEP" report fig5.h5 -o without.html >out.txt 2>err.txt || fail "report without gnuplot: $(cat err.txt)"
[ "$(wc -l <err.txt)" = 1 ] && grep -q gnuplot-nox err.txt && grep -q '"name":"fig5","reason":"figure: gnuplot' without.html || fail "report without gnuplot: $(cat err.txt)"
its_path=$folder/bin refused "gnuplot-nox" fig5.h5 fig5
echo "$figures of $all figures drawn as SVG, PDF and PNG"
