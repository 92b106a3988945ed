#include <fmt/format.h>

#include "engine/commands/commands.hpp"
#include "engine/planning/store_rewrite.hpp"
#include "io/counted.hpp"
#include "io/say.hpp"
#include "io/whole_file.hpp"

namespace icsweep {

namespace po = boost::program_options;

int merge_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  std::vector<std::string> stores;
  std::string output;
  po::options_description options("Options");
  options.add_options()("stores", po::value(&stores)->required()->composing(), "stores to merge")(
      "output,o", po::value(&output)->required(), "store to make");
  if (!parse_arguments(self, arguments, options, {"stores"})) return exit_success;
  if (stores.size() < 2) throw Error(ErrorKind::config, "merge: name two stores or more");
  output = end_of_links(output);
  s.stop.set_by_signals();
  const LeaseWait wait{[](const std::string& line) { say(stderr, "{}\n", line); }, [&s] { return s.stop.is_set(); }};
  const Merged merged = merge_stores(s.tasks, stores, output, command_text(command_line(self, arguments)), wait);
  say("{}: {} of {} stores{}\n", output, counted(merged.rows, "experiment"), stores.size(),
      merged.twice > 0 ? fmt::format(", {} in more than one", merged.twice) : "");
  if (merged.different > 0)
    say("{}: {} were done more than once with unequal results; those of the store named first are taken\n", output,
        merged.different);
  return exit_success;
}

}  // namespace icsweep
