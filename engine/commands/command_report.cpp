#include <fmt/format.h>

#include <filesystem>

#include "engine/commands/commands.hpp"
#include "engine/commands/report_content.hpp"
#include "io/report/report.hpp"
#include "io/say.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/whole_file.hpp"

namespace icsweep {

int report_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  std::string path, output;
  namespace po = boost::program_options;
  po::options_description options("Options");
  options.add_options()("store", po::value(&path)->required(), "store")(
      "output,o", po::value(&output), "page to write; the store's name with .html if not given");
  if (!parse_arguments(self, arguments, options, {"store"})) return exit_success;
  if (output.empty()) output = std::filesystem::path(path).replace_extension(".html").string();
  if (const auto kind = std::filesystem::path(output).extension(); kind != ".html" && kind != ".htm")
    throw Error(ErrorKind::config, fmt::format("report: -o {}: a report is a page, name it .html", output));
  expect_another_file(output, path);
  const StoreReader store(path);
  write_report(store, report_of(store, path, Pictures::drawn), output);
  say("{} written, {:.1f} MB: open it in a browser\n", output, double(std::filesystem::file_size(output)) / 1e6);
  return exit_success;
}

}  // namespace icsweep
