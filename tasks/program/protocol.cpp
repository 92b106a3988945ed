#include "tasks/program/protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "io/schema/json.hpp"
#include "io/base/text_columns.hpp"

namespace icsweep {
namespace {

using Json = nlohmann::json;
using Kind = ProgramMessage::Kind;

constexpr int deepest = 12;                                 // an object, its results, their axes
constexpr std::int64_t most_steps = std::int64_t(1) << 53;  // JSON's numbers are doubles elsewhere

std::string short_text(const std::string& text) {
  return cut(printable(text.substr(0, 200)), 40);
}

[[noreturn]] void wrong(const std::string& what) {
  throw std::runtime_error(what);
}

/// Word that Python, JavaScript or C's printf writes for a number that JSON lacks, if the text begins with one.
std::string_view word_at(std::string_view text) {
  for (const std::string_view word : {"NaN", "Infinity", "-Infinity", "nan", "-nan", "inf", "-inf"})
    if (text.starts_with(word)) return word;
  return {};
}

/// Quotes these words, except within texts.
std::string with_quoted_words(std::string_view line) {
  std::string quoted;
  for (bool inside = false; !line.empty();) {
    const std::string_view word = inside ? std::string_view() : word_at(line);
    const std::size_t length = !word.empty() ? word.size() : inside && line[0] == '\\' ? 2 : 1;
    if (line[0] == '"') inside = !inside;
    if (word.empty()) quoted += line.substr(0, length);
    else quoted.append("\"").append(word).append("\"");
    line.remove_prefix(std::min(length, line.size()));
  }
  return quoted;
}

Json parsed(std::string_view line) {
  constexpr std::string_view parts[] = {"NaN", "Infinity", "nan", "inf"};
  const bool has_words = std::ranges::any_of(parts, [&](std::string_view p) { return line.find(p) != line.npos; });
  const std::string text(has_words ? with_quoted_words(line) : std::string(line));
  bool refused = line.find('\0') != line.npos;  // the parser takes it for the end
  const auto look = [&](int depth, Json::parse_event_t, Json&) {
    refused |= depth > deepest;
    return depth <= deepest;
  };
  Json json = Json::parse(text, look, false);
  return refused ? Json(Json::value_t::discarded) : json;
}

double number(const Json& json, const std::string& name) {
  if (json.is_number()) return json.get<double>();
  if (json.is_null() || json == "NaN" || json == "nan" || json == "-nan") return std::nan("");
  if (json == "Infinity" || json == "inf") return std::numeric_limits<double>::infinity();
  if (json == "-Infinity" || json == "-inf") return -std::numeric_limits<double>::infinity();
  wrong(
      fmt::format("gave {} for \"{}\", which is not a number", short_text(json.dump(-1, ' ', true)), short_text(name)));
}

/// Adds the numbers of a JSON value. `depth`: number of axes around it.
void add_numbers(ProgramNumbers& all, const Json& json, const std::string& name, std::size_t depth) {
  if (!json.is_array()) {
    if (depth != all.shape.size()) wrong(fmt::format("gave \"{}\" with rows of different lengths", short_text(name)));
    all.values.push_back(number(json, name));
    return;
  }
  if (depth == all.shape.size() && all.values.empty()) all.shape.push_back(json.size());
  if (depth >= all.shape.size() || all.shape[depth] != json.size())
    wrong(fmt::format("gave \"{}\" with rows of different lengths", short_text(name)));
  for (const auto& element : json) add_numbers(all, element, name, depth + 1);
}

ProgramResults numbers_of(const Json& json) {
  if (!json.is_object()) wrong("gave no object of names and numbers");
  ProgramResults results;
  for (const auto& [name, value] : json.items()) add_numbers(results[name], value, name, 0);
  return results;
}

std::int64_t count(const Json& json, const char* name, std::int64_t least) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number_integer()) wrong(fmt::format("gave no integer \"{}\"", name));
  const bool large = found->is_number_unsigned() && found->get<std::uint64_t>() > std::uint64_t(most_steps);
  const auto value = large ? most_steps + 1 : found->get<std::int64_t>();
  if (value < least || value > most_steps) wrong(fmt::format("gave \"{}\": {}", name, found->dump()));
  return value;
}

Progress progress_of(const Json& json) {
  Progress progress{long(count(json, "step", 0)), long(count(json, "steps", 1)), 0, std::nan("")};
  if (progress.step > progress.steps) wrong(fmt::format("gave step {} of {}", progress.step, progress.steps));
  progress.sequences = json.contains("sequences") ? long(count(json, "sequences", 0)) : progress.step;
  if (json.contains("loss")) progress.loss = number(json["loss"], "loss");
  return progress;
}

std::string reason(const Json& json) {
  return json.is_string() ? printable(json.get_ref<const std::string&>()) : std::string("gave no reason");
}

}  // namespace

std::string order_line(const ProgramOrder& order) {
  nlohmann::ordered_json line{{"icsweep", program_protocol}, {"run", order.run}};
  line["parameters"] = nested_json(order.parameters, order.known);
  const auto seed = order.parameters.find("seed");
  if (seed != order.parameters.end() && type_of(seed->second) == ValueType::integer)
    line["seed"] = std::get<std::int64_t>(seed->second);
  line["threads"] = order.threads;
  line["local_rank"] = order.local_rank;
  line["checkpoint"] = order.checkpoint;
  line["resume"] = order.resume;
  return line.dump() + '\n';
}

std::string answer_line(std::string_view what) {
  return fmt::format("{{\"do\":\"{}\"}}\n", what);
}

ProgramMessage program_message(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  const Json json = parsed(line);
  if (!json.is_object())
    wrong(fmt::format("wrote \"{}\" where a line of the protocol was expected; it must print elsewhere",
                      cut(printable(line.substr(0, 200)), 60)));
  ProgramMessage message;
  const auto is = [&](Kind kind, const char* key) {
    if (!json.contains(key)) return false;
    message.kind = kind;
    if (message.ends_run()) message.run = count(json, "run", 1);
    return true;
  };
  if (is(Kind::results, "results")) message.values = numbers_of(json["results"]);
  else if (is(Kind::failed, "failed")) message.why = reason(json["failed"]);
  else if (is(Kind::diverged, "diverged")) message.why = reason(json["diverged"]);
  else if (is(Kind::stopped, "stopped")) return message;
  else if (is(Kind::saved, "saved")) message.kind = json["saved"] == true ? Kind::saved : Kind::not_saved;
  else if (is(Kind::progress, "step")) {
    message.progress = progress_of(json);
    if (json.contains("curves")) message.values = numbers_of(json["curves"]);
  } else if (is(Kind::hello, "icsweep")) {
    if (json["icsweep"] != program_protocol)
      wrong(fmt::format("speaks version {} of the protocol, not {}", cut(printable(json["icsweep"].dump()), 20),
                        program_protocol));
  } else {
    wrong(fmt::format("wrote \"{}\", which is not a line of the protocol", cut(printable(line.substr(0, 200)), 60)));
  }
  return message;
}

std::size_t longest_program_line(const Schema& schema) {
  constexpr std::size_t other = 1 << 20, a_number = 40;
  std::size_t values = 0;
  for (const auto& output : schema.outputs) {
    std::size_t size = 1;
    for (const auto& d : output.dimensions) size *= std::size_t(d.size(Config()));
    values += size;
  }
  return other + a_number * values;
}

}  // namespace icsweep
