// Reads and writes sweep files. TOML text becomes grids of values; only tasks know the meaning of the values.
#pragma once

#include <optional>
#include <string>

#include "io/sweep_file/sweep.hpp"

namespace icsweep {

/// Reads a sweep file:
///     include = "FILE" or a list of files, in or below this file's folder: their grids come first
///     [sweep]  name = "…"; time_limit, retries, keep_weights for all its grids
///     [[grid]] task = "…", and per parameter a value, a list, a range
///              {from, to, step}, {from, to, count}, {log_from, log_to, count}, {count, from}: both ends included;
///              integers if all numbers are, and step may then be left out; or, with sample = {count, seed}, a draw
///              {uniform = [a, b]}, {log_uniform = [a, b]}, {integer = [a, b]}, {choice = […]}
///              zip = ["a", "b"] or a list of such lists: one value for all, or lists of equal length
///              derive = {a = "2 * b"}: a parameter computed from others, in the order written
///              where = "a <= b", or a list: only points that satisfy all
///              KEY.file = "FILE": code in place of that parameter's own choices; KEY.NAME: values of the code's
///              parameter NAME; task = "program" with program.command, results, files, name, seconds
///              time_limit (seconds, or "1h30m"), retries, keep_weights
///     [scale.NAME]      the same kinds of values, for every grid (of this file and those it includes) whose task has
///                       the parameter; may be empty
///     scale.NAME.PARAMETER = …      inside a [[grid]]: for this grid only
/// engine/sweep/overrides.hpp chooses the scale. Throws Error(config) "FILE:LINE: what, what to do".
Sweep read_sweep_file(const std::string& path);

/// Parses a sweep file's text. `path` is its name in messages, and its includes are relative to it.
Sweep parse_sweep(const std::string& text, const std::string& path);

/// Parses the text that a store or a crate keeps, without opening any file: refuses includes and marks the grids.
Sweep parse_stored_sweep(const std::string& text);

/// Writes a sweep as a sweep file that needs no other file and no command line. Included grids, and values that a scale
/// or --set has chosen, become lists and ranges. parse_stored_sweep() reads it back as an equal sweep, without the
/// places, scales and code of the original. The parameters of a grid's code become KEY_NAME.
std::string canonical_text(const Sweep& sweep);

/// A parameter's values, or a grid key that a command line may set.
struct SetOption {
  std::string text, name;  ///< text: the given PARAMETER=VALUE
  std::optional<Axis> axis{};
  std::optional<Sample> sample{};
  std::optional<Settings> settings{};  ///< `name` selects one of them
};

/// Parses PARAMETER=VALUE. The value has the form of a sweep file, but texts need no quotes. Throws Error(config)
/// "--set PARAMETER=VALUE: …" for an unreadable value, and for a key that a command line cannot set.
SetOption parse_assignment(const std::string& text);

/// Copies the setting with this name; false if no setting has that name.
bool take_setting(const std::string& name, const Settings& from, Settings& to);

}  // namespace icsweep
