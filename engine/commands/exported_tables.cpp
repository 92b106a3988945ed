#include "engine/commands/exported_tables.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "io/base/error.hpp"
#include "io/base/say.hpp"
#include "io/base/shipped.hpp"
#include "io/base/variable.hpp"
#include "io/base/which_python.hpp"
#include "io/base/whole_file.hpp"
#include "io/query/query.hpp"
#include "io/store/asked_names.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

/// Adds the folder of the Python package, and names this program to it.
void prepare_environment() {
  const std::string path = variable("PYTHONPATH");
  const std::string package = (fs::path(shipped_folder()) / "python").string();
  ::setenv("PYTHONPATH", (path.empty() ? package : path + ":" + package).c_str(), 1);
  ::setenv("ICSWEEP", program_path().c_str(), 1);
}

[[noreturn]] void become_python(const std::vector<std::string>& arguments) {
  const std::string python = which_python();
  std::vector<char*> words{const_cast<char*>(python.c_str())};
  for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  prepare_environment();
  ::execvp(python.c_str(), words.data());
  throw Error(ErrorKind::config,
              fmt::format("export: {}: cannot be run ({}), use {}", python, std::strerror(errno), pythons));
}

void write_answer(const SqlDatabase& database, const std::string& sql, const fs::path& file) {
  std::ostringstream text;
  run_query(database, sql, QueryFormat::spreadsheet, text);
  write_whole_file(file.string(), {text.str()});
}

/// Names of the columns that describe an experiment, as the first rows of `icsweep query` do: its parameters without
/// the hash of code, and its results. The columns of records are for queries.
std::string own_columns(const Table& table) {
  std::string names = "experiment, identity";
  for (const Column& c : table.columns) {
    const bool is_own = c.role == Role::parameter || (c.role == Role::result && c.dimensions.empty());
    if (is_own && c.name != "code") names += fmt::format(", \"{}\"", c.name);
  }
  return names + ", seconds";
}

void write_csv(const StoreReader& store, const std::string& task, const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw Error(ErrorKind::config, fmt::format("export: {}: cannot be made ({})", folder.string(), error.message()));
  const SqlDatabase database(store);
  for (const StoredTable& table : store.tables()) {
    const std::string& name = table.table().task;
    if (!task.empty() && name != task) continue;
    write_answer(database, fmt::format("SELECT {} FROM {}", own_columns(table.table()), name),
                 folder / (name + ".csv"));
    write_answer(database, fmt::format("SELECT experiment, curve, at, value FROM curves WHERE task = '{}'", name),
                 folder / (name + "-curves.csv"));
  }
  for (const auto& line : database.left_out()) say(stderr, "{}\n", line);
}

}  // namespace

int export_tables(const std::string& path, const std::string& task, const std::string& format,
                  const std::string& place) {
  constexpr std::array known{"csv", "parquet", "tensorboard", "mlflow"};
  if (std::ranges::find(known, format) == known.end())
    throw Error(ErrorKind::config, fmt::format("export: --to {}: use csv, parquet, tensorboard or mlflow", format));
  const StoreReader store(path);
  if (!task.empty()) asked_table(store, task);
  if (format != "csv") become_python({"-m", "icsweep.exports", format, path, place, task});
  write_csv(store, task, place);
  return 0;
}

}  // namespace icsweep
