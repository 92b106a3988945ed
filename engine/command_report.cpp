#include <fmt/format.h>

#include <filesystem>

#include "engine/commands.hpp"
#include "engine/version.hpp"
#include "io/report/report.hpp"

namespace icsweep {

namespace po = boost::program_options;

int report_command(const Command& self, const Arguments& arguments) {
  std::string path, output;
  po::options_description options("Options");
  options.add_options()("store", po::value(&path)->required(), "store")(
      "output,o", po::value(&output), "page to write; the store's name with .html if not given");
  if (!parse_arguments(self, arguments, options, {"store"})) return exit_success;
  if (output.empty()) output = std::filesystem::path(path).replace_extension(".html").string();
  if (std::filesystem::exists(output) && std::filesystem::exists(path) && std::filesystem::equivalent(path, output))
    throw Error(ErrorKind::config, fmt::format("report: {} is the store itself, name another file with -o", output));
  write_report(StoreReader(path), {path, program_version(), {}, {}}, output);
  fmt::print("{} written, {:.1f} MB: open it in a browser\n", output, double(std::filesystem::file_size(output)) / 1e6);
  return exit_success;
}

}  // namespace icsweep
