#include <fmt/format.h>

#include <optional>
#include <tuple>

#include "engine/commands/commands.hpp"
#include "engine/commands/written_figure.hpp"
#include "io/error.hpp"
#include "io/figures/asked_plot.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/whole_file.hpp"

namespace icsweep {

namespace {

/// The two names on either side of a comma; nothing unless there is one comma.
std::optional<std::pair<std::string, std::string>> two_names(const std::string& list) {
  const auto comma = list.find(',');
  if (comma == std::string::npos || list.find(',', comma + 1) != std::string::npos) return std::nullopt;
  return std::pair(list.substr(0, comma), list.substr(comma + 1));
}

/// Puts what was asked for in one word, "depth,learning_rate", into the question's parts.
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

int plot_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  namespace po = boost::program_options;
  std::string path, output, where, log, pareto;
  PlotQuestion question;
  bool all = false;
  po::options_description options("Options");
  options.add_options()("store", po::value(&path)->required(), "store")(
      "task", po::value(&question.task)->required(), "one of its tasks")("y", po::value(&question.y),
                                                                         "a result, a number or a curve")(
      "x", po::value(&question.x), "a parameter, two for a heat map; of a curve its dimension unless given")(
      "pareto", po::value(&pareto), "two results instead of x and y: the settings that none beats in both")(
      "by", po::value(&question.by), "a line for each value of this parameter")(
      "log", po::value(&log), "logarithmic axes: x, y or xy")("median", po::bool_switch(&question.quartiles),
                                                              "median and quartiles over seeds, not mean and interval")(
      "all", po::bool_switch(&all), earlier_help)("where", po::value(&where),
                                                  "SQL: which experiments, e.g. 'epochs = 200'")(
      "output,o", po::value(&output), "file to write: .svg, .pdf or .png; TASK-Y.svg here unless given");
  if (!parse_arguments(self, arguments, options, {"store", "task"})) return exit_success;
  if (log.find_first_not_of("xy") != log.npos)
    throw Error(ErrorKind::config, fmt::format("plot: --log {}: use x, y or xy", log));
  question.log_x = log.find('x') != log.npos, question.log_y = log.find('y') != log.npos;
  set_axes(question, pareto);
  question.counting = counting_of(all);
  if (output.empty()) output = fmt::format("{}-{}.svg", question.task, question.y);
  const ImageFormat format = image_format(output);
  expect_another_file(output, path);
  const StoreReader store(path);
  const SqlDatabase database(store);
  const Figure figure = asked_plot(database, question);
  if (!where.empty()) check_where(database, {question.task}, where);
  say_left_out(database, {question.task}, question.counting);
  const Holding held = holding(database, figure, {where, question.counting});
  if (!held.some)
    throw Error(ErrorKind::config, fmt::format("{}: no done experiment of {}{}", path, question.task,
                                               where.empty() ? "" : " has " + where));
  write_figure(database, figure, held, output, format, command_text(command_line(self, arguments)));
  return exit_success;
}

}  // namespace icsweep
