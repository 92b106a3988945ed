#include <fmt/format.h>

#include "engine/commands/commands.hpp"
#include "engine/commands/written_figure.hpp"
#include "io/error.hpp"
#include "io/figures/asked_plot.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/whole_file.hpp"

namespace icsweep {

int plot_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  namespace po = boost::program_options;
  std::string path, output, where, log;
  PlotQuestion question;
  po::options_description options("Options");
  options.add_options()("store", po::value(&path)->required(), "store")(
      "task", po::value(&question.task)->required(), "one of its tasks")("y", po::value(&question.y)->required(),
                                                                         "a result, a number or a curve")(
      "x", po::value(&question.x), "a parameter; of a curve its dimension unless given")(
      "by", po::value(&question.by), "a line for each value of this parameter")(
      "log", po::value(&log), "logarithmic axes: x, y or xy")("where", po::value(&where),
                                                              "SQL: which experiments, e.g. 'epochs = 200'")(
      "output,o", po::value(&output), "file to write: .svg, .pdf or .png; TASK-Y.svg here unless given");
  if (!parse_arguments(self, arguments, options, {"store", "task"})) return exit_success;
  if (log.find_first_not_of("xy") != log.npos)
    throw Error(ErrorKind::config, fmt::format("plot: --log {}: use x, y or xy", log));
  question.log_x = log.find('x') != log.npos, question.log_y = log.find('y') != log.npos;
  if (output.empty()) output = fmt::format("{}-{}.svg", question.task, question.y);
  const ImageFormat format = image_format(output);
  expect_another_file(output, path);
  const StoreReader store(path);
  const SqlDatabase database(store);
  const Figure figure = asked_plot(database, question);
  if (!where.empty()) check_where(database, {question.task}, where);
  const Holding held = holding(database, figure, where);
  if (!held.some)
    throw Error(ErrorKind::config, fmt::format("{}: no done experiment of {}{}", path, question.task,
                                               where.empty() ? "" : " has " + where));
  write_figure(database, figure, held, output, format);
  return exit_success;
}

}  // namespace icsweep
