#include <fmt/format.h>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/ledger/delete_rows.hpp"
#include "io/base/say.hpp"
#include "io/store/hdf5_store.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

std::string counts_text(const Rows& rows) {
  std::string text;
  for (const auto& [task, its] : rows) text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", its.size(), task);
  return text.empty() ? "none" : text;
}

}  // namespace

OptionTable delete_options() {
  using namespace option;
  return {{place("store", "STORE.h5", "store").completed_by(store_files),
           text("where", "SQL", "SQL condition over the columns of TASK_all").required(),
           text("task", "TASK", "the task; without it every task that has the columns of the condition")
               .completed_by(task_names),
           flag("dry-run", "only say how many")}};
}

int delete_command(const Command& self, const Arguments& arguments, const Surroundings& s) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const std::string condition = given->text("where"), task = given->text("task");
  const std::string path = end_of_links(given->text("store"));
  s.stop.set_by_signals();
  if (given->flag("dry-run")) {
    say("{}: {} would be deleted\n", path, counts_text(rows_where(StoreReader(path), condition, task)));
    return exit_success;
  }
  const LeaseWait wait{[](const std::string& line) { say(stderr, "{}\n", line); }, [&s] { return s.stop.is_set(); }};
  const auto [rows, kept] =
      delete_rows(s.tasks, path, condition, task, command_text(command_line(self, arguments)), wait);
  say("{}: {} deleted{}\n", path, counts_text(rows), kept.empty() ? "" : "; the earlier store is " + kept);
  return exit_success;
}

}  // namespace icsweep
