#include "io/store/asked_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "io/base/error.hpp"
#include "io/base/phrases.hpp"

namespace icsweep {

const StoredTable& asked_table(const Store& store, const std::string& task) {
  std::vector<std::string> tasks;
  for (const auto& stored : store.tables()) tasks.push_back(stored.table().task);
  if (const StoredTable* stored = store.find(task.empty() && tasks.size() == 1 ? tasks[0] : task)) return *stored;
  if (!task.empty()) refuse_name("the store", "task", task, tasks);
  throw Error(ErrorKind::config,
              tasks.empty()
                  ? "the store has no tasks"
                  : fmt::format("the store has several tasks, name one before the result: {}", first_of(tasks)));
}

void refuse_name(const std::string& owner, const std::string& kind, const std::string& name,
                 const std::vector<std::string>& known) {
  const std::string meant = nearest(name, known);
  throw Error(ErrorKind::config,
              fmt::format("{} has no {} \"{}\"{}", owner, kind, name,
                          meant.empty() ? fmt::format("; it has {}", known.empty() ? "none" : first_of(known))
                                        : suggestion(name, known)));
}

void expect_name(const std::string& owner, const std::string& kind, const std::string& name,
                 const std::vector<std::string>& known) {
  if (std::ranges::find(known, name) == known.end()) refuse_name(owner, kind, name, known);
}

std::vector<std::string> names_of(const Table& table, Role role) {
  std::vector<std::string> names;
  for (const auto& c : table.columns)
    if (c.role == role) names.push_back(c.name);
  return names;
}

std::vector<std::string> scalar_results(const Table& table) {
  std::vector<std::string> names;
  for (const auto& c : table.columns)
    if ((c.role == Role::result || c.name == "seconds") && c.dimensions.empty()) names.push_back(c.name);
  return names;
}

bool is_of_a_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) || c == '_' || byte > 127;
}

bool is_column_name(const std::string& text) {
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])) && std::ranges::all_of(text, is_of_a_name);
}

}  // namespace icsweep
