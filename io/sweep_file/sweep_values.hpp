// Parses the values in a sweep file: lists, ranges, random draws and durations; grids, code, scales and [search].
#pragma once

#define TOML_EXCEPTIONS 1
#include <string>

#include "io/sweep_file/sweep.hpp"
#include "io/sweep_file/toml.hpp"

namespace icsweep::sweep_values {

/// Reads the values of keys. Messages name file and line. All functions throw Error(config).
class Reader {
 public:
  /// `values`: counter of the values read so far, over all included files. A command line has no lines.
  Reader(std::string path, std::int64_t& values, bool has_lines = true)
      : path_(std::move(path)), values_(values), has_lines_(has_lines) {}

  const std::string& path() const { return path_; }
  [[noreturn]] void fail(int line, const std::string& what) const {
    throw sweep_error({path_, has_lines_ ? line : 0, 0}, what);
  }
  Place place(const toml::node& node) const { return place(node.source().begin); }
  Place place(const toml::key& key) const { return place(key.source().begin); }

  /// The axis of a parameter, or those of the parameters nested in a table.
  void axes(const toml::key& key, const toml::node& node, std::vector<Axis>& all) const;
  std::string text(std::string_view name, const toml::node& node) const;
  bool flag(std::string_view name, const toml::node& node) const;
  std::int64_t integer(std::string_view name, const toml::node& node, std::int64_t least, std::int64_t most) const;
  /// A number strictly between the bounds.
  double between(std::string_view name, const toml::node& node, double low, double high) const;
  /// Seconds: a number, or a text such as "90s", "1h30m", "2d".
  double seconds(std::string_view name, const toml::node& node) const;
  /// A list of texts; one text becomes a list of one.
  std::vector<std::string> texts(std::string_view name, const toml::node& node) const;
  /// A number, a text, true or false; in a list also a list or a table.
  Value value(std::string_view name, const toml::node& node) const;
  /// Several of them, at least one.
  std::vector<Value> list(std::string_view name, const toml::array& list) const;

 private:
  Axis axis(const toml::key& key, const toml::node& node) const;
  void read_values(const toml::node& node, Axis& axis) const;
  void read_condition(const toml::table& table, Axis& axis) const;
  bool is_group(const toml::node& node) const;
  Value composite(std::string_view name, const toml::node& node) const;
  std::vector<Value> range(std::string_view name, const toml::table& range) const;
  std::vector<Value> counted(std::string_view name, const toml::table& range) const;
  std::vector<Value> linear_range(std::string_view name, const toml::table& range) const;
  std::vector<Value> log_range(std::string_view name, const toml::table& range) const;
  std::int64_t count_of(std::string_view name, const toml::table& range) const;
  int line(const toml::node& node) const { return place(node).line; }
  Place place(const toml::source_position& at) const {
    return has_lines_ ? Place{path_, int(at.line), int(at.column)} : Place{path_};
  }

  std::string path_;
  std::int64_t& values_;
  bool has_lines_;
};

/// Reads the setting with that key; false if the key is not a setting.
bool read_setting(const Reader& read, std::string_view key, const toml::node& node, Settings& settings);

/// Reads {cores, memory, gpus, limit}.
Resources read_resources(const Reader& read, const toml::table& table);

/// Reads {count, seed} of random points.
Sample read_sample(const Reader& read, const toml::node& node);

/// True for the key `search` with a table that has a method, in a scale of a file.
bool is_search(const toml::key& key, const toml::node& node);

/// `common`: the scales belong to a file, not to one grid, and may have a search of their own, which is left out.
std::vector<Scale> read_scales(const Reader& read, const toml::node& node, bool common);

/// `settings`: the file's, which the grid may override.
Grid read_grid(const Reader& read, const toml::table& table, const Settings& settings);

/// True if the node is a table that names code.
bool names_code(const toml::key& key, const toml::node& node);

/// Reads the grid's code, and the axes of its own parameters.
void read_code(const Reader& read, const toml::key& key, const toml::table& table, Grid& grid);

/// Reads [search] into `search`, or into `rounds` if method = "tpe". The latter has metric, rounds, per_round
/// and version. Other methods ("halving" and "scouts") have metric (a name, or {name, largest}), resource, keep (see
/// SearchTable::keep_of), over and per (a name or a list). Halving also has eta (4) and rungs (4, or the most that
/// fit). Tasks know the meaning of the names, see engine/search/. Throws Error(config) for another key, a value of
/// another form, and a name that occurs twice or in both `over` and `per`. Refuses Hyperband and races over
/// seeds, which earlier versions had; a stored sweep with one of them has no search.
void read_search(const Reader& read, const toml::key& key, const toml::node& node, bool stored, SearchOfSweep& into);

}  // namespace icsweep::sweep_values
