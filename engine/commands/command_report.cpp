#include <fmt/format.h>

#include <filesystem>

#include "engine/cluster/report_error.hpp"
#include "engine/commands/commands.hpp"
#include "engine/planning/version.hpp"
#include "io/figures/figure.hpp"
#include "io/figures/gnuplot.hpp"
#include "io/report/report.hpp"
#include "io/say.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/whole_file.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;

/// Draws every figure whose experiments the store has. Without gnuplot the page says so and has everything else.
void add_figures(const Store& store, Report& report) {
  const SqlDatabase database(store);
  bool told = false;
  for (const auto& figure : all_figures()) {
    const Holding h = holding(database, figure);
    if (!h.missing.empty()) {
      report.missing.push_back(
          {figure.name, fmt::format("wants {}: run {}", fmt::join(h.missing, "; "),
                                    h.some ? "the rest of " + sweep_names(figure) : sweep_names(figure))});
      continue;
    }
    try {
      const Plot plot = plot_of(database, figure, h);
      report.figures.push_back(
          {figure.name, plot.title, fmt::format("{}", fmt::join(plot.caption, "\n")), draw(plot, ImageFormat::svg)});
    } catch (const Error& e) {
      report.missing.push_back({figure.name, e.what()});
      if (!told) report_error(e);
      told = true;
    }
  }
}

}  // namespace

int report_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  std::string path, output;
  po::options_description options("Options");
  options.add_options()("store", po::value(&path)->required(), "store")(
      "output,o", po::value(&output), "page to write; the store's name with .html if not given");
  if (!parse_arguments(self, arguments, options, {"store"})) return exit_success;
  if (output.empty()) output = std::filesystem::path(path).replace_extension(".html").string();
  if (const auto kind = std::filesystem::path(output).extension(); kind != ".html" && kind != ".htm")
    throw Error(ErrorKind::config, fmt::format("report: -o {}: a report is a page, name it .html", output));
  expect_another_file(output, path);
  const StoreReader store(path);
  Report report{path, program_version(), {}, {}};
  add_figures(store, report);
  write_report(store, report, output);
  say("{} written, {:.1f} MB: open it in a browser\n", output, double(std::filesystem::file_size(output)) / 1e6);
  return exit_success;
}

}  // namespace icsweep
