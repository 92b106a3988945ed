#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/commands/written_figure.hpp"
#include "io/base/error.hpp"
#include "io/query/text_grid.hpp"
#include "io/base/say.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {
namespace {

/// The sweeps to run, or the missing experiments if the store has some.
std::string missing_text(const Figure& figure, const Holding& h) {
  if (h.missing.empty()) return "";
  return h.some ? fmt::format("{}", fmt::join(h.missing, "; ")) : "run " + sweep_names(figure);
}

std::string held_text(const Holding& h) {
  return h.missing.empty() ? "yes" : h.some ? "partly" : "no";
}

/// Wraps the missing experiments to the width of a terminal; elsewhere each figure has one line.
void list(const SqlDatabase& database, const Asked& asked) {
  constexpr int before = 27;  // columns of the other two: "universality-fig4  partly  "
  const int columns = output_columns(), width = columns > 0 ? std::max(20, columns - before) : 1'000'000;
  TextGrid grid(3);
  for (const char* heading : {"figure", "held", "missing"}) grid.add(heading, true);
  for (const auto& figure : all_figures()) {
    const Holding h = holding(database, figure, asked);
    grid.add_wrapped({figure.name, held_text(h), missing_text(figure, h)}, {before, before, width});
  }
  grid.print(std::cout);
}

void list_json(const SqlDatabase& database, const Asked& asked) {
  nlohmann::ordered_json json = nlohmann::json::array();
  for (const auto& figure : all_figures()) {
    const Holding h = holding(database, figure, asked);
    json.push_back(
        {{"figure", figure.name}, {"held", held_text(h)}, {"missing", h.missing}, {"sweeps", figure.sweeps}});
  }
  say("{}\n", json.dump());
}

std::set<std::string> tasks_of(const std::vector<Figure>& figures) {
  std::set<std::string> tasks;
  for (const auto& figure : figures)
    for (const auto& selection : figure.selections) tasks.insert(selection.task);
  return tasks;
}

/// Names an option that draws the figure although only `h` of it is there, or returns an empty text.
std::string way_out(const SqlDatabase& database, const Figure& figure, const Asked& asked, const Holding& h) {
  if (asked.counting == Counting::planned) {
    const Holding all = holding(database, figure, {asked.where, Counting::earlier_too});
    if (all.missing.size() < h.missing.size()) return ", or draw experiments of earlier sweeps with --all";
  }
  return h.some ? ", or draw the present results with --partial" : "";
}

void check(const SqlDatabase& database, const Figure& figure, const Asked& asked, const Holding& h,
           const std::string& store) {
  if (h.missing.empty()) return;
  throw Error(ErrorKind::config,
              fmt::format("{}: {} needs done experiments of {}; run {} with -o {}{}", store, figure.name,
                          fmt::join(h.missing, "; "), sweep_names(figure), store, way_out(database, figure, asked, h)));
}

}  // namespace

OptionTable figure_options() {
  using namespace option;
  OptionTable table{{place("store", "STORE.h5", "store").completed_by(store_files),
                     place("name", "NAME", "figure, see --list").alternative().completed_by(figure_names),
                     flag("list", "all figures, and what the store lacks for them").alternative(),
                     flag("json", "the list as JSON"), flag("partial", "draw the present results"),
                     flag("all", earlier_help), text("where", "SQL", "which experiments, such as 'epochs = 200'")}};
  for (auto& o : picture_options("NAME.svg here")) table.options.push_back(std::move(o));
  return table;
}

int figure_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const std::string path = given->text("store"), name = given->text("name"), where = given->text("where");
  const bool listed = given->flag("list"), partial = given->flag("partial"), json = given->flag("json");
  const bool all = given->flag("all");
  if (listed == !name.empty() || (json && !listed))
    throw Error(ErrorKind::config, "figure: name a figure to draw, or ask with --list which the store holds");
  const StoreReader store(path);
  const SqlDatabase database(store);
  const Asked asked{where, counting_of(all)};
  if (!where.empty()) check_where(database, tasks_of(listed ? all_figures() : std::vector{find_figure(name)}), where);
  if (listed) {
    json ? list_json(database, asked) : list(database, asked);
    return exit_success;
  }
  const Figure& figure = find_figure(name);
  const Picture picture = picture_of(*given, name + ".svg", path, command_text(command_line(self, arguments)));
  const Holding h = holding(database, figure, asked);
  if (!partial || !h.some) check(database, figure, asked, h, path);
  say_left_out(database, tasks_of({figure}), asked.counting);
  write_figure(database, figure, h, picture);
  return exit_success;
}

}  // namespace icsweep
