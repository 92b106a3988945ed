// Reads sweep files: TOML text becomes grids of values. Tasks know what the values mean.
#pragma once

#include <string>

#include "io/sweep_file/sweep.hpp"

namespace icsweep {

/// Reads a sweep file:
///     include = "FILE" or a list of them, beside or below this file: their grids come first
///     [sweep]  name = "…"; time_limit, retries, keep_weights for all its grids
///     [[grid]] task = "…", and for each parameter a value, a list, a range
///              {from, to, step}, {from, to, count}, {log_from, log_to, count}, {count, from}: both ends included, of
///              integers if all numbers are, then step may be left out; or, with sample = {count, seed}, a draw
///              {uniform = [a, b]}, {log_uniform = [a, b]}, {integer = [a, b]}, {choice = […]}
///              zip = ["a", "b"] or a list of such lists: one value for all, or lists of equal length
///              derive = {a = "2 * b"}: a parameter computed from others, in the order written
///              where = "a <= b", or a list: only points that satisfy all
///              KEY.file = "FILE": code in place of that parameter's own choices; KEY.NAME: values of the code's
///              parameter NAME; task = "program" with program.command, results, files, name, seconds
///              time_limit (seconds, or "1h30m"), retries, keep_weights
///     [scale.NAME]      the same kinds of values, for every grid (of this file and those it includes) whose task has
///                       the parameter; may be empty
///     scale.NAME.PARAMETER = …      inside a [[grid]]: for this grid alone
/// Scales are read here and chosen in engine/sweep/overrides.hpp. Throws Error(config) "FILE:LINE: what, what to do".
Sweep read_sweep_file(const std::string& path);

/// Reads a sweep file's text; `path` names it in messages and is where its includes are looked for.
Sweep parse_sweep(const std::string& text, const std::string& path);

/// Reads the text that a store or a crate keeps, and opens no file: it refuses includes and marks its grids.
Sweep parse_stored_sweep(const std::string& text);

}  // namespace icsweep
