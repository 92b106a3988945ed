#include "engine/commands/written_figure.hpp"

#include "io/base/say.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {

void say_left_out(const SqlDatabase& database, const std::set<std::string>& tasks, Counting counting) {
  for (const auto& task : tasks)
    if (const auto line = database.left_out(task, counting); !line.empty()) say(stderr, "{}\n", line);
}

void write_figure(const SqlDatabase& database, const Figure& figure, const Holding& holding, const std::string& output,
                  ImageFormat format, const std::string& command) {
  Plot plot = plot_of(database, figure, holding);
  plot.command = command;
  write_whole_file(output, {draw(plot, format)});
  for (const auto& c : holding.chosen)
    if (!c.chosen_from.empty())
      say(stderr, "{}: {} with {}; others with --where\n", figure.name, c.task, c.chosen_from);
  for (const auto& note : plot.notes) say(stderr, "{}: {}\n", figure.name, note);
  say("{}\n", output);
}

}  // namespace icsweep
