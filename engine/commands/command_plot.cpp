#include <fmt/format.h>

#include <optional>
#include <tuple>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/commands/written_figure.hpp"
#include "io/base/error.hpp"
#include "io/figures/asked_plot.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {

namespace {

/// The two names beside a comma; nothing unless there is exactly one comma.
std::optional<std::pair<std::string, std::string>> two_names(const std::string& list) {
  const auto comma = list.find(',');
  if (comma == std::string::npos || list.find(',', comma + 1) != std::string::npos) return std::nullopt;
  return std::pair(list.substr(0, comma), list.substr(comma + 1));
}

/// Splits names in one word, "depth,learning_rate", into the parts of the question.
void set_axes(PlotQuestion& question, const std::string& pareto) {
  if (!pareto.empty()) {
    const auto names = two_names(pareto);
    if (!names || !question.x.empty() || !question.y.empty() || question.quartiles)
      throw Error(ErrorKind::config,
                  fmt::format("plot: --pareto {}: name two results, as test_mse,seconds, without --x, --y and --median",
                              pareto));
    question.front = true;
    std::tie(question.x, question.y) = *names;
  } else if (question.y.empty()) {
    throw Error(ErrorKind::config, "plot: say what with --y RESULT or --pareto RESULT,RESULT");
  } else if (question.x.find(',') != std::string::npos) {
    const auto names = two_names(question.x);
    if (!names) throw Error(ErrorKind::config, fmt::format("plot: --x {}: name one parameter or two", question.x));
    std::tie(question.x, question.down) = *names;
  }
}

}  // namespace

OptionTable plot_options() {
  using namespace option;
  OptionTable table{
      {place("store", "STORE.h5", "store").completed_by(store_files),
       place("task", "TASK", "one of its tasks").completed_by(task_names),
       text("y", "RESULT", "a result, a number or a curve").alternative().completed_by(results),
       text("pareto", "RESULT,RESULT", "two results instead of x and y: the settings that none beats in both")
           .alternative()
           .completed_by(scalars),
       text("x", "PARAMETER", "a parameter, two for a heat map; for a curve its dimension by default")
           .completed_by(parameter_names),
       text("by", "PARAMETER", "a line for each value of this parameter").completed_by(parameter_names),
       text("log", "AXES", "logarithmic axes: x, y or xy").one_of({"x", "y", "xy"}),
       flag("median", "median and quartiles over seeds, not mean and interval"), flag("all", earlier_help),
       text("where", "SQL", "which experiments, such as 'epochs = 200'")}};
  for (auto& o : picture_options("TASK-Y.svg here")) table.options.push_back(std::move(o));
  return table;
}

int plot_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const std::string path = given->text("store"), where = given->text("where"), log = given->text("log");
  const bool all = given->flag("all");
  PlotQuestion question;
  question.task = given->text("task"), question.by = given->text("by");
  question.y = given->text("y"), question.x = given->text("x"), question.quartiles = given->flag("median");
  if (log.find_first_not_of("xy") != log.npos)
    throw Error(ErrorKind::config, fmt::format("plot: --log {}: use x, y or xy", log));
  question.log_x = log.find('x') != log.npos, question.log_y = log.find('y') != log.npos;
  set_axes(question, given->text("pareto"));
  question.counting = counting_of(all);
  const Picture picture = picture_of(*given, fmt::format("{}-{}.svg", question.task, question.y), path,
                                     command_text(command_line(self, arguments)));
  const StoreReader store(path);
  const SqlDatabase database(store);
  const Figure figure = asked_plot(database, question);
  if (!where.empty()) check_where(database, {question.task}, where);
  say_left_out(database, {question.task}, question.counting);
  const Holding held = holding(database, figure, {where, question.counting});
  if (!held.some)
    throw Error(ErrorKind::config, fmt::format("{}: no done experiment of {}{}", path, question.task,
                                               where.empty() ? "" : " has " + where));
  write_figure(database, figure, held, picture);
  return exit_success;
}

}  // namespace icsweep
