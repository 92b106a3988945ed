#include <fmt/format.h>

#include "engine/commands/commands.hpp"
#include "engine/planning/store_rewrite.hpp"
#include "io/say.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/whole_file.hpp"

namespace icsweep {
namespace {

namespace po = boost::program_options;

std::string counts_text(const Rows& rows) {
  std::string text;
  for (const auto& [task, its] : rows) text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", its.size(), task);
  return text.empty() ? "none" : text;
}

}  // namespace

int delete_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  std::string path, condition, task;
  bool dry_run = false;
  po::options_description options("Options");
  options.add_options()("store", po::value(&path)->required(), "store")("where", po::value(&condition)->required(),
                                                                        "SQL condition over the columns of TASK_all")(
      "task", po::value(&task), "the task; without it every task that has the columns of the condition")(
      "dry-run", po::bool_switch(&dry_run), "only say how many");
  if (!parse_arguments(self, arguments, options, {"store"})) return exit_success;
  path = end_of_links(path);
  s.stop.set_by_signals();
  if (dry_run) {
    say("{}: {} would be deleted\n", path, counts_text(rows_where(StoreReader(path), condition, task)));
    return exit_success;
  }
  const LeaseWait wait{[](const std::string& line) { say(stderr, "{}\n", line); }, [&s] { return s.stop.is_set(); }};
  const auto [rows, kept] =
      delete_rows(s.tasks, path, condition, task, command_text(command_line(self, arguments)), wait);
  say("{}: {} deleted{}\n", path, counts_text(rows), kept.empty() ? "" : "; the store as it was is " + kept);
  return exit_success;
}

}  // namespace icsweep
