#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/commands/commands.hpp"
#include "engine/commands/written_figure.hpp"
#include "io/error.hpp"
#include "io/figures/answers.hpp"
#include "io/query/text_grid.hpp"
#include "io/say.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/whole_file.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;

/// The sweeps to run, or the missing experiments if the store has some.
std::string missing_text(const Figure& figure, const Holding& h) {
  if (h.missing.empty()) return "";
  return h.some ? fmt::format("{}", fmt::join(h.missing, "; ")) : "run " + sweep_names(figure);
}

std::string held_text(const Holding& h) {
  return h.missing.empty() ? "yes" : h.some ? "partly" : "no";
}

/// On a terminal the missing experiments are wrapped to its width; elsewhere each figure has one line.
void list(const SqlDatabase& database, const std::string& where) {
  constexpr int before = 27;  // columns of the two others: "universality-fig4  partly  "
  const int width = ::isatty(STDOUT_FILENO) ? std::max(20, terminal_size(STDOUT_FILENO).columns - before) : 1'000'000;
  TextGrid grid(3);
  for (const char* heading : {"figure", "held", "missing"}) grid.add(heading, true);
  for (const auto& figure : all_figures()) {
    const Holding h = holding(database, figure, where);
    grid.add_wrapped({figure.name, held_text(h), missing_text(figure, h)}, {before, before, width});
  }
  grid.print(std::cout);
}

void list_json(const SqlDatabase& database, const std::string& where) {
  nlohmann::ordered_json json = nlohmann::json::array();
  for (const auto& figure : all_figures()) {
    const Holding h = holding(database, figure, where);
    json.push_back(
        {{"figure", figure.name}, {"held", held_text(h)}, {"missing", h.missing}, {"sweeps", figure.sweeps}});
  }
  say("{}\n", json.dump());
}

std::vector<std::string> tasks_of(const std::vector<Figure>& figures) {
  std::vector<std::string> tasks;
  for (const auto& figure : figures)
    for (const auto& selection : figure.selections) tasks.push_back(selection.task);
  return tasks;
}

void check(const Figure& figure, const Holding& h, const std::string& store, bool partial) {
  if (h.missing.empty() || (partial && h.some)) return;
  throw Error(ErrorKind::config, fmt::format("{}: {} needs done experiments of {}; run {} with -o {}{}", store,
                                             figure.name, fmt::join(h.missing, "; "), sweep_names(figure), store,
                                             h.some && !partial ? ", or draw what is there with --partial" : ""));
}

/// Says which experiments of earlier sweeps are drawn: a query would leave them out.
void say_earlier(const SqlDatabase& database, const Figure& figure) {
  std::set<std::string> tasks;
  for (const auto& selection : figure.selections)
    if (database.store().find(selection.task)) tasks.insert(selection.task);
  for (const auto& task : tasks) {
    const auto earlier =
        texts(database, fmt::format("SELECT count(*) FROM \"{}_all\" WHERE status = 'done' AND planned = 0", task));
    if (earlier.at(0).at(0) != "0")
      say(stderr,
          "{} may draw {} experiments of {} that are of earlier sweeps (--where 'planned = 1' leaves them out)\n",
          figure.name, earlier[0][0], task);
  }
}

}  // namespace

int figure_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  std::string path, name, output, where;
  bool listed = false, partial = false, json = false;
  po::options_description options("Options");
  options.add_options()("store", po::value(&path)->required(), "store")("name", po::value(&name), "figure, see --list")(
      "output,o", po::value(&output), "file to write: .svg, .pdf or .png; NAME.svg here unless given")(
      "list", po::bool_switch(&listed), "all figures, and what the store lacks for them")(
      "json", po::bool_switch(&json), "the list as JSON")("partial", po::bool_switch(&partial), "draw what is there")(
      "where", po::value(&where), "SQL: which experiments, e.g. 'epochs = 200'");
  if (!parse_arguments(self, arguments, options, {"store", "name"})) return exit_success;
  if (listed == !name.empty() || (json && !listed))
    throw Error(ErrorKind::config, "figure: name a figure to draw, or ask with --list which the store holds");
  const StoreReader store(path);
  const SqlDatabase database(store);
  if (!where.empty()) check_where(database, tasks_of(listed ? all_figures() : std::vector{find_figure(name)}), where);
  if (listed) {
    json ? list_json(database, where) : list(database, where);
    return exit_success;
  }
  const Figure& figure = find_figure(name);
  if (output.empty()) output = name + ".svg";
  const ImageFormat format = image_format(output);
  expect_another_file(output, path);
  const Holding h = holding(database, figure, where);
  check(figure, h, path, partial);
  if (where.find("planned") == std::string::npos) say_earlier(database, figure);
  write_figure(database, figure, h, output, format, command_text(command_line(self, arguments)));
  return exit_success;
}

}  // namespace icsweep
