// A sweep as its file says it: grids of values, and where each was written.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/schema.hpp"

namespace icsweep {

/// Where something was written: a line of a file, or a command-line option (no line).
struct Place {
  std::string path;
  int line = 0, column = 0;
};

/// "FILE:LINE: what" as an Error(config).
Error sweep_error(const Place& place, const std::string& what);

/// Runs f and puts the place, and what it is about, before what it throws.
template <class F>
auto located(const Place& place, const std::string& about, F&& f) {
  try {
    return f();
  } catch (const Error& e) {
    throw sweep_error(place, about + e.what());
  }
}

/// How a parameter is drawn at random: numbers between the two bounds, or one of the choices.
struct Draw {
  enum class Law { uniform, log_uniform, integer, choice } law;
  std::vector<Value> values;  ///< both bounds (an integer's belong to it), or the choices
};

/// One parameter's values inside a grid, or how they are drawn.
struct Axis {
  std::string name;
  std::vector<Value> values;
  std::optional<Draw> draw;
  Place place;
};

/// An expression over parameters: a rule that points must satisfy, or what a parameter is computed from.
struct Formula {
  std::string name, text;  ///< name: "where", or the parameter
  Place place;
};

/// So many points drawn at random, in place of a product of the drawn parameters.
struct Sample {
  std::int64_t count, seed;
  Place place;
};

/// How experiments are run: no part of their identity.
struct Settings {
  double time_limit = 0;      ///< seconds of one run, 0 for none
  int retries = 0;            ///< further runs of one that failed
  bool keep_weights = false;  ///< the trained parameters go into the store
};

/// Another size of a file or of a grid: axes that take the place of a grid's own.
struct Scale {
  std::string name;
  std::vector<Axis> axes;
  bool common;  ///< of a file: where the grid's task has the parameter
};

/// A task and the values of its parameters; the grid is their product.
struct Grid {
  std::string task;
  std::vector<Axis> axes;
  Place place;
  std::vector<Scale> scales;                  ///< the later is stronger: its file's, its own, those of files around
  std::vector<std::vector<std::string>> zip;  ///< parameters whose lists go in step
  Place zip_place;
  std::optional<Sample> sample;
  std::vector<Formula> derived, where;
  Settings settings;
};

struct Sweep {
  std::string path, text, name;  ///< text: with that of the files it includes
  std::vector<Grid> grids;
};

}  // namespace icsweep
