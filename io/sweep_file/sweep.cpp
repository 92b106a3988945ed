#include "io/sweep_file/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace icsweep {

Error sweep_error(const Place& place, const std::string& what) {
  if (place.line == 0) return Error(ErrorKind::config, fmt::format("{}: {}", place.path, what));
  return Error(ErrorKind::config, fmt::format("{}:{}: {}", place.path, place.line, what));
}

const char* name_of(Draw::Law law) {
  static constexpr const char* names[] = {"uniform", "log_uniform", "integer", "choice", "log_integer", "normal"};
  return names[int(law)];
}

std::string draw_laws_text() {
  std::string text;
  for (const auto law : draw_laws)
    text += fmt::format("{}{{{}}}", text.empty() ? "" : law == std::end(draw_laws)[-1] ? " or " : ", ", name_of(law));
  return text;
}

const char* SearchTable::method_name() const {
  return method == Method::halving ? "halving" : "scouts";
}

std::int64_t SearchTable::keep_of(std::size_t settings) const {
  const std::size_t usual = method == Method::scouts ? (settings + 6) / 7 : std::max<std::size_t>(1, settings / 5);
  return keep.value_or(std::int64_t(usual));
}

std::string SearchTable::text() const {
  const auto names = [](const std::vector<SearchTable::Key>& keys) {
    std::string all;
    for (const auto& key : keys) all += (all.empty() ? "" : ",") + key.name;
    return all;
  };
  std::string text = fmt::format("{} metric={} {} resource={}", method_name(), metric.name,
                                 largest ? "largest" : "smallest", resource.name);
  if (method != Method::scouts) text += fmt::format(" eta={} rungs={}", eta, rungs.value_or(usual_rungs));
  if (!keep) text += method == Method::scouts ? " keep=seventh" : " keep=fifth";
  else if (method == Method::scouts || *keep != 1)  // 1 was the default in the first stores with halving
    text += fmt::format(" keep={}", *keep);
  if (over) text += " over=" + names(*over);
  if (!per.empty()) text += " per=" + names(per);
  return text;
}

std::string RoundsTable::metrics_text() const {
  std::string text;
  for (const auto& metric : metrics)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", metric.largest ? "largest" : "smallest", metric.name);
  return text;
}

bool SearchTable::was_removed(const std::string& text) {
  return text.starts_with("hyperband ") || text.find(" race=") != text.npos;
}

}  // namespace icsweep
