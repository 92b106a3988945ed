#include <fmt/format.h>

#include <filesystem>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/commands/report_content.hpp"
#include "io/report/report.hpp"
#include "io/base/say.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {

OptionTable report_options() {
  using namespace option;
  return {{place("store", "STORE.h5", "store").completed_by(store_files),
           text("output", "FILE.html", "page to write; the store's name with .html by default")
               .with_letter('o')
               .completed_by(any_files),
           integer("rows", "N", "experiments that the page lists at most; the rest is in its sums")
               .with_default(std::to_string(Report::most_rows))}};
}

int report_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const std::string path = given->text("store");
  std::string output = given->text("output");
  if (output.empty()) output = std::filesystem::path(path).replace_extension(".html").string();
  if (const auto kind = std::filesystem::path(output).extension(); kind != ".html" && kind != ".htm")
    throw Error(ErrorKind::config, fmt::format("report: -o {}: a report is a page, name it .html", output));
  expect_another_file(output, path);
  if (given->integer("rows") < 1)
    throw Error(ErrorKind::config, fmt::format("report: --rows {}: use at least 1", given->integer("rows")));
  const StoreReader store(path);
  Report report = report_of(store, path, Extras::all);
  report.rows = given->integer("rows");
  write_report(store, report, output);
  say("{} written, {:.1f} MB: open it in a browser\n", output, double(std::filesystem::file_size(output)) / 1e6);
  return exit_success;
}

}  // namespace icsweep
