#include "engine/commands/written_figure.hpp"

#include <fmt/format.h>

#include "engine/commands/completion_values.hpp"
#include "io/base/say.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {

void say_left_out(const SqlDatabase& database, const std::set<std::string>& tasks, Counting counting) {
  for (const auto& task : tasks)
    if (const auto line = database.left_out(task, counting); !line.empty()) say(stderr, "{}\n", line);
}

std::vector<Option> picture_options(const std::string& by_default) {
  using namespace option;
  const std::string without = by_default.empty() ? "" : fmt::format("; {} by default", by_default);
  return {text("output", "FILE", fmt::format("picture to write: .svg, .pdf or .png{}", without))
              .with_letter('o')
              .completed_by(any_files),
          text("width", "WIDTH", "its width: 8.6cm, 3.4in, one-column (8.6cm) or two-column (17.8cm)")};
}

Picture picture_of(const GivenOptions& given, const std::string& by_default, const std::string& store,
                   const std::string& command) {
  const std::string output = given.text("output").empty() ? by_default : given.text("output");
  if (!output.empty()) expect_another_file(output, store);
  return {output, output.empty() ? ImageFormat::svg : image_format(output), picture_width(given.text("width")),
          command};
}

void write_picture(Plot& plot, const Picture& picture) {
  plot.width = picture.width, plot.command = picture.command;
  write_whole_file(picture.output, {draw(plot, picture.format)});
}

void write_figure(const SqlDatabase& database, const Figure& figure, const Holding& holding, const Picture& picture) {
  Plot plot = plot_of(database, figure, holding);
  write_picture(plot, picture);
  for (const auto& c : holding.chosen)
    if (!c.chosen_from.empty())
      say(stderr, "{}: {} with {}; others with {}--where\n", figure.name, c.task, c.chosen_from,
          figure.sweeps.empty() ? "--setting or " : "");
  for (const auto& note : plot.notes) say(stderr, "{}: {}\n", figure.name, note);
  say("{}\n", picture.output);
}

}  // namespace icsweep
