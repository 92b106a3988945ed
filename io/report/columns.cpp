#include "io/report/columns.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_map>

namespace icsweep::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t largest_exact = std::int64_t{1} << 53;

template <class T>
bool is_constant(std::span<const T> values) {
  const auto same = [&](const T& v) { return v == values[0] || (v != v && values[0] != values[0]); };
  return values.size() > 1 && std::all_of(values.begin(), values.end(), same);
}

}  // namespace

void NumberArrays::begin() {
  text_ += count_++ == 0 ? "[" : ",\n[";
}

int NumberArrays::add(std::span<const double> values, Digits digits) {
  begin();
  const auto out = std::back_inserter(text_);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text_ += ',';
    const double v = values[i];
    if (std::isnan(v)) text_ += "null";
    else if (std::isinf(v)) text_ += v > 0 ? "1e999" : "-1e999";
    else if (digits == Digits::exact) fmt::format_to(out, "{}", v);
    else if (digits == Digits::seven) fmt::format_to(out, "{:.7g}", v);
    else fmt::format_to(out, "{:.1f}", v);
  }
  text_ += ']';
  return count_ - 1;
}

int NumberArrays::add(std::span<const std::int64_t> values) {
  begin();
  fmt::format_to(std::back_inserter(text_), "{}]", fmt::join(values, ","));
  return count_ - 1;
}

Json column_json(std::span<const double> values, Digits digits, NumberArrays& arrays) {
  if (is_constant(values)) return {{"array", arrays.add(values.first(1), digits)}, {"same", true}};
  return {{"array", arrays.add(values, digits)}};
}

Json column_json(std::span<const std::int64_t> values, NumberArrays& arrays) {
  const auto inexact = [](std::int64_t v) { return v > largest_exact || v < -largest_exact; };
  if (std::any_of(values.begin(), values.end(), inexact)) {
    std::vector<std::string> texts;
    for (const std::int64_t v : values) texts.push_back(fmt::format("{}", v));
    return column_json(texts, arrays);
  }
  if (is_constant(values)) return {{"array", arrays.add(values.first(1))}, {"same", true}};
  return {{"array", arrays.add(values)}};
}

Json column_json(const std::vector<std::string>& values, NumberArrays& arrays) {
  std::unordered_map<std::string, std::int64_t> places;
  std::vector<std::int64_t> codes;
  Json texts = Json::array();
  for (const auto& v : values) {
    const auto [found, fresh] = places.emplace(v, std::int64_t(places.size()));
    if (fresh) texts.push_back(v);
    codes.push_back(found->second);
  }
  const bool distinct = texts.size() == values.size();
  Json column{{"texts", std::move(texts)}};
  if (distinct) return column;
  column.update(column_json(codes, arrays));
  return column;
}

std::string script_text(const nlohmann::ordered_json& value) {
  using Json = nlohmann::ordered_json;
  const std::string plain = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  // These characters occur only inside JSON strings, where \uXXXX has the same meaning.
  std::string text;
  text.reserve(plain.size() + plain.size() / 8);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain[i] == '<') text += "\\u003c";
    else if (plain[i] == '>') text += "\\u003e";
    else if (plain[i] == '&') text += "\\u0026";
    else if (plain.compare(i, 3, "\xe2\x80\xa8") == 0) text += "\\u2028", i += 2;
    else if (plain.compare(i, 3, "\xe2\x80\xa9") == 0) text += "\\u2029", i += 2;
    else text += plain[i];
  }
  return text;
}

}  // namespace icsweep::report
