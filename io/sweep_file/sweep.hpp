// A sweep as its file writes it: grids of values, and where each was written.
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

/// Runs f; puts the place and `about` before the message of an error.
template <class F>
auto located(const Place& place, const std::string& about, F&& f) {
  try {
    return f();
  } catch (const Error& e) {
    throw sweep_error(place, about + e.what());
  }
}

/// A parameter drawn at random: a number between two bounds, or one of the choices.
struct Draw {
  enum class Law { uniform, log_uniform, integer, choice } law;
  std::vector<Value> values;  ///< both bounds (included for integers), or the choices
};
inline constexpr Draw::Law draw_laws[] = {Draw::Law::uniform, Draw::Law::log_uniform, Draw::Law::integer,
                                          Draw::Law::choice};
/// The law's key in a sweep file.
const char* name_of(Draw::Law law);

/// One parameter's values inside a grid, or how they are drawn.
struct Axis {
  std::string name;
  std::vector<Value> values;
  std::optional<Draw> draw;
  Place place;
  std::vector<Value> proposed{};  ///< of a drawn one: its values after the sample's
};

/// An expression over parameters: a rule that points must satisfy, or the value of a derived parameter.
struct Formula {
  std::string name, text;  ///< name: "where", or the parameter
  Place place;
};

/// The number of points drawn at random, in place of a product of the drawn parameters.
struct Sample {
  std::int64_t count, seed;
  Place place;
};

/// How experiments run; not part of their identity.
struct Settings {
  double time_limit = 0;      ///< seconds of one run, 0 for none
  int retries = 0;            ///< further runs of an experiment that failed
  bool keep_weights = false;  ///< the trained parameters go into the store
};

/// Another size of a file or of a grid: axes that replace a grid's own.
struct Scale {
  std::string name;
  std::vector<Axis> axes;
  bool common;  ///< of a file: applies where the grid's task has the parameter
};

/// Code that a grid names by KEY.file, or by program.command for the task `program`; KEY.NAME beside KEY.file gives the
/// code a parameter of its own, whose axis is called KEY_NAME.
struct Code {
  std::string key;  ///< the parameter that it stands for, or "program"
  /// By what follows the key and the dot: file and files; or name, command, results and files.
  std::map<std::string, std::vector<std::string>> texts;
  double seconds = 0, silent_after = 0;  ///< of a program: time of one experiment, and without a word; 0: not given
  Place place;
};

/// A task and the values of its parameters; the grid is their product.
struct Grid {
  std::string task;
  std::vector<Axis> axes;
  Place place;
  std::vector<Scale> scales;                  ///< later ones win: its file's, its own, those of including files
  std::vector<std::vector<std::string>> zip;  ///< parameters whose lists advance together
  Place zip_place;
  std::optional<Sample> sample;
  std::vector<Formula> derived, where;
  Settings settings;
  std::optional<Code> code;
  bool from_store = false;  ///< its text was read from a store: files that its values name stay closed
};

/// [search]: which settings of the sweep are trained to the end (docs/reference/sweep-files.md).
struct SearchTable {
  /// The name that a key has for its value, and where it stands.
  struct Key {
    std::string name;
    Place place;
  };

  enum class Method { halving, scouts } method = Method::halving;
  Key metric, resource;
  bool largest = false;                    ///< the best metric is the largest
  std::int64_t eta = 4;                    ///< one setting in eta goes on at each rung
  std::optional<std::int64_t> rungs{};     ///< the end is the last; not given: usual_rungs or as many as fit
  std::optional<std::int64_t> keep{};      ///< so many settings go on at least; not given: see keep_of()
  std::optional<std::vector<Key>> over{};  ///< not given: the task's seeds
  std::vector<Key> per{};
  Place place;
  static constexpr std::int64_t usual_rungs = 4;

  const char* method_name() const;
  /// `keep`; without it a fifth of a race's settings, with scouts a seventh, rounded up.
  std::int64_t keep_of(std::size_t settings) const;

  /// One line that tells it from other searches: "halving metric=loss smallest resource=epochs eta=3 rungs=4".
  std::string text() const;
  /// Whether the text() is of a search that earlier versions had and this one lacks.
  static bool was_removed(const std::string& text);
};

/// [search] with method = "tpe": rounds of draws that follow from the results of the rounds before
/// (docs/guides/searches.md).
struct RoundsTable {
  SearchTable::Key metric;
  bool largest = false;                    ///< the best metric is the largest
  std::int64_t rounds = 0, per_round = 0;  ///< rounds after the sample, and the draws of each
  Place place;
};

struct Sweep {
  std::string path, text, name;  ///< text: with that of included files
  std::vector<Grid> grids;
  std::optional<SearchTable> search{};  ///< not with `rounds`
  std::optional<RoundsTable> rounds{};
};

}  // namespace icsweep
