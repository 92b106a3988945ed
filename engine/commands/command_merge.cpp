#include <fmt/format.h>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/ledger/merge_stores.hpp"
#include "io/base/phrases.hpp"
#include "io/base/say.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {

OptionTable merge_options() {
  using namespace option;
  return {{places("stores", "STORE.h5", "stores to merge").completed_by(store_files),
           text("output", "STORE.h5", "store to make").with_letter('o').completed_by(store_files).required()}};
}

int merge_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const std::vector<std::string> stores = given->texts("stores");
  if (stores.size() < 2) throw Error(ErrorKind::config, "merge: name two stores or more");
  const std::string output = end_of_links(given->text("output"));
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
