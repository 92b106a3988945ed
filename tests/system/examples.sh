#!/usr/bin/env bash
# Runs the examples of jobs/examples as their first lines state, from a copy in an empty folder, and draws figures:
# polynomials, sparse linear functions, and forecasts of CSV series with a covariate.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the source}"
export ICSWEEP_PYTHON=${ICSWEEP_PYTHON:-python3}
cp -r "$PROJECT"/jobs/examples/* .
run() { ranks 2 "$ICSWEEP" run "$@" --allow-code --scale quick 2>run.log || fail "run $*: $(cat run.log)"; }
answer() { query "$1" "$2" | tail -n 1 | tr -d '\r'; }

run polynomials.toml -o polynomials.h5
[ "$(answer polynomials.h5 "SELECT count(*) FROM regression_polynomials WHERE least_squares < 1e-9")" = 6 ] || fail "least squares is not exact"
"$ICSWEEP" plot polynomials.h5 regression_polynomials --y last_index --x function_degree --by tokenization -o polynomials.svg || fail "the plot of polynomials fails"
run sparse_linear.toml -o sparse.h5
[ "$(answer sparse.h5 "SELECT count(*) > 0 AND min(nearest) > 0 FROM regression_sparse_linear")" = 1 ] || fail "the sparse linear functions have no baselines"

(cd forecast && "$ICSWEEP_PYTHON" make_series.py) || fail "make_series.py fails"
run forecast/forecast.toml -o forecast.h5 --set steps=100
[ "$(answer forecast.h5 "SELECT count(*) FROM regression_forecast WHERE last_index < seasonal_naive AND last_index_low < last_index")" -ge 6 ] ||
  fail "forecasts: $(query forecast.h5 "SELECT function_horizon, tokenization, last_index, seasonal_naive, ridge FROM regression_forecast")"
"$ICSWEEP" plot forecast.h5 regression_forecast --y last_index --x function_horizon --by tokenization -o forecast.svg || fail "the plot of forecasts fails"
# A malformed series is refused with its file and row.
refuses() { # PATTERN EDIT of sed
  cp forecast/series-00.csv kept.csv
  sed -i "$2" forecast/series-00.csv
  "$ICSWEEP" plan forecast/forecast.toml --allow-code --points >refused.txt 2>&1 && fail "a series is accepted after: $2"
  grep -qE "series-00.csv$1" refused.txt || fail "$2: $(cat refused.txt)"
  mv kept.csv forecast/series-00.csv
}
refuses ':50: 1 rows are missing before it' 50d
refuses ':2: the row and the header differ in their number of cells' '2,$s/\./,/g'
refuses ':50, load: .* is not a number' '50s/,[^,]*,/,,/'
refuses ': column temperature is constant' '2,$s/,[^,]*$/,5/'
refuses ':3: its time is not later' '2{h;d};3{G}'
refuses ': the series has 20 times' '22,$d'
refuses ':5: .nan. is not finite' '5s/^[0-9]*,/nan,/'
refuses ':50, load: .* is not a number' '50s/,[^,]*,/,1_000,/'
refuses ':50, load: .* is not a number' "50s/,[^,]*,/,$(printf '\351'),/"
refuses ':1: two columns have the same name' '1s/temperature/load/'
refuses ':12, load: .* is not a number' '5s/^/\n/;11s/,[^,]*,/,,/'
sed 's/^function.season.*/&\nfunction.gaps = "interpolte"/' forecast/forecast.toml >forecast/typo.toml
"$ICSWEEP" plan forecast/typo.toml --allow-code --points >refused.txt 2>&1 && fail "gaps = interpolte is accepted"
grep -q 'set it to "refuse" or "interpolate"' refused.txt || fail "$(cat refused.txt)"
sed 's/^function.season.*/&\nfunction.gaps = "interpolate"/' forecast/forecast.toml >forecast/filled.toml
cp forecast/series-00.csv kept.csv
sed -i 50d forecast/series-00.csv
"$ICSWEEP" plan forecast/filled.toml --allow-code --points >refused.txt 2>&1 || fail "a gap is not interpolated: $(cat refused.txt)"
mv kept.csv forecast/series-00.csv

before=$(answer forecast.h5 "SELECT min(code) FROM regression_forecast")
sed -i '$s/,.*/,1,1/' forecast/series-00.csv
"$ICSWEEP" plan forecast/forecast.toml --allow-code --points --json | grep -q "$before" && fail "a changed series is not noticed"
echo "polynomials, sparse linear functions and forecasts: run, queried, drawn"
