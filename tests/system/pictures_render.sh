#!/usr/bin/env bash
# Every picture of the product and the documentation renders in librsvg, in Inkscape where it is installed, and in
# Chromium. Renderers agree about each picture, and a PDF contains its fonts.
. "$(dirname "$0")/common.sh"
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
: "${PROJECT:?the source folder}"
command -v rsvg-convert >/dev/null || skip "rsvg-convert (librsvg2-bin) is not installed"
command -v gnuplot >/dev/null || skip "gnuplot is not installed"

sweep s.toml "[1, 2, 3]" "[2, 40]" 3
sweep more.toml "[1, 2, 3]" "[2, 40]" 5
sweep many.toml "[1, 2]" "[1, 2, 3, 4, 6, 8, 10, 20]" 1
for store in s more many; do "$ICSWEEP" run $store.toml -o $store.h5 2>run.log || fail "$store: $(cat run.log)"; done
mkdir pictures
draw() { local name=$1; shift; "$ICSWEEP" "$@" -o "pictures/$name" >/dev/null 2>err.txt || fail "$*: $(cat err.txt)"; }
draw seeds.svg plot s.h5 augmented --y test_mse --x depth --by epochs
draw bars.svg plot more.h5 augmented --y test_mse --x depth --by epochs --log y
draw curve.svg plot more.h5 augmented --y loss --by depth
draw quartiles.svg plot more.h5 augmented --y loss --by depth --median --log xy
draw map.svg plot s.h5 augmented --y test_mse --x depth,epochs
draw front.svg plot s.h5 augmented --pareto test_mse,seconds --by depth
draw one-column.svg plot more.h5 augmented --y test_mse --x depth --by epochs --width one-column
draw settings.svg plot s.h5 augmented --y test_mse --x depth --setting all
draw two.svg plot s.h5 augmented --y "test_mse / gd_mse" --x depth --by epochs,seed --title "" --label "epochs=training epochs"
draw colours.svg plot many.h5 augmented --y test_mse --x depth --by epochs --width 9cm
draw importance.svg importance s.h5 augmented test_mse
for ending in pdf png; do draw one-column.$ending plot more.h5 augmented --y test_mse --x depth --by epochs --width one-column; done
for figure in fig1 universality-fig2; do
  "$ICSWEEP" run "$PROJECT/jobs/sweeps/$figure.toml" -o "$figure.h5" >/dev/null 2>&1 || fail "$figure"
  draw "$figure.svg" figure "$figure.h5" "$figure"
done

grep -q /FontFile pictures/one-column.pdf || fail "the PDF does not contain its fonts"
while read -r picture; do
  cp "$picture" "pictures/docs-$(basename "$picture")"
done < <(find "$PROJECT/docs" "$PROJECT/jobs" -name '*.svg')
[ "$(find pictures -name 'docs-*.svg' | wc -l)" -ge 10 ] || fail "the documentation's pictures were not found"

mkdir rsvg inkscape
for picture in pictures/*.svg; do
  name=$(basename "$picture" .svg)
  for width in 300 800 1600; do
    rsvg-convert -w $width "$picture" -o "rsvg/$name-$width.png" 2>err.txt && [ ! -s err.txt ] || fail "librsvg: $name at $width pixels: $(cat err.txt)"
  done
  if command -v inkscape >/dev/null; then
    inkscape "$picture" -w 800 -o "inkscape/$name-800.png" >/dev/null 2>err.txt && [ -s "inkscape/$name-800.png" ] || fail "Inkscape: $name: $(cat err.txt)"
  fi
done
command -v inkscape >/dev/null || echo "Inkscape is not installed, its part is left out"
if [ -n "${BROWSER_PYTHON:-}" ]; then
  checked "$BROWSER_PYTHON" "$scripts/pictures_render.py" pictures rsvg inkscape
else
  echo "Chromium, its driver or python3-selenium is missing, their part is left out"
fi
echo "$(find pictures -name '*.svg' | wc -l) pictures render"
