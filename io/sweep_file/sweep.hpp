// A sweep as its file describes it: grids of values, each with its place in the file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/base/resources.hpp"
#include "io/schema/schema.hpp"

namespace icsweep {

/// A place: a line of a file, or a command-line option (without a line).
struct Place {
  std::string path;
  int line = 0, column = 0;
};

/// "FILE:LINE: what" as an Error(config).
Error sweep_error(const Place& place, const std::string& what);

/// Runs f. Adds the place and `about` in front of the message of an error.
template <class F>
auto located(const Place& place, const std::string& about, F&& f) {
  try {
    return f();
  } catch (const Error& e) {
    throw sweep_error(place, about + e.what());
  }
}

/// A parameter that is drawn: a number between two bounds or around a mean, or one of the choices.
struct Draw {
  enum class Law { uniform, log_uniform, integer, choice, log_integer, normal } law;
  std::vector<Value> values;      ///< both bounds (included for integers); mean and standard deviation; or the choices
  std::optional<Value> step{};    ///< of uniform and integer: only the lower bound and multiples of the step above it
  std::vector<double> weights{};  ///< of the choices, their sum is 1; empty: equal
};
inline constexpr Draw::Law draw_laws[] = {Draw::Law::uniform,     Draw::Law::log_uniform, Draw::Law::integer,
                                          Draw::Law::log_integer, Draw::Law::normal,      Draw::Law::choice};
/// The law's key in a sweep file.
const char* name_of(Draw::Law law);
/// All of them for a message: "{uniform}, {log_uniform}, … or {choice}".
std::string draw_laws_text();

/// One parameter's values in a grid, or the law for drawing them.
struct Axis {
  std::string name;
  std::vector<Value> values;
  std::optional<Draw> draw;
  Place place;
  std::vector<Value> proposed{};  ///< for a drawn parameter: values after those of the sample
  std::string path{};             ///< of a nested parameter: "model.lr", whose name is model_lr
  std::string when{};             ///< a condition; where it fails, the parameter is at its default or absent

  /// The name as the file has it.
  const std::string& written() const { return path.empty() ? name : path; }
};

/// An expression over parameters: a condition on points, or the value of a derived parameter.
struct Formula {
  std::string name, text;  ///< name: "where", or the parameter
  Place place;
  std::string path{};  ///< of a nested parameter
};

/// The number of random points, which replace the product of the drawn parameters.
struct Sample {
  std::int64_t count, seed;
  Place place;
  bool sobol = false;  ///< Sobol's points, which fill the space more evenly than random ones
};

/// Settings of runs. They are not part of an experiment's identity.
struct Settings {
  double time_limit = 0;      ///< seconds per run; 0: no limit
  int retries = 0;            ///< further runs of a failed experiment
  bool keep_weights = false;  ///< stores the trained parameters
  Resources resources{};
  Place resources_place{};
};

/// Another size of a file or a grid: axes that replace those of a grid.
struct Scale {
  std::string name;
  std::vector<Axis> axes;
  bool common;  ///< true for a file's scale: applies to all grids whose task has the parameter
};

/// Code that a grid names with KEY.file, or with program.command for the task `program`. KEY.NAME next to KEY.file
/// gives the code a parameter of its own, whose axis is called KEY_NAME.
struct Code {
  std::string key;  ///< the parameter that the code replaces, or "program"
  /// Values by the name after the dot: file and files; or name, command, results, files, steps, at_rung and version.
  std::map<std::string, std::vector<std::string>> texts;
  double seconds = 0, silent_after = 0;  ///< for a program: time per experiment, and time without output; 0: unset
  Place place;
  std::map<std::string, Place> places{};  ///< of `steps` and `at_rung`
  /// Parameters that the code got after it had results: the value that the older results have.
  Values added{};
  Place added_place{};
};

/// A draw of another store, with its results.
struct KnownDraw {
  std::vector<Value> values;    ///< of the drawn parameters, in the grid's order
  std::vector<double> metrics;  ///< means, in the order of RoundsTable::metrics; not finite: among the worst
};

/// A task and the values of its parameters. The grid is their product.
struct Grid {
  std::string task;
  std::vector<Axis> axes;
  Place place;
  std::vector<Scale> scales;                  ///< later ones win: the file's, the grid's own, those of including files
  std::vector<std::vector<std::string>> zip;  ///< parameters whose lists advance together
  Place zip_place;
  std::optional<Sample> sample;
  std::vector<Formula> derived, where;
  Settings settings;
  std::optional<Code> code;
  bool is_changed = false;  ///< by a scale or the command line
  bool from_store = false;  ///< the text comes from a store: files that its values name are not opened
};

/// The table [search]: selects the settings that are trained to the end (docs/reference/sweep-files.md).
struct SearchTable {
  /// A name that is the value of a key, and its place.
  struct Key {
    std::string name;
    Place place;
  };

  enum class Method { halving, scouts } method = Method::halving;
  Key metric, resource;
  bool largest = false;                    ///< the best metric is the largest
  std::int64_t eta = 4;                    ///< one setting in eta continues at each rung
  std::optional<std::int64_t> rungs{};     ///< the last rung is the end; unset: usual_rungs, or the most that fit
  std::optional<std::int64_t> keep{};      ///< at least this many settings continue; unset: see keep_of()
  std::optional<std::vector<Key>> over{};  ///< unset: the task's seeds
  std::vector<Key> per{};
  Place place;
  static constexpr std::int64_t usual_rungs = 4;

  const char* method_name() const;
  /// `keep`. If unset: a fifth of the settings, rounded down but at least 1; for scouts a seventh, rounded up.
  std::int64_t keep_of(std::size_t settings) const;

  /// One line that identifies the search: "halving metric=loss smallest resource=epochs eta=3 rungs=4".
  std::string text() const;
  /// True if the text() is of a search method that this version has removed.
  static bool was_removed(const std::string& text);
};

/// [search] with method = "tpe": rounds of draws, each based on the results of earlier rounds
/// (docs/guides/searches.md).
struct RoundsTable {
  struct Metric : SearchTable::Key {
    bool largest = false;  ///< the best value is the largest
  };

  std::vector<Metric> metrics{};           ///< at least one; several are compared by non-domination
  std::int64_t rounds = 0, per_round = 0;  ///< rounds after the sample, and draws per round
  /// Path of a store whose draws are the first observations (engine/ledger/started_sweep.hpp).
  std::optional<SearchTable::Key> start_from{};
  std::vector<std::vector<KnownDraw>> known{};  ///< these draws by grid; empty before they are read
  std::int64_t version = newest;  ///< of the estimator (engine/search/tpe.hpp); another proposes other draws
  static constexpr std::int64_t newest = 4;
  Place place;

  /// "smallest test_mse, largest accuracy".
  std::string metrics_text() const;
};

/// A table [search]: a race or rounds of proposals, not both.
struct SearchOfSweep {
  std::optional<SearchTable> search{};
  std::optional<RoundsTable> rounds{};
};

struct Sweep : SearchOfSweep {
  std::string path, text, name;  ///< text: including that of included files
  std::vector<Grid> grids{};
  std::map<std::string, SearchOfSweep> scale_searches{};  ///< [scale.NAME.search] of the file itself
};

}  // namespace icsweep
