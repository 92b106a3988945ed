#include "engine/commands/plot_question.hpp"

#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <tuple>

#include "io/base/error.hpp"
#include "io/query/top_front.hpp"

namespace icsweep {

namespace {

/// The two names beside a comma; nothing unless there is exactly one comma.
std::optional<std::pair<std::string, std::string>> two_names(const std::string& list) {
  const auto comma = list.find(',');
  if (comma == std::string::npos || list.find(',', comma + 1) != std::string::npos) return std::nullopt;
  return std::pair(list.substr(0, comma), list.substr(comma + 1));
}

/// Splits names in one word, "depth,learning_rate", into the parts of the question.
void set_axes(PlotQuestion& question, const std::string& pareto) {
  if (!pareto.empty()) {
    const auto metrics = front_metrics(pareto, question.largest);
    if (metrics.size() != 2 || !question.x.empty() || !question.y.empty() || question.quartiles)
      throw Error(ErrorKind::config,
                  fmt::format("plot: --pareto {}: name two results, as test_mse,seconds, without --x, --y and --median",
                              pareto));
    question.front = true;
    question.x = metrics[0].name, question.x_largest = metrics[0].largest;
    question.y = metrics[1].name, question.largest = metrics[1].largest;
  } else if (question.x.find(',') != std::string::npos && question.x.find('(') == std::string::npos) {
    const auto names = two_names(question.x);
    if (!names) throw Error(ErrorKind::config, fmt::format("plot: --x {}: name one parameter or two", question.x));
    std::tie(question.x, question.down) = *names;
  }
}

/// Splits --by A,B.
void set_groups(PlotQuestion& question, const std::string& by) {
  question.by = by;
  if (by.find(',') == std::string::npos) return;
  const auto names = two_names(by);
  if (!names) throw Error(ErrorKind::config, fmt::format("plot: --by {}: name one parameter or two", by));
  std::tie(question.by, question.marker) = *names;
}

void set_log(PlotQuestion& question, const std::string& log) {
  if (log.find_first_not_of("xy") != log.npos)
    throw Error(ErrorKind::config, fmt::format("plot: --log {}: use x, y or xy", log));
  question.log_x = log.find('x') != log.npos, question.log_y = log.find('y') != log.npos;
}

SettingRule setting_rule(const std::string& text) {
  for (const auto& [name, rule] :
       {std::pair("best", SettingRule::best), {"median", SettingRule::median}, {"all", SettingRule::all}})
    if (text == name) return rule;
  throw Error(ErrorKind::config, fmt::format("plot: --setting {}: use best, median or all", text));
}

PlotTexts texts_of(const GivenOptions& given) {
  PlotTexts texts;
  const auto set = [&](const char* option, std::optional<std::string>& text) {
    if (given.has(option)) text = given.text(option);
  };
  set("title", texts.title), set("xlabel", texts.x_label), set("ylabel", texts.y_label);
  for (const auto& label : given.texts("label")) {
    const auto equals = label.find('=');
    if (equals == std::string::npos || equals == 0)
      throw Error(ErrorKind::config,
                  fmt::format("plot: --label {}: use NAME=TEXT, such as 'depth=number of layers'", label));
    texts.names[label.substr(0, equals)] = label.substr(equals + 1);
  }
  return texts;
}

}  // namespace

PlotQuestion plot_question(const GivenOptions& given) {
  PlotQuestion question;
  question.task = given.text("task"), question.y = given.text("y"), question.x = given.text("x");
  question.quartiles = given.flag("median");
  set_groups(question, given.text("by"));
  set_log(question, given.text("log"));
  question.rule = setting_rule(given.text("setting")), question.largest = given.flag("largest");
  set_axes(question, given.text("pareto"));
  question.counting = counting_of(given.flag("all"));
  question.texts = texts_of(given);
  return question;
}

std::string file_name_of(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool is_kept = std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || (c & 0x80);
    if (is_kept) name += c;
    else if (!name.empty() && name.back() != '-') name += '-';
  }
  while (name.ends_with('-')) name.pop_back();
  return name;
}

}  // namespace icsweep
