#include <fmt/format.h>

#include <iostream>

#include "engine/commands/commands.hpp"
#include "io/figures/gnuplot.hpp"
#include "io/figures/importance_plot.hpp"
#include "io/query/importance_answer.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/whole_file.hpp"

namespace icsweep {

int importance_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  namespace po = boost::program_options;
  std::string path, output;
  bool json = false, all = false;
  ImportanceQuestion question;
  po::options_description options("Options");
  options.add_options()("store", po::value(&path)->required(), "store")("task", po::value(&question.task)->required(),
                                                                        "one of its tasks")(
      "metric", po::value(&question.metric)->required(), "a scalar result, seconds, or SQL: 'log10(test_mse)'")(
      "where", po::value(&question.where), "SQL: which experiments, e.g. 'epochs = 200'")(
      "all", po::bool_switch(&all), earlier_help)("best", po::value(&question.part)->default_value(0.1, "0.1"),
                                                  "share of the settings that are the best")(
      "largest", po::bool_switch(&question.largest), "the largest metric is best, not the smallest")(
      "output,o", po::value(&output), "draw it too: .svg, .pdf or .png")("json", po::bool_switch(&json),
                                                                         "one JSON object with every effect");
  if (!parse_arguments(self, arguments, options, {"store", "task", "metric"})) return exit_success;
  question.counting = counting_of(all);
  const ImageFormat format = output.empty() ? ImageFormat::svg : image_format(output);
  if (!output.empty()) expect_another_file(output, path);
  const StoreReader store(path);
  const SqlDatabase database(store);
  const ImportanceAnswer answer = importance_of(database, question);
  if (!output.empty()) {
    Plot plot = importance_plot(answer);
    plot.command = command_text(command_line(self, arguments));
    write_whole_file(output, {draw(plot, format)});
  }
  json ? print_json(answer, std::cout) : print_table(answer, std::cout);
  std::cout.flush();
  return exit_success;
}

}  // namespace icsweep
