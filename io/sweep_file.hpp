// Sweep files: TOML text to grids of values. What the values mean is the tasks' business.
#pragma once

#include <string>
#include <vector>

#include "io/schema.hpp"

namespace icsweep {

/// One parameter's values inside a grid.
struct Axis {
  std::string name;
  std::vector<Value> values;
  int line;
};

/// How experiments are run: no part of their identity.
struct Settings {
  double time_limit = 0;      ///< seconds of one run, 0 for none
  int retries = 0;            ///< further runs of one that failed
  bool keep_weights = false;  ///< the trained parameters go into the store
};

/// Another size of a file or of a grid: axes that take the place of its own.
struct Scale {
  std::string name;
  std::vector<Axis> axes;
};

/// A task and the values of its parameters; the grid is their product.
struct Grid {
  std::string task;
  std::vector<Axis> axes;
  int line;
  std::vector<Scale> scales;  ///< of this grid alone, stronger than the file's
  Settings settings;
};

struct Sweep {
  std::string path, text, name;
  std::vector<Grid> grids;
  std::vector<Scale> scales;
};

/// Reads a sweep file:
///     [sweep]  name = "…"
///     [[grid]] task = "…", and for each parameter a value, a list, or a range
///              {from, to, step}, {from, to, count}, {log_from, log_to, count}; seed = {count = n, from = first (0)}
///     [scale.NAME]      the same kinds of values, for every grid whose task has the parameter; may be empty
///     scale.NAME.PARAMETER = …      inside a [[grid]]: for this grid alone
/// Both ends of a range are included; it is of integers if all its numbers are. Scales are read here and chosen in
/// engine/grid.hpp.
/// Throws Error(config) "FILE:LINE: what, what to do": no such file, bad TOML, unknown or repeated key, empty list or
/// grid, bad range.
Sweep read_sweep_file(const std::string& path);

/// The same for a text; `path` is used in messages.
Sweep parse_sweep(const std::string& text, const std::string& path);

/// "FILE:LINE: what" as an Error(config).
Error sweep_error(const std::string& path, int line, const std::string& what);

}  // namespace icsweep
