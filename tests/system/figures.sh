#!/usr/bin/env bash
# Every figure is drawn in every format from a small store of its own sweep files. --list prints the figures that a
# store has. Bad input gives one line and status 2. Figure 4 needs a text from ICSWEEP_REFERENCE_DIR. Without the text
# the figure is left out, and the test reports it.
. "$(dirname "$0")/common.sh"
: "${SWEEPS:?the folder of sweep files}" "${ICSWEEP_REFERENCE_DIR:=}"
command -v gnuplot >/dev/null || skip "gnuplot is not installed"
command -v script >/dev/null || skip "the program script (bsdutils) is missing"

sweeps_of() {  # FIGURE: prints the names of its sweep files
  "$ICSWEEP" figure other.h5 "$1" -o x.svg 2>&1 </dev/null | sed -n 's/.*; run \(.*\) with -o .*/\1/p' | tr -d , | xargs -rn 1 | sort -u | xargs
}
describe() {  # FIGURE: settings that make its sweeps small, and words that its SVG must have; by default, sweeps run at scale quick
  local transformer=(sequences=256 test_sequences=64 batch=64 epochs=2) decoder=(prompts=64 steps=4 decay=2 checkpoints=2 batch=8)
  scale=(--scale quick) settings=() only=() words=()
  case $1 in
    fig1) words=("W of seed 0" "W of seed 1") ;;
    fig2) settings=(steps=200 "seed=[0,1]") words=("θ = 25°") ;;
    fig3) settings=(steps=200 "seed=[0,1]") words=("unitary: A" "orthogonal: P" "the least loss of 2 seeds") ;;
    fig4) settings=(sequences=2000) words=("shuffled:" "original:") ;;
    fig5) settings=("${transformer[@]}" "seed={count=3}")
      words=("Transformer of L layers" "least squares" "mean of 3 seeds, each seed pale" "at the last position") ;;
    fig6) settings=(steps=5) words=("μ = 300" "cosine") ;;
    fig7) settings=("${transformer[@]}") words=("heads H" "least squares") ;;
    fig8) settings=("${transformer[@]}") words=("H = 4, initial" "H = 8, trained") ;;
    fig9) settings=("${transformer[@]}") words=("softmax, MLP" "epoch") ;;
    fig10) settings=("${transformer[@]}") words=("L steps of gradient descent" "1 seed") ;;
    universality-fig2) words=("after P₆") ;;
    universality-fig3) settings=(sequences=4 length=60) words=("periodic" "non-linear rotations") ;;
    universality-fig4) settings=(sequences=128 length=16 epochs=2) words=("infinitely many layers" "trained, tied layers") ;;
    covariates-fig2) scale=() settings=(width=32 heads=1 steps=4 decay=2 checkpoints=2 prompts=64 seed=0)
      words=("(a) one layer, linear" "(b) four layers, linear" "(c) four layers, two-layer network") ;;
    covariates-fig2a) settings=("${decoder[@]}") words=("interleaved" "linear attention" "predicting zero") ;;
    covariates-fig2b) settings=("${decoder[@]}") words=("sca" "validation loss") ;;
    covariates-fig2c) settings=("${decoder[@]}") words=("lagged") ;;
    covariates-fig3) scale=() settings=(steps=4 decay=2 checkpoints=2 prompts=64 seed=0)
      only=(--only "depth == 1 || width == 128 && patch < 3") words=("(a) one layer" "(b) four layers" "p = 20") ;;
    covariates-fig3a) settings=("${decoder[@]}") words=("p = 20" "optimum of one head") ;;
    covariates-fig3b) settings=("${decoder[@]}") words=("p = 10" "over points") ;;
  esac
}
make() {  # STORE SWEEP...: runs the sweeps with these settings; a file includes them if there are several
  local store=$1 sweep file=$SWEEPS/$2.toml
  shift
  if [ $# -gt 1 ]; then
    for sweep in "$@"; do cp "$SWEEPS/$sweep.toml" .; done
    printf 'include = [%s]\n[sweep]\nname = "several"\n' "$(printf '"%s.toml", ' "$@")" >"$store.toml"
    file=$store.toml
  fi
  "$ICSWEEP" run "$file" "${scale[@]}" "${settings[@]/#/--set=}" "${only[@]}" -o "$store.h5" >"$store.log" 2>&1 || fail "$store: $(cat "$store.log")"
}
drawn() {  # drawn STORE FIGURE WORDS...: draws the three formats and expects these words in the SVG
  local store=$1 figure=$2 format word
  shift 2
  for format in svg pdf png; do
    "$ICSWEEP" figure "$store.h5" "$figure" -o "$figure.$format" >out.txt 2>err.txt || fail "$figure from $store.h5: $(cat err.txt)"
    [ "$(cat out.txt)" = "$figure.$format" ] || fail "figure $figure printed $(cat out.txt)"
    [ "$(wc -c <"$figure.$format")" -gt 4000 ] || fail "$figure.$format has $(wc -c <"$figure.$format") bytes"
  done
  [ "$(head -c 5 "$figure.pdf")" = %PDF- ] || fail "$figure.pdf is no PDF"
  [ "$(head -c 4 "$figure.png" | tail -c 3)" = PNG ] || fail "$figure.png is no PNG"
  [ -z "${ICSWEEP_PYTHON:-}" ] || "$ICSWEEP_PYTHON" -c "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])" "$figure.svg" || fail "$figure.svg is no XML"
  for word in "$@"; do grep -qF -- "$word" "$figure.svg" || fail "$figure.svg has no '$word'"; done
  figures=$((figures + 1))
}
refused() {  # refused MESSAGE ARGUMENTS...: expects one line with the message, and exit 2
  local message=$1 status
  shift
  env PATH="${its_path:-$PATH}" "$ICSWEEP" figure "$@" >out.txt 2>err.txt
  status=$?
  [ $status = 2 ] && [ "$(wc -l <err.txt)" = 1 ] && grep -qF -- "$message" err.txt || fail "figure $*: status $status, $(cat err.txt); expected: $message"
}

figures=0
sweep other.toml "[9]" 1 1
"$ICSWEEP" run other.toml -o other.h5 2>other.log || fail "other.h5: $(cat other.log)"
[ -d "$ICSWEEP_REFERENCE_DIR/data" ] && ln -s "$(realpath "$ICSWEEP_REFERENCE_DIR")"/data/* .
names=$("$ICSWEEP" figure other.h5 --list | awk 'NR > 1 { print $1 }')
for name in $names; do
  sweeps=$(sweeps_of "$name")
  [ -n "$sweeps" ] || fail "--list does not print the sweeps of $name"
  for sweep in $sweeps; do [ -f "$SWEEPS/$sweep.toml" ] || fail "$name needs $sweep.toml, which does not exist"; done
  [ "$name" != fig4 ] || [ -d "$ICSWEEP_REFERENCE_DIR/data" ] || { echo "fig4 left out, its text is not on this machine"; continue; }
  describe "$name"
  store=${sweeps// /+}
  # shellcheck disable=SC2086  # one word for each sweep file
  [ -e "$store.h5" ] || make "$store" $sweeps
  drawn "$store" "$name" "${words[@]}"
done

"$ICSWEEP" figure fig5.h5 --list >list.txt || fail "figure --list fails"
[ "$(awk '$2 == "yes" { print $1 }' list.txt | xargs)" = fig5 ] || fail "--list prints other figures of fig5.h5: $(cat list.txt)"
[ "$(wc -l <list.txt)" = $(($(wc -w <<<"$names") + 1)) ] || fail "--list does not have one line per figure: $(cat list.txt)"
script -qec "stty cols 80; $ICSWEEP figure fig5.h5 --list" shown.txt </dev/null >/dev/null
[ "$(sed '/^Script /d; s/\r//' shown.txt | awk 'length > 80')" = "" ] || fail "--list is wider than a terminal of 80 columns: $(cat shown.txt)"
all=$(wc -w <<<"$names")
[ "$all" -ge 20 ] && [ $figures -ge $((all - 1)) ] || fail "$figures of $all figures drawn"

refused "fig10 needs done experiments of augmented (attention = softmax, mlp > 0) with depth = 1, 2, 3" fig5.h5 fig10
"$ICSWEEP" run "$SWEEPS/fig5.toml" --scale quick --set epochs=2 --set sequences=256 --set test_sequences=64 --set batch=64 --set depth=[2,3] -o part.h5 2>/dev/null || fail part.h5
refused "with depth = 1, 4, 5, 6; run fig5 with -o part.h5, or draw the present results with --partial" part.h5 fig5
"$ICSWEEP" figure part.h5 fig5 --partial -o part.svg >/dev/null || fail "figure --partial fails"
"$ICSWEEP" run "$SWEEPS/fig1.toml" -o earlier.h5 2>/dev/null && "$ICSWEEP" run "$SWEEPS/fig1.toml" --set seed=77 -o earlier.h5 2>/dev/null || fail earlier.h5
refused "run fig1 with -o earlier.h5, or draw experiments of earlier sweeps with --all" earlier.h5 fig1
"$ICSWEEP" figure earlier.h5 fig1 --all -o earlier.svg >/dev/null || fail "figure --all fails"
refused "did you mean fig5?" fig5.h5 fig55
refused "ends in .svg, .pdf or .png" fig5.h5 fig5 -o fig.gif
refused "nowhere/fig5.svg: cannot be written" fig5.h5 fig5 -o nowhere/fig5.svg
refused "no such column: colour" fig5.h5 fig5 --where "colour = 1"
refused "name a figure" fig5.h5
refused "there is no such store" none.h5 fig5
cp fig5.h5 fig5.svg
refused "is the store itself" fig5.svg fig5
"$ICSWEEP" figure fig5.h5 --list --where "depth > 0" | grep -q '^fig5 *yes' || fail "figure --list --where is not refused"
refused "SQL" fig5.h5 fig10 --where "1) OR (1"
same() { cmp -s <(grep -v "<desc>" "$1") <(grep -v "<desc>" "$2"); }  # except for the command in the file
ln -s real.svg middle && "$ICSWEEP" figure fig5.h5 fig5 -o plain.svg >/dev/null && ln -s middle link.svg &&
  "$ICSWEEP" figure fig5.h5 fig5 -o link.svg >/dev/null || fail "figure with a link as output fails"
[ -L link.svg ] && [ -L middle ] && same plain.svg real.svg || fail "links were not followed to real.svg"
ln -s loop.svg loop.svg && refused "loop.svg: cannot be written" fig5.h5 fig5 -o loop.svg
mkdir home && echo 'set label 99 "start-up file" at screen 0.5,0.5; set output "taken"' >home/.gnuplot
HOME=$folder/home "$ICSWEEP" figure fig5.h5 fig5 -o home.svg >/dev/null && same plain.svg home.svg || fail "the start-up file of gnuplot changes figures"
# The report shows the figures that the store has, and what it lacks for those of which it has a part.
"$ICSWEEP" report fig5.h5 -o report.html >out.txt 2>err.txt && [ ! -s err.txt ] || fail "the report fails: $(cat err.txt)"
grep -o '"figures":\[{"name":"[a-z0-9-]*"' report.html | grep -q '"fig5"' && grep -q 'Figure 5: linear attention' report.html && grep -q 'u003c/svg' report.html ||
  fail "the report has no figure 5: $(grep -o '"figures":.\{80\}' report.html)"
grep -q '"name":"fig7"' report.html && fail "the report names figure 7, of which the store has nothing"
"$ICSWEEP" report part.h5 -o part.html >/dev/null 2>&1 && grep -q '"name":"fig5","reason":"wants augmented' part.html || fail "the report does not print what figure 5 lacks"
mkdir bin
env PATH="$folder/bin" "$ICSWEEP" report fig5.h5 -o without.html >out.txt 2>err.txt || fail "report without gnuplot: $(cat err.txt)"
[ "$(wc -l <err.txt)" = 1 ] && grep -q gnuplot-nox err.txt && grep -q '"name":"fig5","reason":"figure: gnuplot' without.html || fail "report without gnuplot: $(cat err.txt)"
its_path=$folder/bin refused "gnuplot-nox" fig5.h5 fig5
echo "$figures of $all figures drawn as SVG, PDF and PNG"
