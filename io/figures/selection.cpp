#include "io/figures/selection.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/error.hpp"
#include "io/figures/answers.hpp"
#include "io/varying.hpp"

namespace icsweep {
namespace {

using Names = std::vector<std::string>;

const Table* find_table(const SqlDatabase& database, const std::string& task) {
  for (const auto& t : database.store().tables())
    if (t.table().task == task) return &t.table();
  return nullptr;
}

std::string list_of(const Names& names, const std::string& otherwise) {
  std::string list;
  for (const auto& name : names) list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", name);
  return list.empty() ? otherwise : list;
}

/// Parameters beside axes and seed that vary and do not follow from the axes.
Names settings_of(const SqlDatabase& database, const Table& table, const Selection& s, const std::string& condition) {
  Names names;
  for (const auto& name : varying_parameters(database, table, condition)) {
    if (name == "seed" || std::find(s.axes.begin(), s.axes.end(), name) != s.axes.end()) continue;
    const auto several = numbers(
        database, fmt::format("SELECT 1 FROM \"{}\" WHERE {} GROUP BY {} HAVING min(\"{}\") < max(\"{}\") LIMIT 1",
                              s.task, condition, list_of(s.axes, "'all'"), name, name));
    if (!several.empty()) names.push_back(name);
  }
  return names;
}

struct Setting {
  std::string condition;  ///< "1" if there is one setting only
  std::vector<bool> met;  ///< of the needs
  int others = 0;
  bool preferred = false;
};

Setting best_setting(const SqlDatabase& database, const Selection& s, const Names& names,
                     const std::string& condition) {
  std::string equal = "'1'", met, sum = "max(0)";
  for (const auto& name : names) equal += fmt::format(" || ' AND \"{0}\" = ' || quote(\"{0}\")", name);
  for (const auto& need : s.needs) {
    met += fmt::format(", max({})", need.condition);
    sum += fmt::format(" + max({})", need.condition);
  }
  const std::string from = fmt::format("FROM \"{}\" WHERE {} GROUP BY {}", s.task, condition, list_of(names, "'all'"));
  const auto found = texts(
      database, fmt::format("SELECT {0}, count(*) OVER (), max({4}) >= 1{1} {2} ORDER BY {3} DESC, max({4}) DESC, "
                            "count(*) DESC, max(finished) DESC LIMIT 1",
                            equal, met, from, sum, s.preferred));
  Setting setting{found[0][0], {}, std::stoi(found[0][1]) - 1, found[0][2] == "1"};
  for (std::size_t i = 0; i < s.needs.size(); ++i) setting.met.push_back(found[0][3 + i] == "1");
  return setting;
}

/// "length 50, epochs 200 to 2000": what the caption gives of these experiments.
std::string told(const SqlDatabase& database, const Table& table, const Selection& s, const std::string& condition) {
  std::string text;
  for (const auto& name : s.told) {
    const Column* column = table.find(name);
    if (!column) continue;
    const auto values = texts(
        database, fmt::format("SELECT DISTINCT iif(typeof(\"{0}\") = 'real', printf('%.6g', \"{0}\"), \"{0}\") FROM "
                              "\"{1}\" WHERE {2} ORDER BY \"{0}\"",
                              name, s.task, condition));
    const std::string first = values.front()[0], last = values.back()[0];
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, first);
    if (values.size() > 1) text += (values.size() == 2 ? ", " : " to ") + last;
  }
  return text;
}

std::string seeds(const SqlDatabase& database, const Selection& s, const std::string& condition) {
  const auto n =
      numbers(database, fmt::format("SELECT min(n), max(n) FROM (SELECT count(DISTINCT seed) AS n FROM \"{}\" "
                                    "WHERE {} GROUP BY {})",
                                    s.task, condition, list_of(s.axes, "'all'")));
  if (n[0][1] == 1) return "1 seed";
  return n[0][0] == n[0][1] ? fmt::format("{} {} seeds", s.seeds, n[0][0])
                            : fmt::format("{} {} to {} seeds", s.seeds, n[0][0], n[0][1]);
}

/// "depth = 5, 6 and mu > 1": needs of one name and several values together.
std::string in_words(const Selection& s, const std::vector<bool>& met) {
  std::string text, last;
  for (std::size_t i = 0; i < s.needs.size(); ++i) {
    if (met[i]) continue;
    const std::string& what = s.needs[i].what;
    const auto equals = what.find(" = ");
    const std::string name = what.find(',') == std::string::npos ? what.substr(0, equals) : what;
    if (!text.empty() && name == last) text += ", " + what.substr(equals + 3);
    else text += (text.empty() ? "" : " and ") + what;
    last = name;
  }
  if (text.empty()) return "";
  return fmt::format("{}{} with {}", s.task, s.about.empty() ? "" : " (" + s.about + ")", text);
}

}  // namespace

std::vector<Need> each_of(const std::string& name, const std::vector<std::string>& values) {
  std::vector<Need> needs;
  for (const auto& value : values)
    needs.push_back(
        {fmt::format("{} = {}", name, value),
         fmt::format(
             "{} = {}", name,
             value.find_first_not_of("0123456789.") == std::string::npos ? value : fmt::format("'{}'", value))});
  return needs;
}

Chosen choose(const SqlDatabase& database, const Selection& s, const std::string& where) {
  Chosen chosen{.task = s.task};
  const Table* table = find_table(database, s.task);
  std::string condition = fmt::format("status = 'done' AND ({})", s.condition);
  if (!where.empty()) condition += fmt::format(" AND ({})", where);
  const auto some = [&] {
    return !texts(database, fmt::format("SELECT 1 FROM \"{}\" WHERE {} LIMIT 1", s.task, condition)).empty();
  };
  if (!table || !some()) {
    chosen.missing = in_words(s, std::vector<bool>(s.needs.size(), false));
    return chosen;
  }
  const Names names = settings_of(database, *table, s, condition);
  const Setting best = best_setting(database, s, names, condition);
  chosen.missing = in_words(s, best.met);
  if (best.others > 0 && !best.preferred)
    chosen.chosen_from =
        fmt::format("{}, one of {} settings", best.condition.substr(best.condition.find("AND ") + 4), best.others + 1);
  chosen.condition = fmt::format("{} AND {}", condition, best.condition);
  const std::string values = told(database, *table, s, chosen.condition), n = seeds(database, s, chosen.condition);
  chosen.setting = values.empty() ? n : fmt::format("{}; {}", values, n);
  return chosen;
}

}  // namespace icsweep
