#include <fmt/format.h>

#include <iostream>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/commands/written_figure.hpp"
#include "io/figures/asked_plot.hpp"
#include "io/query/importance_answer.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {

OptionTable importance_options() {
  using namespace option;
  OptionTable table{
      {place("store", "STORE.h5", "store").completed_by(store_files), task_place(tasks_or_scalars),
       place("metric", "METRIC", "a scalar result, seconds, or SQL: 'log10(test_mse)'").completed_by(scalars),
       text("where", "SQL", "which experiments, such as 'epochs = 200'"), flag("all", earlier_help),
       real("best", "SHARE", "share of the settings that are the best").with_default("0.1"),
       flag("largest", "the largest metric is best, not the smallest"),
       flag("json", "one JSON object with every effect"), no_pager()}};
  for (auto& o : picture_options("none")) table.options.push_back(std::move(o));
  return table;
}

int importance_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const std::string path = given->text("store");
  const bool json = given->flag("json");
  ImportanceQuestion question;
  question.task = given->text("task"), question.metric = given->text("metric"), question.where = given->text("where");
  question.counting = counting_of(given->flag("all"));
  question.part = given->real("best"), question.largest = given->flag("largest");
  const Picture picture = picture_of(*given, "", path, command_text(command_line(self, arguments)));
  const StoreReader store(path);
  const SqlDatabase database(store);
  const ImportanceAnswer answer = importance_of(database, question);
  if (!picture.output.empty()) {
    Plot plot = importance_plot(answer);
    write_picture(plot, picture);
  }
  json ? print_json(answer, std::cout) : print_table(answer, std::cout);
  std::cout.flush();
  return exit_success;
}

}  // namespace icsweep
