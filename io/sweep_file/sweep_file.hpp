// Reads sweep files: TOML text becomes grids of values. Tasks know what the values mean.
#pragma once

#include <optional>
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

/// Writes a sweep as a sweep file that needs no other file and no command line: included grids, and the values that a
/// scale or --set has chosen, stand in it as lists and ranges. parse_stored_sweep() reads it back to an equal sweep,
/// without the places, scales and code of the first one. The parameters of a grid's code are written as KEY_NAME.
std::string canonical_text(const Sweep& sweep);

/// A parameter's values, or one of the keys beside them that a command line may set.
struct SetOption {
  std::string text, name;  ///< text: PARAMETER=VALUE as given
  std::optional<Axis> axis{};
  std::optional<Sample> sample{};
  std::optional<Settings> settings{};  ///< `name` says which one counts
};

/// Reads PARAMETER=VALUE. The value is written as in a sweep file, but a text needs no quotes. Throws Error(config)
/// "--set PARAMETER=VALUE: …" for a value that cannot be read, and for a key that a command line cannot set.
SetOption parse_assignment(const std::string& text);

/// Copies the setting of this name; false if there is none.
bool take_setting(const std::string& name, const Settings& from, Settings& to);

}  // namespace icsweep
