#include <fmt/format.h>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/commands/plot_question.hpp"
#include "engine/commands/written_figure.hpp"
#include "io/base/error.hpp"
#include "io/store/asked_names.hpp"
#include "io/store/hdf5_store.hpp"

namespace icsweep {

OptionTable plot_options() {
  using namespace option;
  OptionTable table{
      {place("store", "STORE.h5", "store").completed_by(store_files), task_place(task_names),
       text("y", "RESULT", "a result, a number or a curve, or SQL: 'test_mse / gd_mse'")
           .alternative()
           .completed_by(results),
       text("pareto", "RESULT,RESULT",
            "two results instead of x and y: the settings that none beats in both; A,B:largest")
           .alternative()
           .completed_by(scalars),
       text("x", "PARAMETER", "a parameter or SQL, two for a heat map; for a curve its dimension by default")
           .completed_by(parameter_names),
       text("by", "PARAMETER", "a line for each value; two, A,B, by colour and marker").completed_by(parameter_names),
       text("setting", "RULE", "of several settings: each line's best by the result, its median, or all")
           .with_default("best")
           .one_of({"best", "median", "all"}),
       flag("largest", "the largest result is best, not the smallest"),
       text("log", "AXES", "logarithmic axes: x, y or xy").one_of({"x", "y", "xy"}),
       flag("median", "median and quartiles over seeds, not mean and interval"), flag("all", earlier_help),
       text("where", "SQL", "which experiments, such as 'epochs = 200'"),
       text("title", "TEXT", "the picture's title, '' for none"), text("xlabel", "TEXT", "the horizontal axis"),
       text("ylabel", "TEXT", "the vertical axis"),
       texts("label", "NAME=TEXT", "the text for a column's name; may be repeated")}};
  for (auto& o : picture_options("TASK-Y.svg here")) table.options.push_back(std::move(o));
  return table;
}

int plot_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const std::string path = given->text("store"), where = given->text("where");
  PlotQuestion question = plot_question(*given);
  const StoreReader store(path);
  question.task = asked_table(store, question.task).table().task;
  const Picture picture = picture_of(*given, fmt::format("{}-{}.svg", question.task, file_name_of(question.y)), path,
                                     command_text(command_line(self, arguments)));
  const SqlDatabase database(store);
  const Figure figure = asked_plot(database, question);
  if (!where.empty()) check_where(database, {question.task}, where);
  say_left_out(database, {question.task}, question.counting);
  const Holding held = holding(database, figure, {where, question.counting});
  if (!held.some)
    throw Error(ErrorKind::config, fmt::format("{}: no done experiment of {}{}", path, question.task,
                                               where.empty() ? "" : " has " + where));
  write_figure(database, figure, held, picture);
  return exit_success;
}

}  // namespace icsweep
